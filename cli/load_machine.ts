import { parseDocument, readDocumentText, revisionOf } from "@loom/bridge/document";
import { parseText } from "@loom/engine";
import {
  isMermaidText,
  locateAll,
  LoomError,
  type MermaidRemark,
  parseMermaid,
  type StateMachineDefinition,
  type TextPosition,
} from "@loom/protocol";
import type { Context } from "./context.ts";
import { machineNameFrom } from "./machine_name.ts";
import { ReadError } from "./read_error.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "./read_standard_input.ts";

/** The path that stands for standard input. */
export const STANDARD_INPUT = "-";

/** The formats that machines are read from. */
export type MachineFormat = "json" | "xml" | "mermaid";

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
  const source = path === STANDARD_INPUT ? await standardInput(context) : await readDocumentText(path);
  const { text, revision } = source;
  const found = { path, format: format ?? formatOf(path, text), revision };
  const without = { envelope: undefined, remarks: [], places: () => new Map() };
  if (found.format === "mermaid") {
    const name = path === STANDARD_INPUT ? {} : { name: machineNameFrom(path) };
    return { ...without, ...reading(source.path, () => parseMermaid(text, name)), ...found };
  }
  if (found.format === "xml") {
    const definition = reading(source.path, () => parseText(text, "machine.xml"));
    return { ...without, ...found, definition };
  }
  const { envelope } = parseDocument(source, "machine");
  return {
    ...found,
    definition: reading(source.path, () => parseText(text, "machine.json")),
    envelope,
    remarks: [],
    places: (pointers) => placesIn(text, envelope === undefined ? "" : `/${envelope}`, pointers),
  };
}

function formatOf(path: string, text: string): MachineFormat {
  if (/\.json$/i.test(path)) return "json";
  if (/\.(?:mmd|mermaid|md|markdown)$/i.test(path)) return "mermaid";
  const [first] = /[^\s\uFEFF]/.exec(text) ?? [];
  if (first === "<") return "xml";
  return first !== "{" && first !== "[" && isMermaidText(text) ? "mermaid" : "json";
}

/** The document that a read command is to look at: its own word, else that of `--doc` or the environment. */
export function documentOf(context: Context, word: string | undefined): string {
  return word ?? context.doc;
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
