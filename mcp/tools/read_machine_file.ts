import { readDocumentText } from "@loom/bridge/document";
import { type ReadMachine, readMachine, type ReadMachineOptions } from "@loom/engine";
import { LoomError } from "@loom/protocol";
import { refuseLocked } from "../session/document_errors.ts";
import type { Session } from "../session/session.ts";
import { ToolError } from "../tool.ts";

/**
 * Reads the text of a file that a client names, inside the root.
 *
 * @throws {DocumentError} Why it cannot be read.
 */
export async function readFileText(session: Session, path: string): Promise<string> {
  refuseLocked(session, " Give the definition as text.");
  const { root } = session.options;
  const realPath = await session.resolve(path);
  return (await readDocumentText(realPath, root === undefined ? {} : { root })).text;
}

/**
 * Takes a text as a machine.
 *
 * @param what What the text is, for the sentence.
 * @param advice What to do when it is none.
 * @throws {ToolError} Where it breaks off.
 */
export async function machineIn(
  text: string,
  options: ReadMachineOptions,
  what: string,
  advice: string,
): Promise<ReadMachine> {
  try {
    return await readMachine(text, options);
  } catch (cause) {
    if (!(cause instanceof LoomError)) throw cause;
    throw new ToolError(cause.code, `${what} is no machine: ${cause.message} ${advice}`, { cause });
  }
}
