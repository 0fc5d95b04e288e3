import type { KindTable } from "@loom/protocol";
import { join } from "@std/path";
import { ToolError } from "../tool.ts";

const SCHEME = /^loom-chronicle:\/\//i;

/** True when a path is the address of a document in a chronicle. */
export function isChronicleAddress(path: string): boolean {
  return SCHEME.test(path);
}

/**
 * The file of a chronicle address: `loom-chronicle://<episode>/[diagrams/]<name>[.<kind>.json]`.
 *
 * @param root The folder that holds a folder for each episode.
 * @throws {ToolError} When the address is too short, or names no episode or more than one.
 */
export async function chronicleFile(address: string, root: string, kinds: KindTable): Promise<string> {
  const segments = (address.replace(SCHEME, "").split(/[?#]/, 1)[0] ?? "").split("/").filter(Boolean).map(
    decoded,
  );
  const [episode, last] = [segments[0], segments.at(-1)];
  if (episode === undefined || last === undefined || segments.length < 2) {
    throw new ToolError(
      "bad_address",
      `"${address}" names no document: write it as loom-chronicle://<episode>/<name>.`,
    );
  }
  if ([episode, last].some((name) => name === ".." || name === "." || /[\\/\0]/.test(name))) {
    throw new ToolError("bad_address", `"${address}" leaves its episode: name the episode and the document.`);
  }
  const folder = await episodeFolder(address, episode, root);
  return join(root, folder, "diagrams", fileName(last, kinds));
}

/** A segment without its escapes; a broken escape stands for itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A name with the ending of a document; one without any is of the first kind. */
function fileName(name: string, kinds: KindTable): string {
  if (/\.json$/i.test(name)) return name;
  const named = `${name}.json`;
  return kinds.ofPath(named) === undefined ? `${name}${kinds.rows[0]?.extension}` : named;
}

async function episodeFolder(address: string, episode: string, root: string): Promise<string> {
  const folders = await foldersIn(root);
  if (folders.includes(episode)) return episode;
  const number = /^0*(\d+)$/.exec(episode)?.[1];
  const pattern = number === undefined ? undefined : new RegExp(`-episode-0*${number}-`);
  const found = pattern === undefined ? [] : folders.filter((folder) => pattern.test(folder)).sort();
  const [only, ...others] = found;
  if (only === undefined) {
    throw new ToolError(
      "no_episode",
      `"${root}" has no episode "${episode}" for "${address}": name its number or the whole name of its folder.`,
    );
  }
  if (others.length === 0) return only;
  throw new ToolError(
    "ambiguous_episode",
    `"${episode}" names ${found.length} episodes: give the whole name, ${
      found.map((name) => `"${name}"`).join(" or ")
    }.`,
  );
}

async function foldersIn(root: string): Promise<string[]> {
  try {
    const folders: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(root)) {
      if (isDirectory) folders.push(name);
    }
    return folders;
  } catch (cause) {
    throw new ToolError(
      "no_chronicle",
      `The chronicle "${root}" cannot be read: set LOOM_CHRONICLE_ROOT to its folder, or name a path.`,
      { cause },
    );
  }
}
