import {
  checkMade,
  DocumentError,
  type MadeFile,
  type MadeOptions,
  resolveDocumentPath,
  writeMade,
} from "@loom/bridge/document";
import type { Session } from "../session/session.ts";
import { ToolError } from "../tool.ts";

/** Rules about the file of an export; the session adds the root and its active document. */
export type ExportRules = Pick<MadeOptions, "endings" | "document" | "isOurs" | "overwrite">;

/**
 * Writes what was made from the active document, inside the root, as {@linkcode writeMade} does.
 *
 * @throws {ToolError} When the path is that of a document, has an ending that does not fit, lies outside the root, has
 * a file that could be missed, or cannot be written.
 */
export async function exportFile(
  session: Session,
  path: string,
  content: string | Uint8Array,
  rules: ExportRules,
): Promise<MadeFile> {
  return await refusing(async () =>
    await writeMade(session.absolute(path), content, await optionsOf(session, rules))
  );
}

/**
 * Checks the path of an export before its content is made.
 *
 * @throws {ToolError} What {@linkcode exportFile} throws for the path alone.
 */
export async function checkExport(session: Session, path: string, rules: ExportRules): Promise<void> {
  await refusing(async () =>
    await checkMade(session.absolute(path), undefined, await optionsOf(session, rules))
  );
}

async function optionsOf(session: Session, rules: ExportRules): Promise<MadeOptions> {
  const { kinds, options: { root } } = session;
  const active = await resolveDocumentPath(session.path).then((found) => found.realPath, () => session.path);
  return {
    ...rules,
    kinds,
    sources: [active],
    overwriteFlag: "overwrite: true",
    ...(root === undefined ? {} : { root }),
  };
}

/** Does work with files; what is refused has its code and sentence for the agent. */
export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ToolError(error.code, error.message, { cause: error });
  }
}

/** True when the path is a folder that is there. */
export async function isFolder(session: Session, path: string): Promise<boolean> {
  return await Deno.stat(session.absolute(path)).then((info) => info.isDirectory, () => false);
}
