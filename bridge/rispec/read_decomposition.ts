import { type Decomposition, parseDecomposition } from "@loom/engine";
import { isObject, parseJsonText, type StateMachineDefinition } from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import { DocumentError } from "../document/mod.ts";
import { readDocumentText } from "../document/mod.ts";

/** The largest decomposition that is read, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Options for {@linkcode readDecomposition}. */
export interface ReadDecompositionOptions {
  /** The folder that the file may not lie outside of. Default: the document's own. */
  readonly root?: string | undefined;
}

/** The result of looking for a decomposition. */
export interface FoundDecomposition {
  /** The real path of its file. */
  readonly path?: string;
  /** Its content. */
  readonly decomposition?: Decomposition;
  /** Why it is left out, where the definition names one. */
  readonly remark?: string;
}

/**
 * Reads the decomposition that a definition's `_source` names: `pde-<pdeId>.json` in `pdeFolder`, which is looked for from
 * the document's folder, then from the working folder.
 *
 * A document may come from anyone, so what it names is followed to its real path and not read when that lies outside the
 * root; an id cannot lead to another folder.
 *
 * @param documentPath The document's real path.
 * @returns Nothing where the definition names none; never an error.
 */
export async function readDecomposition(
  documentPath: string,
  definition: StateMachineDefinition,
  options: ReadDecompositionOptions = {},
): Promise<FoundDecomposition> {
  const source = isObject(definition.settings) ? definition.settings._source : undefined;
  const { pdeId, pdeFolder } = isObject(source) ? source : {};
  if (!isName(pdeId) || !isName(pdeFolder)) return {};
  if (/[/\\]|^\.|[\p{Cc}]/u.test(pdeId)) {
    return {
      remark: `The prompt decomposition is left out: its id ${JSON.stringify(pdeId)} is no file name.`,
    };
  }
  const home = dirname(documentPath);
  const root = options.root ?? home;
  let trouble: unknown;
  for (const folder of new Set([resolve(home, pdeFolder), resolve(pdeFolder)])) {
    try {
      return await readAt(resolve(folder, `pde-${pdeId}.json`), root);
    } catch (error) {
      // A file that is there and cannot be used tells more than one that is not there.
      if (trouble === undefined || !isAbsent(error)) trouble = error;
    }
  }
  return { remark: `The prompt decomposition ${JSON.stringify(pdeId)} is left out. ${sentence(trouble)}` };
}

async function readAt(path: string, root: string): Promise<FoundDecomposition> {
  const { text, realPath } = await readDocumentText(path, { root, maxBytes: MAX_BYTES });
  const decomposition = parseDecomposition(parseJsonText(text.replace(/^\uFEFF/, "")));
  if (decomposition !== undefined) return { path: realPath, decomposition };
  throw new DocumentError("not_json", `"${path}" holds no JSON object.`, path);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isAbsent(error: unknown): boolean {
  return error instanceof DocumentError && (error.code === "not_found" || error.code === "no_folder");
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
