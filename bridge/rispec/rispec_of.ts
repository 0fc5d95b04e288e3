import { writeRispec } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { readDecomposition, type ReadDecompositionOptions } from "./read_decomposition.ts";

/** Options for {@linkcode rispecOf}. */
export interface DocumentRispecOptions extends ReadDecompositionOptions {
  /** The purpose of the machine; it takes precedence over the document and its decomposition. */
  readonly intent?: string | undefined;
}

/** A rispec, and what it was made from. */
export interface DocumentRispec {
  /** The rispec, as Markdown. */
  readonly text: string;
  /** The file of the decomposition that is folded in. */
  readonly decomposition?: string;
  /** Why a decomposition that the definition names is left out. */
  readonly remark?: string;
}

/**
 * Writes the rispec of a machine document: what its definition says, and the decomposition of the prompt that it was made
 * from. The command, the agent tool and the designer all give this text.
 *
 * @param path The document's real path.
 * @param definition The machine in it.
 *
 * @example
 * ```ts
 * import { rispecOf } from "@loom/bridge/rispec";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const { text } = await rispecOf("/machines/door.smdf.json", {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [],
 *   state: { name: "Root" },
 * }, { intent: "Doors that close by themselves." });
 * assertStringIncludes(text, "LOOM_PROJECT_FILE=/machines/door.smdf.json");
 * ```
 */
export async function rispecOf(
  path: string,
  definition: StateMachineDefinition,
  options: DocumentRispecOptions = {},
): Promise<DocumentRispec> {
  const { decomposition, path: file, remark } = await readDecomposition(path, definition, options);
  return {
    text: writeRispec(definition, { intent: options.intent, decomposition, path }),
    ...(file === undefined ? {} : { decomposition: file }),
    ...(remark === undefined ? {} : { remark }),
  };
}
