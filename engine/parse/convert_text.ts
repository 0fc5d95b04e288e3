import {
  documentEnvelope,
  inexactNumbers,
  isObject,
  type LeftOut,
  leftOutOfMermaid,
  locate,
  parseJsonText,
  positionAt,
  repeatedKeys,
  type TextRemark,
  toPointer,
} from "@loom/protocol";
import {
  type MachineFormat,
  machineFormatOf,
  type MachineTextOptions,
  readMachineText,
  type WriteMachineOptions,
  writeMachineText,
} from "./machine_text.ts";

/** A machine in another format. */
export interface ConvertedText {
  /** The text; its last line is ended. */
  readonly text: string;
  /** The parts of the source that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
  /** Parts that the other format has no place for. */
  readonly leftOut: readonly LeftOut[];
  /** The machines inside the source as documents, by the path that they have from this one. Default: none. */
  readonly parts?: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Writes the machine of a text in another format. Numbers keep their text, and what is lost is listed.
 *
 * @throws {LoomError} What {@linkcode readMachineText} and {@linkcode writeMachineText} throw.
 *
 * @example
 * ```ts
 * import { convertMachineText } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const { text } = convertMachineText('{ "state": { "name": "Lamp", "watts": 1e999 } }', "json", { bare: true });
 * assertEquals(text.split("\n")[3], '    "watts": 1e999');
 * ```
 */
export function convertMachineText(
  source: string,
  format: MachineFormat,
  options: MachineTextOptions & WriteMachineOptions = {},
): ConvertedText {
  const from = options.format ?? machineFormatOf(source, options.path);
  const { definition, remarks } = readMachineText(source, { ...options, format: from, exactNumbers: true });
  return {
    text: writeMachineText(definition, format, options),
    remarks: from === "json"
      ? [...remarks, ...besideDefinition(source), ...repeatedRemarks(source)]
      : remarks,
    leftOut: format === "mermaid" ? leftOutOfMermaid(definition) : [],
  };
}

/** The parts of a JSON text that are lost when a document takes its definition over: members beside it, the
 * earlier values of repeated keys, and exact numbers. */
export function lossesOfJson(source: string): TextRemark[] {
  return [...besideDefinition(source), ...repeatedRemarks(source), ...inexactRemarks(source)];
}

function besideDefinition(source: string): TextRemark[] {
  const document = parseJsonText(source);
  const envelope = documentEnvelope(document);
  if (envelope === undefined || !isObject(document)) return [];
  return Object.keys(document).filter((name) => name !== envelope).map((name) => ({
    code: "left_out",
    message: `The member "${name}" beside "${envelope}" was left out.`,
    ...locate(source, toPointer([name])) ?? { line: 1, column: 1 },
  }));
}

function repeatedRemarks(source: string): TextRemark[] {
  return repeatedKeys(source).map(({ key, first, last }) => ({
    code: "repeated_key",
    message:
      `The key ${JSON.stringify(key)} is repeated: the value at line ${last.line}, column ${last.column}, ` +
      "counts, and the earlier ones were left out.",
    ...first,
  }));
}

/** The numbers that change their value in a program, as one remark. */
function inexactRemarks(source: string): TextRemark[] {
  const [first, ...others] = inexactNumbers(source);
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return [{
    code: "inexact_number",
    message: `The number ${first.text} became ${first.becomes}${more}: no 64-bit number has that value.`,
    ...positionAt(source, first.offset),
  }];
}
