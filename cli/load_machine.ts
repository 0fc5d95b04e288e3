import { DocumentError, parseDocument, readDocumentText, revisionOf } from "@loom/bridge/document";
import { type MachineFormat, machineFormatOf, readMachineText } from "@loom/engine";
import {
  locateAll,
  LoomError,
  machineNameFrom,
  type MermaidRemark,
  type StateMachineDefinition,
  type TextPosition,
} from "@loom/protocol";
import { type Context, DEFAULT_DOCUMENT } from "./context.ts";
import { ReadError } from "./read_error.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "./read_standard_input.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

/** A machine as it was read. */
export interface LoadedMachine {
  /** The path as it was asked for. */
  readonly path: string;
  /** The definition, unwrapped. */
  readonly definition: StateMachineDefinition;
  /** The format of its text. */
  readonly format: MachineFormat;
  /** The key that wraps the definition, if one does. */
  readonly envelope: string | undefined;
  /** The hash of its bytes. */
  readonly revision: string;
  /** What could not be taken over from a Mermaid diagram as it stands. */
  readonly remarks: readonly MermaidRemark[];
  /** Finds the lines and columns of JSON pointers into the definition; only JSON has them. */
  readonly places: (pointers: Iterable<string>) => Map<string, TextPosition>;
}

/**
 * Reads a machine document, JSON, XML or `.fsm`, or a Mermaid state diagram; `-` is standard input.
 *
 * @param format The format; default: what the ending of the path or the text itself says.
 * @throws {LoomError} When it cannot be read, is of another kind, or cannot be taken as a machine at all.
 */
export async function loadMachine(
  context: Context,
  path: string,
  format?: MachineFormat,
): Promise<LoadedMachine> {
  const source = path === STANDARD_INPUT ? await standardInput(context) : await fileText(path);
  const { text, revision } = source;
  const found = { path, format: format ?? machineFormatOf(text, path), revision };
  if (found.format !== "json") {
    const name = path === STANDARD_INPUT || found.format === "xml" ? {} : { name: machineNameFrom(path) };
    const machine = reading(source.path, () => readMachineText(text, { format: found.format, ...name }));
    return { ...machine, ...found, envelope: undefined, places: () => new Map() };
  }
  const { envelope } = parseDocument(source, { kind: "machine" });
  return {
    ...found,
    definition: reading(source.path, () => readMachineText(text, { format: "json" }).definition),
    envelope,
    remarks: [],
    places: (pointers) => placesIn(text, envelope === undefined ? "" : `/${envelope}`, pointers),
  };
}

/** The document that a read command is to look at: its own word, else that of `--doc` or the environment. */
export function documentOf(context: Context, word: string | undefined): string {
  return word ?? context.doc;
}

async function fileText(path: string) {
  try {
    return await readDocumentText(path);
  } catch (error) {
    const isUnnamed = path === DEFAULT_DOCUMENT && error instanceof DocumentError &&
      error.code === "not_found";
    if (!isUnnamed) throw error;
    throw new DocumentError(
      "not_found",
      `No document is named, and there is no "${path}": name one, or make it with "loom new".`,
      path,
      { cause: error },
    );
  }
}

async function standardInput(context: Context) {
  const { text, bytes } = await readStandardInput(context.io.stdin);
  return { path: STANDARD_INPUT_NAME, realPath: "", text, revision: await revisionOf(bytes), mtime: 0 };
}

/** Names the document in what a parser says. */
function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof LoomError ? new ReadError(path, error) : error;
  }
}

function placesIn(text: string, prefix: string, pointers: Iterable<string>): Map<string, TextPosition> {
  const found = locateAll(text, Array.from(pointers, (pointer) => prefix + pointer));
  return new Map(Array.from(found, ([pointer, place]) => [pointer.slice(prefix.length), place]));
}
