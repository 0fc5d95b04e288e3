import { toDefinition } from "@loom/engine/parser";
import { type KindName, LoomError } from "@loom/protocol";
import type { Document } from "./read_document.ts";

/** What takes a JSON value as a definition of a kind, or refuses it; what has no row is taken as it is. */
const READERS: { readonly [Kind in KindName]?: (value: unknown) => unknown } = { machine: toDefinition };

/** Why a document cannot be opened as one of its kind: a list that is none, a state without a name. */
export function definitionFault({ kind, value }: Pick<Document, "kind" | "value">): LoomError | undefined {
  try {
    READERS[kind]?.(value);
    return undefined;
  } catch (error) {
    if (error instanceof LoomError) return error;
    throw error;
  }
}
