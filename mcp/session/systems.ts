import { type LoadedSystem, systemListing, systemOf } from "@loom/bridge/system";
import { dirname } from "@std/path";
import { ToolError } from "../tool.ts";
import type { Session } from "./session.ts";

/** The system that each session made, edited or checked last. */
const LAST = new WeakMap<Session, string>();

/** Remembers a system for calls that name none. */
export function rememberSystem(session: Session, path: string): void {
  LAST.set(session, path);
}

/**
 * The system that a call is about: the given one, else the active document, else the nearest that lists the active
 * document, else the one that the session used last.
 *
 * @throws {ToolError} `no_system` when there is none.
 */
export async function systemPath(session: Session, given?: string): Promise<string> {
  if (given !== undefined) return session.absolute(given);
  if (session.kind === "system") return session.path;
  const path = (await systemListing(session.path, bounds(session)))?.path ?? LAST.get(session);
  if (path !== undefined) return path;
  throw noSystem(session);
}

/** Reads the system that a call is about, with its members; for a scenario in none, the documents beside it. */
export async function readSystem(
  session: Session,
  given?: string,
  document: string = session.path,
): Promise<LoadedSystem> {
  const { options: { root } } = session;
  if (given === undefined && (session.kind !== "system" || document !== session.path)) {
    const found = await systemOf(document, bounds(session));
    if (found !== undefined) return found;
  }
  const path = await systemPath(session, given);
  const system = await systemOf(await session.resolve(path), { root });
  if (system !== undefined) return system;
  throw new ToolError("wrong_ending", `"${given}" is no system: name a .sysdf.json file.`);
}

/** Works on a system in a session of its own, unless it is the active document. */
export async function withSystem<Value>(
  session: Session,
  given: string | undefined,
  work: (session: Session) => Promise<Value>,
): Promise<Value> {
  const path = await systemPath(session, given);
  rememberSystem(session, path);
  if (path === session.path) return await work(session);
  const other = session.beside(await session.resolve(path));
  try {
    return await work(other);
  } finally {
    await other.close();
  }
}

/** The folder above which no system is looked for: the root, else the working folder or that of the document. */
function bounds({ options: { root } }: Session) {
  return { root };
}

function noSystem({ path }: Session): ToolError {
  return new ToolError(
    "no_system",
    `No system lists ${path}, in ${dirname(path)} or above it: name one as system, or call create_system.`,
  );
}
