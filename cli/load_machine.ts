import { parseDocument, readDocumentText, revisionOf } from "@loom/bridge/document";
import { parseText } from "@loom/engine";
import { locateAll, LoomError, type StateMachineDefinition, type TextPosition } from "@loom/protocol";
import type { Context } from "./context.ts";
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
  readonly format: "json" | "xml";
  /** The key that wraps the definition, if one does. */
  readonly envelope: string | undefined;
  /** The hash of its bytes. */
  readonly revision: string;
  /** Finds the lines and columns of JSON pointers into the definition; nothing is found in XML. */
  readonly places: (pointers: Iterable<string>) => Map<string, TextPosition>;
}

/**
 * Reads a machine document, JSON, XML or `.fsm`; `-` is standard input.
 *
 * @throws {LoomError} When it cannot be read, is of another kind, or cannot be taken as a machine at all.
 */
export async function loadMachine(context: Context, path: string): Promise<LoadedMachine> {
  const source = path === STANDARD_INPUT ? await standardInput(context) : await readDocumentText(path);
  const { text, revision } = source;
  const isXml = /^\uFEFF?\s*</.test(text) && !path.toLowerCase().endsWith(".json");
  if (isXml) {
    const definition = parsed(source.path, text, "machine.xml");
    return { path, definition, format: "xml", envelope: undefined, revision, places: () => new Map() };
  }
  const { envelope } = parseDocument(source, "machine");
  return {
    path,
    definition: parsed(source.path, text, "machine.json"),
    format: "json",
    envelope,
    revision,
    places: (pointers) => placesIn(text, envelope === undefined ? "" : `/${envelope}`, pointers),
  };
}

/** The document that a read command is to look at: its own word, else that of `--doc` or the environment. */
export function documentOf(context: Context, word: string | undefined): string {
  return word ?? context.doc;
}

async function standardInput(context: Context) {
  const { text, bytes } = await readStandardInput(context.io.stdin);
  return { path: STANDARD_INPUT_NAME, realPath: "", text, revision: await revisionOf(bytes), mtime: 0 };
}

function parsed(path: string, text: string, name: string): StateMachineDefinition {
  try {
    return parseText(text, name);
  } catch (error) {
    throw error instanceof LoomError ? new ReadError(path, error) : error;
  }
}

function placesIn(text: string, prefix: string, pointers: Iterable<string>): Map<string, TextPosition> {
  const found = locateAll(text, Array.from(pointers, (pointer) => prefix + pointer));
  return new Map(Array.from(found, ([pointer, place]) => [pointer.slice(prefix.length), place]));
}
