import { basename, dirname, join, resolve, SEPARATOR } from "@std/path";
import { DocumentError } from "./document_error.ts";
import { fileError } from "./file_error.ts";

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;

/** The target of a path. */
export interface ResolvedPath {
  /** The path as it was asked for. */
  readonly path: string;
  /** The path without any symbolic link, for a file that does not exist yet as well. */
  readonly realPath: string;
  /** True when something is there. */
  readonly exists: boolean;
}

/** Options for {@linkcode resolveDocumentPath}. */
export interface ResolvePathOptions {
  /** The folder that the path may not lead out of. Default: anywhere. */
  root?: string;
}

/**
 * Follows a path to where it really leads, and refuses one that leads out of the root.
 *
 * Symbolic links are followed to their end; a dangling one leads to the file that it names. The check is made
 * on the real path, so neither `..` nor a link nor another spelling of upper and lower case gets around it.
 *
 * @param path A relative or absolute path.
 * @returns The real path, whether or not the file exists; its folder does.
 * @throws {DocumentError} `unsafe_path` for an empty path or one with a NUL, `no_folder` for a missing
 * folder, `symlink_loop`, `outside_root`.
 *
 * @example
 * ```ts
 * import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const root = await Deno.makeTempDir();
 * const error = await assertRejects(() => resolveDocumentPath(`${root}/../door.smdf.json`, { root }), DocumentError);
 * assertEquals(error.code, "outside_root");
 * await Deno.remove(root);
 * ```
 */
export async function resolveDocumentPath(
  path: string,
  options: ResolvePathOptions = {},
): Promise<ResolvedPath> {
  checkSpelling(path);
  const target = await followLinks(path, options.root);
  if (options.root !== undefined) await checkInside(path, target.realPath, options.root);
  return { path, ...target };
}

function checkSpelling(path: string): void {
  if (path === "") {
    throw new DocumentError("unsafe_path", "The path is empty: name a document.", path);
  }
  if (path.includes("\0")) {
    throw new DocumentError(
      "unsafe_path",
      `The path ${JSON.stringify(path)} holds a NUL character: take it out.`,
      path,
    );
  }
}

async function followLinks(
  path: string,
  root: string | undefined,
): Promise<{ realPath: string; exists: boolean }> {
  let at = resolve(path);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const existing = await existingRealPath(at, path);
    if (existing !== undefined) return { realPath: existing, exists: true };
    const name = await nameInRealFolder(at, path, root);
    const next = await linkTarget(name, path);
    if (next === undefined) return { realPath: name, exists: false };
    at = next;
  }
  throw fileError(new Deno.errors.FilesystemLoop(), path, "read");
}

async function existingRealPath(at: string, path: string): Promise<string | undefined> {
  try {
    return await Deno.realPath(at);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw fileError(error, path, "read");
  }
}

async function nameInRealFolder(at: string, path: string, root: string | undefined): Promise<string> {
  const folder = dirname(at);
  const real = await existingRealPath(folder, path);
  if (real !== undefined) return join(real, at.slice(folder.length));
  const isLink = at !== resolve(path);
  // The error says nothing about folders outside the root.
  if (isLink && root !== undefined) await checkInside(path, await realPathOfExisting(at), root);
  const what = isLink
    ? `"${path}" is a link into a folder that does not exist: make it first, or mend the link.`
    : `There is no folder "${folder}" for "${path}": make it first.`;
  throw new DocumentError("no_folder", what, path);
}

/** The path with the links of the folders that exist followed. */
async function realPathOfExisting(at: string): Promise<string> {
  const folder = await existing(at);
  const real = await Deno.realPath(folder).catch(() => folder);
  return join(real, at.slice(folder.length));
}

/** Target of the symbolic link of that name, absolute; `undefined` when there is nothing of that name. */
async function linkTarget(name: string, path: string): Promise<string | undefined> {
  try {
    return resolve(dirname(name), await Deno.readLink(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // No link but a file, which has come since it was looked for: it is looked at again.
    if (await isPlain(name)) return name;
    throw fileError(error, path, "read");
  }
}

async function isPlain(name: string): Promise<boolean> {
  return await Deno.lstat(name).then(({ isSymlink }) => !isSymlink, () => false);
}

async function checkInside(path: string, realPath: string, root: string): Promise<void> {
  const realRoot = await realRootOf(root);
  if (realRoot !== undefined && isInside(realPath, realRoot)) return;
  const where = realRoot === undefined ? ", which does not exist" : "";
  throw new DocumentError(
    "outside_root",
    `"${path}" lies outside the permitted folder "${root}"${where}: choose a path inside it.`,
    path,
  );
}

async function realRootOf(root: string): Promise<string | undefined> {
  try {
    return await Deno.realPath(root);
  } catch {
    return undefined;
  }
}

function isInside(realPath: string, realRoot: string): boolean {
  const folder = realRoot.endsWith(SEPARATOR) ? realRoot : realRoot + SEPARATOR;
  return realPath.startsWith(folder);
}

/**
 * Resolves a path as {@linkcode resolveDocumentPath} does, also through folders that do not exist yet.
 *
 * @returns The path without any symbolic link.
 * @throws {DocumentError} `outside_root`, `unsafe_path`, `symlink_loop`, ...
 */
export async function resolveNewPath(path: string, root: string | undefined): Promise<string> {
  const options = root === undefined ? {} : { root };
  try {
    return (await resolveDocumentPath(path, options)).realPath;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code !== "no_folder") throw error;
  }
  // Only the folder that exists can lead elsewhere: the rest is appended to it.
  const { folder, rest } = deepestFolder(resolve(path), await existing(resolve(path)));
  const probe = await resolveDocumentPath(join(folder, rest.split(/[\\/]/, 1)[0] ?? ""), options);
  return join(dirname(probe.realPath), rest);
}

/**
 * Makes the folders of a file that do not exist yet; none outside the root.
 *
 * @throws {DocumentError} `not_writable`, and what {@linkcode resolveNewPath} throws.
 */
export async function makeFolderOf(path: string, root: string | undefined): Promise<void> {
  const real = await resolveNewPath(path, root);
  try {
    await Deno.mkdir(dirname(real), { recursive: true });
  } catch (cause) {
    throw new DocumentError(
      "not_writable",
      `The folder of "${path}" cannot be made: check the path and the permissions there.`,
      path,
      { cause },
    );
  }
}

async function existing(path: string): Promise<string> {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    const isThere = await Deno.lstat(folder).then(() => true, () => false);
    if (isThere || folder === dirname(folder)) return folder;
  }
}

function deepestFolder(path: string, folder: string): { folder: string; rest: string } {
  const rest = path.slice(folder.length).replace(/^[\\/]+/, "");
  return { folder, rest: rest === "" ? basename(path) : rest };
}

/** True when the folder of a file exists. */
export async function folderExists(path: string): Promise<boolean> {
  return await Deno.stat(dirname(resolve(path))).then(({ isDirectory }) => isDirectory, () => false);
}
