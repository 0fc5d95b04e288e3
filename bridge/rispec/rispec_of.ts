import { writeRispec, writeSystemRispec } from "@loom/engine";
import {
  DOCUMENT_KINDS,
  ERD_KIND,
  MACHINE_KIND,
  type StateMachineDefinition,
  SYSTEM_KIND,
} from "@loom/protocol";
import { type Document, DocumentError } from "../document/mod.ts";
import { checkLoadedSystem, documentsOf, memberAt, systemOf } from "../system/mod.ts";
import { readDecomposition, type ReadDecompositionOptions } from "./read_decomposition.ts";

/** Options for {@linkcode rispecOf}. */
export interface DocumentRispecOptions extends ReadDecompositionOptions {
  /** The purpose of the document; it takes precedence over the document and its decomposition. */
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

/** A document to describe. */
export type DescribedDocument = Pick<Document, "kind" | "realPath" | "definition">;

/**
 * Writes the rispec of a document. Of a machine: what its definition says, and the decomposition of the prompt that it was
 * made from. Of a system: its members too. Of a scenario: its walk through the machines of its system, or through those
 * beside it. The command, the agent tool and the designer all give this text.
 *
 * @param document The document, with its real path.
 * @throws {DocumentError} When a system document cannot be read, and `wrong_kind` for a document of a kind of others.
 *
 * @example
 * ```ts
 * import { rispecOf } from "@loom/bridge/rispec";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const definition = {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [],
 *   state: { name: "Root" },
 * };
 * const { text } = await rispecOf({ kind: "machine", realPath: "/machines/door.smdf.json", definition }, {
 *   intent: "Doors that close by themselves.",
 * });
 * assertStringIncludes(text, "LOOM_PROJECT_FILE=/machines/door.smdf.json");
 * ```
 */
export async function rispecOf(
  { kind, realPath: path, definition }: DescribedDocument,
  options: DocumentRispecOptions = {},
): Promise<DocumentRispec> {
  const row = DOCUMENT_KINDS.find((one) => one.kind === kind);
  if (row === undefined) {
    throw new DocumentError("wrong_kind", `"${path}" is a ${kind}, which no specification is made of.`, path);
  }
  if (row !== MACHINE_KIND) {
    return { text: await describedSystem({ kind, realPath: path, definition }, options) };
  }
  const machine = definition as StateMachineDefinition;
  const { decomposition, path: file, remark } = await readDecomposition(path, machine, options);
  return {
    text: writeRispec(machine, { intent: options.intent, decomposition, path }),
    ...(file === undefined ? {} : { decomposition: file }),
    ...(remark === undefined ? {} : { remark }),
  };
}

/** The rules whose findings are open questions: a scenario that runs ahead of its machines. */
const OPEN_RULES: ReadonlySet<string> = new Set(["L008"]);

async function describedSystem(
  { kind, realPath: path, definition }: DescribedDocument,
  { intent, root }: DocumentRispecOptions,
): Promise<string> {
  const found = kind === ERD_KIND.kind ? undefined : await systemOf(path, { root });
  if (found === undefined) {
    const own = [{ path, def: definition }];
    return writeSystemRispec({ machines: [], erds: own, scenarios: [] }, { intent, member: path });
  }
  const member = kind === SYSTEM_KIND.kind ? undefined : memberAt(found, path);
  const open = checkLoadedSystem(found).findings
    .filter((one) => OPEN_RULES.has(one.ruleId) && (member === undefined || one.member === member))
    .map((one) => one.message);
  return writeSystemRispec(documentsOf(found), { intent, member, open });
}
