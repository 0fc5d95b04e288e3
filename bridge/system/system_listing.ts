import { isObject, type JsonObject, objectsIn, resolveMemberPath } from "@loom/protocol";
import { dirname, join, SEPARATOR } from "@std/path";
import { DocumentError } from "../document/mod.ts";
import { readDocument } from "../document/mod.ts";

/** The ends of the names of system documents. */
const EXTENSION = ".sysdf.json";

/** So many systems of one folder are looked at, by name. */
const MOST_IN_FOLDER = 50;

/** Options for {@linkcode systemListing}. */
export interface SystemListingOptions {
  /**
   * The folder above which is not looked. Default: the working folder, or the folder of a document that is not below
   * it.
   */
  readonly root?: string | undefined;
}

/** A system document that lists another document. */
export interface FoundSystem {
  /** Its path. */
  readonly path: string;
  /** The system in it. */
  readonly definition: JsonObject;
}

/**
 * Finds the system that lists a document: in the document's folder, then in those above it; in one folder, by name. Systems
 * that cannot be read are passed over.
 *
 * @param path The document's path, absolute.
 * @returns `undefined` when none lists it.
 *
 * @example
 * ```ts
 * import { createDocument } from "@loom/bridge/document";
 * import { systemListing } from "@loom/bridge/system";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.realPath(await Deno.makeTempDir());
 * const system = { settings: { namespace: "Shop", name: "All" }, members: [{ path: "pay/pay.sqdf.json" }] };
 * await createDocument(`${folder}/all.sysdf.json`, system);
 * const found = await systemListing(`${folder}/pay/pay.sqdf.json`, { root: folder });
 * assertEquals(found?.path, `${folder}/all.sysdf.json`);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function systemListing(
  path: string,
  { root }: SystemListingOptions = {},
): Promise<FoundSystem | undefined> {
  for (const folder of foldersAbove(path, root ?? homeOf(path))) {
    for (const name of await systemsIn(folder)) {
      const system = await readSystem(join(folder, name), root);
      if (system && lists(system, path)) return system;
    }
  }
  return undefined;
}

/** The working folder when a document is below it, else the document's own folder: never the whole disk. */
function homeOf(path: string): string {
  const folder = Deno.cwd();
  return path.startsWith(folder.endsWith(SEPARATOR) ? folder : folder + SEPARATOR) ? folder : dirname(path);
}

function* foldersAbove(path: string, root: string): Generator<string> {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    yield folder;
    if (folder === root || folder === dirname(folder)) return;
  }
}

async function systemsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (!isDirectory && name.toLowerCase().endsWith(EXTENSION)) names.push(name);
    }
  } catch {
    // A folder that is not there, or may not be read, has none for us.
  }
  return names.sort().slice(0, MOST_IN_FOLDER);
}

async function readSystem(path: string, root: string | undefined): Promise<FoundSystem | undefined> {
  try {
    const { definition } = await readDocument(path, {
      kind: "system",
      ...(root === undefined ? {} : { root }),
    });
    return { path, definition };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

function lists({ path, definition }: FoundSystem, member: string): boolean {
  return objectsIn<{ path?: unknown }>(definition.members)
    .some((one) =>
      isObject(one) && typeof one.path === "string" && resolveMemberPath(path, one.path) === member
    );
}
