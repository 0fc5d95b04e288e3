import {
  type AnyOp,
  type ArgumentHint,
  type CommandCall,
  commandWords,
  type Edit,
  type EditCommand,
  type MachineCommand,
  phraseText,
  type Refusal,
  refusalText,
} from "@loom/protocol";
import { type ToolAnswer, type ToolCall, ToolError } from "../tool.ts";
import { editAnswer, type EditData, type EditValues } from "./edit_answer.ts";

/** The most names in a refusal. */
const MOST_NAMES = 12;

/** Tools that are not called by the words of a command's id. */
const CALLED: Readonly<Record<string, string>> = {
  "document.load": "load_definition",
  "patch.apply": "apply_patch",
  "state.list": "list_states",
  "event.list": "list_events",
};

/**
 * Runs an edit on the active machine, and answers with its summary and notes.
 *
 * @param values The arguments of the edit.
 */
export async function editMachine<Arguments extends object>(
  call: ToolCall,
  options: EditValues,
  command: MachineCommand<Arguments>,
  values: Arguments,
): Promise<ToolAnswer<EditData>> {
  return await editDocument(call, options, command, values);
}

/** Runs an edit on the active document, and answers with its summary and notes. */
export async function editDocument<Doc extends object, Arguments extends object>(
  call: ToolCall,
  options: EditValues,
  command: EditCommand<Doc, AnyOp, Arguments>,
  values: Arguments,
): Promise<ToolAnswer<EditData>> {
  let text = "";
  return await editAnswer(call, options, (document: Doc) => {
    const result = command.run(document, values);
    if (!result.ok) throw refusedError(result.refusal);
    text = editText(result.value);
    return result.value.ops;
  }, () => text);
}

/** The summary and the notes of an edit, in the spelling of the tools. */
function editText({ summary, notes = [] }: Edit): string {
  const sentences = notes.map((note) => phraseText(typeof note === "string" ? note : note.text, spelled));
  return [summary, ...sentences].filter((sentence) => sentence !== "").join(" ");
}

/** The error of a refusal, in the spelling of the tools. */
function refusedError(refusal: Refusal): Error {
  if (refusal instanceof Error) return refusal;
  return new ToolError(refusal.code, refusalSentences(refusal), { refusal });
}

function refusalSentences(refusal: Refusal): string {
  const { code, message, alternatives: names = [], remedy = "" } = refusal;
  // A message that is a whole sentence has room for the names behind it.
  if (code !== "unknown_name" || !/[.?]$/.test(message)) return refusalText(refusal, spelled);
  const calls = typeof remedy === "string" ? [] : remedy.filter((part) => typeof part === "object");
  const call = calls.find((part) => "command" in part);
  const shown = names.slice(0, MOST_NAMES).map((one) => JSON.stringify(one)).join(", ");
  const there = names.length === 0
    ? "There are none."
    : names.length > MOST_NAMES
    ? `There are ${names.length}: ${
      call?.command.startsWith("state.") ? "list_states" : "list_events"
    } shows them.`
    : `There ${names.length === 1 ? "is" : "are"} ${shown}.`;
  // The names are listed already.
  if (call?.command.endsWith(".list")) return `${message} ${there}`;
  return refusalText({ code, message: `${message} ${there}`, remedy }, spelled);
}

/** A call or an argument as an agent writes it. */
function spelled(part: CommandCall | ArgumentHint): string {
  if ("argument" in part) return `${snakeCase(part.argument)}: ${JSON.stringify(part.value)}`;
  const { command, arguments: values = {}, words } = part;
  const name = CALLED[command] ?? commandWords(command).join("_");
  const given = Object.entries(values).map(([key, value]) => `${snakeCase(key)} ${JSON.stringify(value)}`);
  const suffix = given.length === 0 ? "" : ` with ${given.join(" and ")}`;
  return `${words === undefined ? "" : "call "}${name}${suffix}`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
