import { isObject, type JsonObject, membersOf, parseJsonText, resolveMemberPath } from "@loom/protocol";

/** A document of the server, as `/api/docs` lists it. */
export interface ListedFile {
  readonly path: string;
  readonly name: string;
}

/** The documents of the server; none where it cannot be asked. */
export async function listedFiles(): Promise<readonly ListedFile[]> {
  try {
    const body: unknown = await (await fetch("/api/docs")).json();
    const docs: unknown = isObject(body) ? body.docs : undefined;
    return Array.isArray(docs)
      ? docs.filter((one): one is ListedFile => isObject(one) && typeof one.path === "string")
      : [];
  } catch {
    return [];
  }
}

/** A file as a map or a replay reads it: its definition, or why there is none. */
export interface ReadFile {
  readonly definition?: JsonObject;
  readonly error?: string;
}

/** Reads a document of the server. */
export async function readFile(path: string): Promise<ReadFile> {
  try {
    const response = await fetch(`/api/file?doc=${encodeURIComponent(path)}`);
    const body: unknown = await response.json();
    if (!isObject(body)) return { error: "The server gave no document." };
    if (!response.ok) return { error: String(body.error ?? `The server answered ${response.status}.`) };
    if (typeof body.content !== "string") return { error: "There is no such file." };
    const value = unwrapped(parseJsonText(body.content));
    return isObject(value) ? { definition: value as JsonObject } : { error: "It holds no document." };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The definition in a machine's file, which may stand under a key of its own. */
function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return value;
  const inner = value.stateMachine ?? value.StateMachine;
  return isObject(inner) ? inner : value;
}

/** The files of a system's members, by the paths that the system has for them. */
export async function readMembers(systemPath: string, system: JsonObject): Promise<Map<string, ReadFile>> {
  const paths = membersOf(system as Parameters<typeof membersOf>[0]).map(({ name }) => name).filter((path) =>
    path !== ""
  );
  const read = await Promise.all(
    paths.map(async (path) => [path, await readFile(resolveMemberPath(systemPath, path))] as const),
  );
  return new Map(read);
}
