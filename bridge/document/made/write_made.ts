import { DocumentError } from "../disk/document_error.ts";
import { fileError } from "../disk/file_error.ts";
import { replaceFile } from "../disk/replace_file.ts";
import { makeFolderOf, resolveNewPath, type ResolvePathOptions } from "../disk/resolve_path.ts";
import { withTarget } from "../lock/with_target.ts";
import { notedChecksum, noteMade } from "./made_notes.ts";
import { hasSeal, sealed, type Standing, standingOf } from "./seal.ts";
import { checkTarget, type TargetRules } from "./target.ts";

/** Options for {@linkcode writeMade}. */
export interface MadeOptions extends TargetRules, ResolvePathOptions {
  /** Replaces any file but a source document. Default: `false`. */
  readonly overwrite?: boolean | undefined;
  /** Spelling of that option, where there is one, for the sentence of a refusal. */
  readonly overwriteFlag?: string;
  /** True for a text that shows without a seal that the loom made it. Default: none does. */
  readonly isOurs?: (text: string) => boolean;
  /** Keeps a checksum to know the file by. Default: `true`, unless the file is a document itself. */
  readonly isMarked?: boolean;
  /** Makes the folders of the path. Default: `false`. */
  readonly makeFolders?: boolean;
  /** Longest wait for other writers, in milliseconds. Default: 5000. */
  readonly lockTimeout?: number;
}

/** A file that was made. */
export interface MadeFile {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link. */
  readonly realPath: string;
  /** Number of bytes the file has. */
  readonly bytes: number;
}

/** The result of a comparison of a file with what would be written. */
export type MadeStatus = "current" | "differs" | "missing";

/**
 * Writes something made from a document: a picture, code, a text, another format. The one rule of all such writers:
 * a file that the loom did not make, or that was edited since, is only replaced on purpose, and a source document never.
 *
 * A text whose format has comments gets a last line with a checksum, by which the next writer knows it; the checksum of
 * any other file is noted in `.made-loom` beside it. Something that is a document itself gets neither, and replaces
 * nothing without `overwrite`.
 *
 * @throws {DocumentError} `exists`, `is_document`, `wrong_ending`, `outside_root`, `locked`, `not_writable`, `write_failed`.
 *
 * @example
 * ```ts
 * import { writeMade } from "@loom/bridge/document";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const rules = { endings: [".mmd"], sources: [] };
 * await writeMade(`${folder}/door.mmd`, "stateDiagram-v2\n", rules);
 * await writeMade(`${folder}/door.mmd`, "stateDiagram-v2\n  Open\n", rules);
 * await Deno.writeTextFile(`${folder}/door.mmd`, "my own");
 * await assertRejects(() => writeMade(`${folder}/door.mmd`, "stateDiagram-v2\n", rules));
 * assertEquals(await Deno.readTextFile(`${folder}/door.mmd`), "my own");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writeMade(
  path: string,
  content: string | Uint8Array,
  options: MadeOptions,
): Promise<MadeFile> {
  const { isMarked = options.document === undefined } = options;
  checkTarget({ path, realPath: await resolveNewPath(path, options.root) }, options);
  if (options.makeFolders) await makeFolderOf(path, options.root);
  return await withTarget(path, targetOptions(options), async (realPath) => {
    checkTarget({ path, realPath }, options);
    refuseLoss(path, await standingAt(realPath, path, content, options), options);
    const bytes = bytesOf(isMarked ? await sealed(content, path) : content);
    await replaceFile(realPath, bytes, path);
    if (isMarked && !hasSeal(path)) await noteMade(realPath, bytes);
    return { path, realPath, bytes: bytes.length };
  });
}

/**
 * Checks that {@linkcode writeMade} would write to a path; nothing is written.
 *
 * @param content What would be written, if that is known already.
 * @returns The path without any symbolic link.
 * @throws {DocumentError} What {@linkcode writeMade} throws.
 */
export async function checkMade(
  path: string,
  content: string | Uint8Array | undefined,
  options: MadeOptions,
): Promise<string> {
  const realPath = await resolveNewPath(path, options.root);
  checkTarget({ path, realPath }, options);
  if (content !== undefined) {
    refuseLoss(path, await standingAt(realPath, path, content, options), options);
  }
  return realPath;
}

/**
 * Compares a file with what {@linkcode writeMade} would write, checksum and line ends aside.
 *
 * @throws {DocumentError} `is_document`, `wrong_ending`, or when it cannot be read.
 */
export async function madeStatus(
  path: string,
  content: string | Uint8Array,
  options: MadeOptions,
): Promise<{ readonly realPath: string; readonly status: MadeStatus }> {
  const realPath = await checkMade(path, undefined, options);
  const existing = await existingBytes(realPath, path);
  if (existing === undefined) return { realPath, status: "missing" };
  const facts = { existing, content, noted: undefined, isOurs: () => false };
  return { realPath, status: await standingOf(facts) === "current" ? "current" : "differs" };
}

function targetOptions({ root, lockTimeout }: MadeOptions) {
  return { ...(root === undefined ? {} : { root }), ...(lockTimeout === undefined ? {} : { lockTimeout }) };
}

async function standingAt(
  realPath: string,
  path: string,
  content: string | Uint8Array,
  { isOurs = () => false }: MadeOptions,
): Promise<Standing> {
  const existing = await existingBytes(realPath, path);
  const noted = existing === undefined || hasSeal(path) ? undefined : await notedChecksum(realPath);
  return await standingOf({ existing, content, noted, isOurs });
}

/** The bytes of the file that is there; what is no plain file is refused by whoever replaces it. */
async function existingBytes(realPath: string, path: string): Promise<Uint8Array | undefined> {
  try {
    // A pipe would be waited for.
    return (await Deno.lstat(realPath)).isFile ? await Deno.readFile(realPath) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw fileError(error, path, "read");
  }
}

function refuseLoss(path: string, standing: Standing, options: MadeOptions): void {
  const { overwrite = false, overwriteFlag, document } = options;
  if (overwrite || standing === "absent") return;
  const orOverwrite = overwriteFlag === undefined ? "" : `, or give ${overwriteFlag}`;
  const refuse = (sentence: string): never => {
    throw new DocumentError("exists", `"${path}" ${sentence}${orOverwrite}.`, path);
  };
  if (document !== undefined) refuse("exists: choose another name");
  if (standing === "foreign") refuse("was not made by the loom, and would be lost: name another file");
  if (standing === "edited") {
    refuse("was edited after the loom made it, and the edits would be lost: name another file");
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
