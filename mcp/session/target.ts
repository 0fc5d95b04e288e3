import { DocumentError, readDocument, resolveNewPath } from "@loom/bridge/document";
import type { AnyKind, KindTable } from "@loom/protocol";
import { resolve } from "@std/path";
import { ToolError } from "../tool.ts";
import { chronicleFile, isChronicleAddress } from "./chronicle.ts";
import { documentError } from "./document_errors.ts";

const CHRONICLE_ROOT = "/srv/chronicle";

/** The codes of documents whose file is there and broken. */
const BROKEN: ReadonlySet<string> = new Set(["json_syntax", "not_utf8", "too_deep", "forbidden_key"]);

/**
 * The file that a client names to be the active document.
 *
 * @param path A path, or a chronicle address.
 * @param folder The folder that a relative path begins at.
 * @throws {ToolError} When it cannot be a document of the loom, or the address leads nowhere.
 */
export async function targetOf(
  path: string,
  folder: string,
  kinds: KindTable,
  chronicleRoot: string = CHRONICLE_ROOT,
): Promise<string> {
  const target = isChronicleAddress(path)
    ? await chronicleFile(path, chronicleRoot, kinds)
    : resolve(folder, path);
  if (target.endsWith(".json")) return target;
  throw new ToolError(
    "unknown_kind",
    `"${path}" is no document of the loom: name a file that ends in ${kinds.endings}.`,
  );
}

/** The document at a path. */
export interface Found {
  readonly exists: boolean;
  /** The kind that its name or content says. */
  readonly row?: AnyKind;
}

/**
 * Looks at a file that is to be the active document. A broken document is accepted, so that an agent sees its error; a file that
 * is no document by its name or content is not.
 *
 * @throws {ToolError} Why it cannot be.
 */
export async function lookAt(
  target: string,
  root: string | undefined,
  kinds: KindTable,
): Promise<Found> {
  try {
    await resolveNewPath(target, root);
    const { row } = await readDocument(target, root === undefined ? { kinds } : { kinds, root });
    return { exists: true, row };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "not_found" || error.code === "no_folder") return { exists: false };
    if (kinds.ofPath(target) !== undefined && BROKEN.has(error.code)) return { exists: true };
    throw documentError(error, target, kinds);
  }
}
