import { endsInOne } from "@loom/bridge/document";
import { basename, extname, join, SEPARATOR } from "@std/path";
import { isOpenEnded } from "./write_text.ts";

/** Meaning of the word behind `--out`. */
export type OutKind = "file" | "folder";

/**
 * Decides whether the word behind `--out` names a file or a folder. A folder is there already, ends in a slash, or has
 * no ending; the writer refuses files with endings that do not fit.
 *
 * @param endings The endings of files that fit, with their dot.
 */
export async function outKind(out: string, endings: readonly string[]): Promise<OutKind> {
  if (await isFolder(out)) return "folder";
  if (endsInOne(out, endings) || await isOpenEnded(out)) return "file";
  return extname(basename(out)) === "" ? "folder" : "file";
}

/** The path of the file that the word behind `--out` names: itself, or one of that name in that folder. */
export async function outPath(out: string, endings: readonly string[], name: () => string): Promise<string> {
  return await outKind(out, endings) === "file" ? out : join(out, name());
}

/** True when a path names a folder: one that is there, or by a slash at its end. */
export async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith("/") || path.endsWith(SEPARATOR)) return true;
  return await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => false);
}
