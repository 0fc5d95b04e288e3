import type { DocumentElement } from "@loom/protocol";

/** An element by its type and name: `state:Open`. */
export type ElementKey = string;

/** The key of an element. */
export function keyOf({ type, name }: Pick<DocumentElement, "type" | "name">): ElementKey {
  return `${type}:${name}`;
}
