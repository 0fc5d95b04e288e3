import {
  isMermaidText,
  isObject,
  isPlantUmlMachine,
  leftOutOfMermaid,
  LoomError,
  orList,
  type StateMachineDefinition,
  type TextFormat,
  writeMachineD2,
  writeMachineDot,
  writeMachineDrawio,
  writeMachinePlantUml,
} from "@loom/protocol";

/** Lazy import: the parsers are large, and most programs need JSON only. */
const loadText = () => import("../parse/machine_text.ts");

/** The root element of SCXML, behind what may stand before it. */
const SCXML = /^[\s\uFEFF]*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)*<(?:[\w.-]+:)?scxml[\s>/]/;

/** A call that makes a machine of XState, with an object or with a name. */
const XSTATE_SOURCE = /\b(?:createMachine|Machine)\s*(?:<[^()]*>)?\(/;

/** True for TypeScript or JavaScript that may make a machine of XState: by the ending of its file, else by the text. */
export function isXStateSource(text: string, path: string = ""): boolean {
  return /\.[cm]?[jt]sx?$/i.test(path) || (!/^[\s\uFEFF]*[<{[]/.test(text) && XSTATE_SOURCE.test(text));
}

/** The text formats of machines other than JSON, one row a format. The first row that matches a text reads it. */
export const MACHINE_FORMATS: readonly TextFormat<StateMachineDefinition>[] = [
  {
    name: "xstate",
    endings: [".machine.ts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
    isJson: true,
    matches: (text, path) => isXStateSource(text, path) || isConfig(text),
    read: async (text, name) =>
      /^[\s\uFEFF]*\{/.test(text)
        ? (await import("./xstate/read_config.ts")).readXStateConfig(text, name)
        : (await import("./xstate/source/read_source.ts")).readXStateSource(text, name),
    write: async (definition) => (await import("./xstate/write/write_xstate.ts")).writeXState(definition),
  },
  {
    name: "xstate-json",
    endings: [".xstate.json"],
    matches: () => false,
    write: async (definition) => (await import("./xstate/write/write_xstate.ts")).writeXStateJson(definition),
  },
  {
    name: "mermaid",
    endings: [".mmd", ".mermaid"],
    matches: (text, path) =>
      /\.(?:mmd|mermaid|md|markdown)$/i.test(path) ||
      (!/^[\s\uFEFF]*[<{[]/.test(text) && isMermaidText(text)),
    read: async (text, name) =>
      (await loadText()).readMachineText(text, {
        format: "mermaid",
        ...(name === undefined ? {} : { name }),
      }),
    write: async (definition) => ({
      text: (await loadText()).writeMachineText(definition, "mermaid"),
      leftOut: leftOutOfMermaid(definition),
    }),
  },
  {
    name: "scxml",
    endings: [".scxml"],
    matches: (text, path) => /\.scxml$/i.test(path) || SCXML.test(text.slice(0, 4096)),
    read: async (text, name, file) =>
      (await import("./scxml/read_scxml.ts")).readScxmlWithFiles(text, name, file),
    write: async (definition) => (await import("./scxml/write_scxml.ts")).writeScxml(definition),
  },
  {
    name: "xml",
    endings: [".smdf.xml", ".xml", ".fsm"],
    matches: (text) => /^[\s\uFEFF]*</.test(text),
    read: async (text) => (await loadText()).readMachineText(text, { format: "xml" }),
    write: async (definition) => ({
      text: (await loadText()).writeMachineText(definition, "xml"),
      leftOut: [],
    }),
  },
  {
    name: "sismic",
    endings: [".yaml", ".yml"],
    matches: (text) => /^statechart\s*:/m.test(text) && /^\s+root state\s*:/m.test(text),
    read: async (text, name) => (await import("./sismic/read_sismic.ts")).readSismic(text, name),
  },
  {
    name: "plantuml",
    endings: [".puml", ".plantuml"],
    matches: isPlantUmlMachine,
    read: async (text, name) => (await loadText()).readMachinePlantUml(text, name),
    write: (definition) => Promise.resolve(writeMachinePlantUml(definition)),
  },
  {
    name: "asl",
    endings: [".asl.json"],
    matches: () => false,
    write: async (definition) => (await import("./asl/write_asl.ts")).writeAsl(definition),
  },
  {
    name: "dot",
    endings: [".dot", ".gv"],
    matches: () => false,
    write: (definition) => Promise.resolve(writeMachineDot(definition)),
  },
  {
    name: "d2",
    endings: [".d2"],
    matches: () => false,
    write: (definition) => Promise.resolve(writeMachineD2(definition)),
  },
  {
    name: "drawio",
    endings: [".drawio"],
    matches: () => false,
    write: (definition) => Promise.resolve(writeMachineDrawio(definition)),
  },
];

/** True for the configuration of a machine of XState, whose states are an object by key. */
function isConfig(text: string): boolean {
  if (!/"states"\s*:\s*\{/.test(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isObject(value["states"]) && value["state"] === undefined;
  } catch {
    return false;
  }
}

/** The endings of the files of JSON, the usual one first. */
const JSON_ENDINGS = [".smdf.json", ".json"] as const;

/** A format that machines are written in. */
export interface MachineWriter {
  /** Its name: `json`, or that of a row. */
  readonly name: string;
  /** The endings of its files, the usual one first. */
  readonly endings: readonly [string, ...string[]];
}

/** The names of the formats that machines are read from. */
export function readableFormats(): string[] {
  return ["json", ...MACHINE_FORMATS.filter(({ read }) => read !== undefined).map(({ name }) => name)];
}

/** The names of the formats that machines are written in. */
export function writableFormats(): string[] {
  return ["json", ...MACHINE_FORMATS.filter(({ write }) => write !== undefined).map(({ name }) => name)];
}

/**
 * The format that a machine is to be written in: by its name, else by the longest ending that a path has.
 *
 * @throws {LoomError} `unknown_format` with the formats that there are.
 *
 * @example
 * ```ts
 * import { machineWriter } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(machineWriter(undefined, "door.mmd").name, "mermaid");
 * ```
 */
export function machineWriter(name: string | undefined, path: string = ""): MachineWriter {
  const rows: readonly MachineWriter[] = [
    { name: "json", endings: JSON_ENDINGS },
    ...MACHINE_FORMATS.flatMap(({ name, endings: [ending, ...others], write }) =>
      write === undefined || ending === undefined ? [] : [{ name, endings: [ending, ...others] as const }]
    ),
  ];
  const found = name === undefined ? byEnding(rows, path) : rows.find((row) => row.name === name);
  if (found !== undefined) return found;
  const what = name !== undefined
    ? `${name} is no format that state machines are written in`
    : path === ""
    ? "No format is named"
    : `The ending of "${path}" names no format of state machines`;
  throw new LoomError("unknown_format", `${what}: give ${orList(writableFormats())}.`);
}

function byEnding(rows: readonly MachineWriter[], path: string): MachineWriter | undefined {
  const lower = path.toLowerCase();
  const lengthOf = ({ endings }: MachineWriter) =>
    Math.max(0, ...endings.map((ending) => lower.endsWith(ending) ? ending.length : 0));
  return rows.filter((row) => lengthOf(row) > 0).sort((one, other) => lengthOf(other) - lengthOf(one))[0];
}
