import { type ExportResult, resolveDocumentPath, writeExport } from "@loom/bridge/document";
import { kindOfPath } from "@loom/protocol";
import { basename } from "@std/path";
import type { Session } from "../session/session.ts";
import { ToolError } from "../tool.ts";

/** Files that an export may replace. */
export interface ExportRules {
  /** The endings of such files, lower case: an older one of these is replaced, any other file is not. */
  readonly endings: readonly string[];
  /** True when a text that is there was made in the same way, and can be made again; without, every file of these endings is taken for one. */
  readonly isOurs?: (text: string) => boolean;
  /** True when any file is replaced, and a document may be made. Default: `false`. */
  readonly overwrite?: boolean | undefined;
  /** True when the file is itself a document, which is replaced on purpose only. Default: `false`. */
  readonly isDocument?: boolean;
}

/**
 * Writes what was made from the active document, inside the root, and over nothing that could be missed.
 *
 * @throws {ToolError} When the path is that of a document or of a file of another kind.
 * @throws {DocumentError} When it lies outside the root or cannot be written.
 */
export async function exportFile(
  session: Session,
  path: string,
  content: string | Uint8Array,
  rules: ExportRules,
): Promise<ExportResult> {
  const realPath = await checkedPath(session, path, rules);
  const { root } = session.options;
  // Looked at again under the file's lock, so that no link that is turned meanwhile leads out of the root.
  return await writeExport(realPath, content, { overwrite: true, ...(root === undefined ? {} : { root }) });
}

/**
 * The target of an export.
 *
 * @throws {ToolError} What {@linkcode exportFile} throws.
 */
export async function checkedPath(session: Session, path: string, rules: ExportRules): Promise<string> {
  const realPath = await session.resolve(path);
  await refuseActive(session, path, realPath);
  if (!rules.isDocument) refuseDocument(path, realPath, rules);
  const isThere = await Deno.lstat(realPath).then(() => true, () => false);
  if (!isThere || rules.overwrite) return realPath;
  if (!rules.isDocument && rules.endings.some((ending) => realPath.toLowerCase().endsWith(ending))) {
    await refuseOther(path, realPath, rules);
    return realPath;
  }
  throw new ToolError(
    "exists",
    rules.isDocument
      ? `"${path}" exists: give overwrite: true to replace it, or another path.`
      : `"${path}" exists and is no file of this kind: give a path that ends in ${
        rules.endings.join(" or ")
      }.`,
  );
}

async function refuseOther(path: string, realPath: string, { isOurs }: ExportRules): Promise<void> {
  const isFile = await Deno.lstat(realPath).then((info) => info.isFile, () => false);
  if (!isFile || isOurs === undefined || isOurs(await Deno.readTextFile(realPath).catch(() => ""))) return;
  throw new ToolError("exists", `"${path}" was not made by the loom, and would be lost: give another path.`);
}

async function refuseActive(session: Session, path: string, realPath: string): Promise<void> {
  const active = await resolveDocumentPath(session.path).then((found) => found.realPath, () => session.path);
  if (realPath !== active) return;
  throw new ToolError(
    "is_document",
    `"${path}" is the active document, which would be lost: give another path.`,
  );
}

/** Refuses names of documents; machines may be named like any JSON. */
function refuseDocument(path: string, realPath: string, { endings }: ExportRules): void {
  const isDocument = [path, realPath].some((one) => kindOfPath(one) !== undefined || /\.json$/i.test(one));
  if (!isDocument) return;
  throw new ToolError(
    "is_document",
    `"${basename(path)}" is named like a document, which could be lost: give a path that ends in ${
      endings.join(" or ")
    }.`,
  );
}

/** True when the path is a folder that is there. */
export async function isFolder(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isDirectory, () => false);
}
