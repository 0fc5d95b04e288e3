import { isObject } from "@loom/protocol";
import { filled } from "./markdown.ts";

/** The parts of a prompt's decomposition (a PDE file) that a rispec uses. */
export interface Decomposition {
  /** The prompt itself. */
  readonly prompt?: string;
  /** The main aim. */
  readonly target?: string;
  /** The outcomes ahead. */
  readonly vision: readonly string[];
  /** The steps, in order. */
  readonly actions: readonly { readonly text: string; readonly direction?: string }[];
  /** Open questions. */
  readonly ambiguities: readonly { readonly text: string; readonly suggestion?: string }[];
}

/**
 * Reads a decomposition; what is missing or of another type is passed over.
 *
 * @param value The parsed JSON of a PDE file.
 * @returns `undefined` when it is no object.
 */
export function parseDecomposition(value: unknown): Decomposition | undefined {
  if (!isObject(value)) return undefined;
  const result = member(value, "result");
  return {
    ...some("prompt", value.prompt),
    ...some("target", member(member(result, "primary"), "target")),
    vision: texts(member(member(result, "directions"), "east")).map(({ text }) => text),
    actions: texts(member(result, "actionStack")).map(({ text, item }) => ({
      text,
      ...some("direction", item.direction),
    })),
    ambiguities: texts(member(result, "ambiguities")).map(({ text, item }) => ({
      text,
      ...some("suggestion", item.suggestion),
    })),
  };
}

function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The entries of a list that have a text. */
function texts(list: unknown): { text: string; item: Record<string, unknown> }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const text = filled(member(item, "text"));
    return text === undefined ? [] : [{ text, item }];
  });
}

/** A member with a text, or none where nothing but space stands. */
function some<Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: string } {
  const text = filled(value);
  return (text === undefined ? {} : { [key]: text }) as { readonly [K in Key]?: string };
}
