import {
  checkSystem,
  type LoadedMember,
  memberPaths,
  type SystemCheck,
  type SystemDocuments,
  systemDocuments,
  type SystemFinding,
} from "@loom/engine";
import {
  type JsonObject,
  repeatedKeyFindings,
  resolveMemberPath,
  ruleSettingsOf,
  withRuleSettings,
} from "@loom/protocol";
import { basename, dirname } from "@std/path";
import { type Document, DocumentError, readDocument } from "../document/mod.ts";
import { systemListing } from "./system_listing.ts";

/** A member of a system, read from its file. */
export interface FileMember extends LoadedMember {
  /** The path of its file, absolute. */
  readonly file: string;
  /** The document; absent when it cannot be read. */
  readonly document?: Document;
}

/** A system with its members, read from their files. */
export interface LoadedSystem {
  /** The path of the system document; that of the scenario for members that no system lists. */
  readonly path: string;
  /** The system document; absent for members that no system lists. */
  readonly document?: Document;
  /** The members, in the order of the system. */
  readonly members: readonly FileMember[];
}

/** Options for {@linkcode loadSystem}. */
export interface LoadSystemOptions {
  /** The folder outside of which no file is read. Default: none. */
  readonly root?: string | undefined;
  /** True to take any document that no system lists with those beside it. Default: scenarios only. */
  readonly takesNeighbours?: boolean;
}

/**
 * Reads a system and all its members. A member that cannot be read has the reason in place of its definition; a file
 * outside the root is not read.
 *
 * @param path The path of the system document, absolute.
 * @throws {DocumentError} When the system document itself cannot be read.
 *
 * @example
 * ```ts
 * import { createDocument } from "@loom/bridge/document";
 * import { loadSystem } from "@loom/bridge/system";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const members = [{ path: "door.smdf.json" }];
 * await createDocument(`${folder}/all.sysdf.json`, { settings: { namespace: "Home", name: "All" }, members });
 * const system = await loadSystem(`${folder}/all.sysdf.json`);
 * assertEquals(system.members.map(({ path, definition }) => [path, definition]), [["door.smdf.json", undefined]]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function loadSystem(path: string, options: LoadSystemOptions = {}): Promise<LoadedSystem> {
  const document = await readDocument(path, { kind: "system", ...rootOf(options) });
  return { path, document, members: await loadMembers(path, document.definition, options) };
}

/** Reads the members that a system lists. */
export async function loadMembers(
  path: string,
  system: unknown,
  options: LoadSystemOptions = {},
): Promise<FileMember[]> {
  return await Promise.all(memberPaths(system).map((one) => loadMember(path, one, options)));
}

/**
 * Reads the system that a document belongs to: itself, else the nearest that lists it. A scenario that no system lists is
 * taken with the machines and entity-relationship diagrams in its folder.
 *
 * @param path The path of the document, absolute.
 * @returns `undefined` for another document that no system lists.
 * @throws {DocumentError} When the system document cannot be read.
 */
export async function systemOf(
  path: string,
  options: LoadSystemOptions = {},
): Promise<LoadedSystem | undefined> {
  if (path.toLowerCase().endsWith(".sysdf.json")) return await loadSystem(path, options);
  const found = await systemListing(path, options);
  if (found !== undefined) return await loadSystem(found.path, options);
  const takesNeighbours = options.takesNeighbours === true || path.toLowerCase().endsWith(".sqdf.json");
  if (!takesNeighbours) return undefined;
  const beside = await neighbours(path);
  return { path, members: await Promise.all(beside.map((one) => loadMember(path, one, options))) };
}

/** The findings of a system that was read, and its replayed scenarios. */
export function checkLoadedSystem({ document, members }: LoadedSystem): SystemCheck {
  const { findings, replays } = checkSystem(document?.definition, members);
  const repeated = [
    ...(document === undefined ? [] : repeatedKeys(document)),
    ...members.flatMap((one) =>
      one.document === undefined
        ? []
        : repeatedKeys(one.document).map((finding) => ({ ...finding, member: one.path }))
    ),
  ];
  return { findings: [...findings, ...repeated], replays };
}

function repeatedKeys({ text, envelope, definition }: Document): SystemFinding[] {
  return withRuleSettings(repeatedKeyFindings(text, envelope), ruleSettingsOf(definition));
}

async function loadMember(
  systemPath: string,
  path: string,
  options: LoadSystemOptions,
): Promise<FileMember> {
  const file = resolveMemberPath(systemPath, path);
  try {
    const document = await readDocument(file, rootOf(options));
    return { path, file, document, definition: document.definition satisfies JsonObject };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { path, file, error: error.message };
  }
}

/** The names of the machines and diagrams beside a scenario, and its own. */
async function neighbours(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(dirname(path))) {
    if (!isDirectory && /\.(smdf|erdf)\.json$/i.test(name)) names.push(name);
  }
  return [...new Set([...names.sort(), basename(path)])];
}

function rootOf({ root }: LoadSystemOptions): { readonly root?: string } {
  return root === undefined ? {} : { root };
}

/** The documents of a system that can take part in replay; the system itself has the name of its file as its path. */
export function documentsOf({ path, document, members }: LoadedSystem): SystemDocuments {
  return systemDocuments(
    document === undefined ? undefined : { path: basename(path), def: document.definition },
    members,
  );
}

/** The path of the member in a file, as the system writes it; `undefined` for the system itself. */
export function memberAt({ members }: LoadedSystem, file: string): string | undefined {
  return members.find((one) => one.file === file)?.path;
}

/** The file of a document of a system, by the path that {@linkcode documentsOf} has for it. */
export function fileOf({ path, members }: LoadedSystem, document: string): string {
  return members.find((one) => one.path === document)?.file ?? path;
}

/** The revision that a file of a system had when it was read. */
export function memberRevision({ path, document, members }: LoadedSystem, file: string): string | undefined {
  return (file === path ? document : members.find((one) => one.file === file)?.document)?.revision;
}
