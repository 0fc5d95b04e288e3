import {
  LoomError,
  orList,
  type ReadFile,
  type StateMachineDefinition,
  type TextDocument,
} from "@loom/protocol";
import { type ConvertedText, convertMachineText } from "../parse/convert_text.ts";
import {
  type MachineFormat,
  machineFormatOf,
  readMachineText,
  writeMachineText,
} from "../parse/machine_text.ts";
import { MACHINE_FORMATS, readableFormats } from "./formats.ts";

/** Options of {@linkcode readMachine}. */
export interface ReadMachineOptions {
  /** The name of the format of the text. Default: by the ending of the path, else by the text. */
  readonly from?: string | undefined;
  /** The name of the file. */
  readonly path?: string;
  /** The machine's name where the text gives none. */
  readonly name?: string;
  /** Reads a file that the text names. Default: what such files hold is left out. */
  readonly file?: ReadFile;
}

/** A machine that was read from a text. */
export interface ReadMachine extends TextDocument<StateMachineDefinition> {
  /** The name of the format. */
  readonly format: string;
}

/** Options of {@linkcode convertMachine}. */
export interface ConvertMachineOptions extends ReadMachineOptions {
  /** True when JSON has the definition alone, without `stateMachine` around it. Default: `false`. */
  readonly bare?: boolean;
}

/** The formats that keep the text of numbers. */
const EXACT: ReadonlySet<string> = new Set<MachineFormat>(["json", "xml", "mermaid"]);

/**
 * Writes the machine of a text in any other format, and lists what is lost on the way.
 *
 * @param to The name of the format, as `machineWriter` gives it.
 * @throws {LoomError} `unknown_format`, and what the reader and the writer throw.
 *
 * @example
 * ```ts
 * import { convertMachine } from "@loom/engine";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = await convertMachine("stateDiagram-v2\n  Off --> On : press\n", "json", { path: "lamp.mmd" });
 * assertStringIncludes(text, '"nextState": "On"');
 * ```
 */
export async function convertMachine(
  text: string,
  to: string,
  options: ConvertMachineOptions = {},
): Promise<ConvertedText> {
  const { path = "", name, bare = false } = options;
  const from = options.from ?? formatOf(text, path);
  if (EXACT.has(from) && EXACT.has(to)) {
    const format = from as MachineFormat;
    return convertMachineText(text, to as MachineFormat, {
      format,
      path,
      bare,
      ...(name === undefined ? {} : { name }),
    });
  }
  const { definition, remarks, parts = [] } = await readMachine(text, { ...options, from });
  const json = (machine: StateMachineDefinition) => writeMachineText(machine, "json", { bare });
  const inside = parts.map((part) => ({ path: part.path, text: json(part.definition) }));
  const more = inside.length === 0 ? {} : { parts: inside };
  if (to === "json") return { text: json(definition), remarks, leftOut: [], ...more };
  const writer = MACHINE_FORMATS.find((row) => row.name === to);
  if (writer?.write === undefined) {
    throw new LoomError("unknown_format", `${to} is no format that state machines are written in.`);
  }
  return { remarks, ...await writer.write(definition), ...more };
}

/** The name of the format of a text: by the first row that it matches, else by the ending, else by its first character. */
function formatOf(text: string, path: string): string {
  const readable = MACHINE_FORMATS.filter(({ read }) => read !== undefined);
  const hasEnding = (ending: string) => path.toLowerCase().endsWith(ending);
  const row = readable.find((one) => one.matches(text, path)) ??
    readable.find(({ endings }) => endings.some(hasEnding));
  return row === undefined || isDocument(path, row.isJson) ? machineFormatOf(text, path) : row.name;
}

/** True for a file that can only be a document: only formats that are JSON share its ending. */
function isDocument(path: string, isJson: boolean | undefined): boolean {
  return /\.json$/i.test(path) && isJson !== true;
}

/**
 * Reads a machine from a text in any format.
 *
 * @throws {LoomError} `unknown_format`, and what the reader throws.
 *
 * @example
 * ```ts
 * import { readMachine } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { format, definition } = await readMachine("stateDiagram-v2\n  Off --> On : press\n", { name: "Lamp" });
 * assertEquals([format, definition.settings.name], ["mermaid", "Lamp"]);
 * ```
 */
export async function readMachine(text: string, options: ReadMachineOptions = {}): Promise<ReadMachine> {
  const { path = "", name } = options;
  const format = options.from ?? formatOf(text, path);
  if (format === "json") return readMachineText(text, { format });
  const row = MACHINE_FORMATS.find((one) => one.name === format);
  if (row?.read !== undefined) return { ...await row.read(text, name, options.file), format };
  throw new LoomError(
    "unknown_format",
    `${format} is no format that state machines are read from: give ${orList(readableFormats())}.`,
  );
}
