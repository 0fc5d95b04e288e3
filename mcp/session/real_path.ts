import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";
import { basename, dirname, join, resolve } from "@std/path";

/**
 * Follows a path to where it leads, also through folders that are not there yet, and refuses what lies outside the root.
 *
 * @throws {DocumentError} `outside_root`, `unsafe_path`, `symlink_loop`, ...
 */
export async function realPathOf(path: string, root: string | undefined): Promise<string> {
  const options = root === undefined ? {} : { root };
  try {
    return (await resolveDocumentPath(path, options)).realPath;
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code !== "no_folder") throw error;
  }
  // What is missing is appended to the folder that is there, which is the one that can lead elsewhere.
  const { folder, rest } = deepestFolder(resolve(path), await existing(resolve(path)));
  const probe = await resolveDocumentPath(join(folder, rest.split(/[\\/]/, 1)[0] ?? ""), options);
  return join(dirname(probe.realPath), rest);
}

/** Makes the folders of a file that are not there yet; none outside the root. */
export async function makeFolderOf(path: string, root: string | undefined): Promise<void> {
  const real = await realPathOf(path, root);
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

/** Whether there is a folder for a file. */
export async function folderExists(path: string): Promise<boolean> {
  return await Deno.stat(dirname(resolve(path))).then(({ isDirectory }) => isDirectory, () => false);
}
