import { basename, dirname, join, resolve } from "@std/path";

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;

/** Folders to watch, so that no change of a path's target is missed. */
export interface WatchedPlaces {
  /** The folders to listen to. */
  readonly folders: ReadonlySet<string>;
  /** The paths in them that matter. */
  readonly paths: ReadonlySet<string>;
}

/**
 * The places on the way of a path to its file: every symbolic link, the file, and the folders that hold them, with
 * the folders around those, which tell when one is replaced. A place that is not there yet is waited for in
 * the nearest folder that exists.
 */
export async function watchedPlaces(path: string): Promise<WatchedPlaces> {
  const folders = new Set<string>();
  const paths = new Set<string>();
  let at: string | undefined = resolve(path);
  for (let links = 0; at !== undefined && links <= MAX_LINKS; links++) {
    const name = await addPlace(at, folders, paths);
    at = name === undefined ? undefined : await linkTarget(name);
  }
  return { folders, paths };
}

/** Adds a path and its folders; gives its name in the real folder, if that exists. */
async function addPlace(at: string, folders: Set<string>, paths: Set<string>): Promise<string | undefined> {
  const folder = await realPathOf(dirname(at));
  if (folder === undefined) {
    await addPlace(dirname(at), folders, paths);
    return undefined;
  }
  const name = join(folder, basename(at));
  folders.add(folder).add(dirname(folder));
  paths.add(name).add(folder);
  return name;
}

async function realPathOf(path: string): Promise<string | undefined> {
  return await Deno.realPath(path).catch(() => undefined);
}

async function linkTarget(name: string): Promise<string | undefined> {
  const target = await Deno.readLink(name).catch(() => undefined);
  return target === undefined ? undefined : resolve(dirname(name), target);
}
