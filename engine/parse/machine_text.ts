import {
  isMermaidText,
  LoomError,
  parseMermaid,
  renderMermaid,
  type StateMachineDefinition,
  type TextRemark,
} from "@loom/protocol";
import { parseJson } from "./json.ts";
import { readXml } from "./xml.ts";
import { writeXml } from "./xml_text.ts";

export { readMachinePlantUml } from "@loom/protocol";

/** The formats that machines are read from and written in. */
export type MachineFormat = "json" | "xml" | "mermaid";

/** A machine as a text tells it. */
export interface MachineText {
  /** The definition, unwrapped. */
  readonly definition: StateMachineDefinition;
  /** The format of the text. */
  readonly format: MachineFormat;
  /** The parts of the text that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
}

/** Options of {@linkcode readMachineText}. */
export interface MachineTextOptions {
  /** The name of the file, whose ending may tell the format. */
  readonly path?: string;
  /** The format. Default: what the ending of the path, else the text itself says. */
  readonly format?: MachineFormat;
  /** The machine's name where the text gives none, as in a Mermaid diagram. */
  readonly name?: string;
  /** Keeps the text of numbers, for {@linkcode writeMachineText} alone. Default: `false`. */
  readonly exactNumbers?: boolean;
}

/** The endings of file names by format, the usual one first. */
export const MACHINE_ENDINGS: Readonly<Record<MachineFormat, readonly [string, ...string[]]>> = {
  json: [".smdf.json", ".json"],
  xml: [".smdf.xml", ".xml", ".fsm"],
  mermaid: [".mmd", ".mermaid"],
};

/** The format that the ending of a file's name tells; `undefined` when it does not. */
export function machineFormatOfPath(path: string): MachineFormat | undefined {
  const name = path.toLowerCase();
  const formats = Object.keys(MACHINE_ENDINGS) as MachineFormat[];
  return formats.find((format) => MACHINE_ENDINGS[format].some((ending) => name.endsWith(ending)));
}

/** The format of a text: as the name of its file tells, else as the text begins. */
export function machineFormatOf(text: string, path = ""): MachineFormat {
  if (/\.json$/i.test(path)) return "json";
  if (/\.(?:mmd|mermaid|md|markdown)$/i.test(path)) return "mermaid";
  const [first] = /[^\s\uFEFF]/.exec(text) ?? [];
  if (first === "<") return "xml";
  return first !== "{" && first !== "[" && isMermaidText(text) ? "mermaid" : "json";
}

/**
 * Reads a machine from a text in any format: JSON, XML or a Mermaid state diagram.
 *
 * @throws {LoomError} What the parser of the format throws.
 *
 * @example
 * ```ts
 * import { readMachineText } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { format, definition } = readMachineText("stateDiagram-v2\n  Off --> On : press\n", { name: "Lamp" });
 * assertEquals([format, definition.settings.name], ["mermaid", "Lamp"]);
 * ```
 */
export function readMachineText(text: string, options: MachineTextOptions = {}): MachineText {
  const format = options.format ?? machineFormatOf(text, options.path);
  if (format === "mermaid") {
    const { name } = options;
    return { ...parseMermaid(text, name === undefined ? {} : { name }), format };
  }
  const { exactNumbers = false } = options;
  if (format === "xml") return { ...readXml(text, { exactNumbers }), format };
  return { definition: parseJson(text, { exactNumbers }), format, remarks: [] };
}

/** Options of {@linkcode writeMachineText}. */
export interface WriteMachineOptions {
  /** True when JSON has the definition alone, without `stateMachine` around it. Default: `false`. */
  readonly bare?: boolean;
}

/**
 * Writes a machine as text in a format; the last line is ended.
 *
 * @throws {LoomError} With code `too_deep`, when it nests deeper than the format can be written.
 *
 * @example
 * ```ts
 * import { writeMachineText } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const lamp = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * assertEquals(JSON.parse(writeMachineText(lamp, "json")), { stateMachine: lamp });
 * ```
 */
export function writeMachineText(
  definition: StateMachineDefinition,
  format: MachineFormat,
  options: WriteMachineOptions = {},
): string {
  if (format === "json") {
    return jsonTextOf(options.bare ? definition : { stateMachine: definition });
  }
  const text = format === "xml" ? writeXml(definition) : renderMermaid(definition);
  return text.endsWith("\n") ? text : text + "\n";
}

function jsonTextOf(document: object): string {
  try {
    return JSON.stringify(document, null, 2) + "\n";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message =
      "The machine nests too deep, or is too large, to be written as JSON: make it flatter or split it.";
    throw new LoomError("too_deep", message, { cause: error });
  }
}
