/** The kinds of elements that links lead to. */
export const FOCUS_KINDS = [
  "entity",
  "attribute",
  "machine",
  "object",
  "event",
  "state",
  "participant",
  "message",
] as const;

/** One of {@linkcode FOCUS_KINDS}. */
export type FocusKind = typeof FOCUS_KINDS[number];

/** An element of a document. */
export interface Focus {
  /** Its kind. */
  readonly kind: FocusKind;
  /** Its name; `Entity.attribute` for an attribute, the address of a message. */
  readonly name: string;
}

/** An element as text: `state:Open`. */
export function elementFocus({ kind, name }: Focus): string {
  return `${kind}:${name}`;
}

/**
 * Reads an element from text; the first colon divides kind and name.
 *
 * @returns `undefined` for an unknown kind, and for text without colon or name.
 *
 * @example
 * ```ts
 * import { parseFocus } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseFocus("state:Half:open"), { kind: "state", name: "Half:open" });
 * assertEquals(parseFocus("door:Open"), undefined);
 * ```
 */
export function parseFocus(text: string): Focus | undefined {
  const colon = text.indexOf(":");
  const kind = FOCUS_KINDS.find((one) => one === text.slice(0, Math.max(colon, 0)));
  const name = text.slice(colon + 1);
  return kind === undefined || name === "" ? undefined : { kind, name };
}
