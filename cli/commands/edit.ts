import {
  type AnyKind,
  type AnyOp,
  type ArgumentHint,
  type CommandCall,
  commandWords,
  type EditCommand,
  type FieldShape,
  itemType,
  type JsonObject,
  MACHINE_COMMANDS,
  type MachineCommand,
  parseType,
  phraseText,
  type Refusal,
  refusalText,
  type StateMachineDefinition,
  type TypeExpression,
} from "@loom/protocol";
import { type AnyValues, flagOf, type Value } from "../command_spec.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../exit_code.ts";
import { type EditValues, mutate } from "../mutate.ts";
import { RefusedError, UsageError } from "../usage_error.ts";

/**
 * Runs an edit on the document of a command.
 *
 * @param commands All edits of that kind of document.
 */
export async function runEdit(
  context: Context,
  values: AnyValues,
  command: EditCommand,
  commands: readonly EditCommand[],
): Promise<ExitCode> {
  const given = Object.fromEntries(
    command.arguments.flatMap((field) => {
      const value = argumentValue(field, values[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
  return await edit(context, editValues(values), (document: JsonObject) => [
    planOf(command, document, given, commands),
  ]);
}

/**
 * Runs an edit on the machine of a command.
 *
 * @param values The arguments, or a function that finds them in the machine.
 */
export async function editMachine<Arguments extends object>(
  context: Context,
  options: EditValues,
  command: MachineCommand<Arguments>,
  values: Arguments | ((machine: StateMachineDefinition) => Arguments),
): Promise<ExitCode> {
  return await edit(context, options, (machine: StateMachineDefinition) => [
    planMachine(context, machine, command, typeof values === "function" ? values(machine) : values),
  ]);
}

/** Runs several edits as one. */
export async function edit<Doc extends object>(
  context: Context,
  options: EditValues,
  plan: (document: Doc, row: AnyKind) => readonly PlannedEdit[],
): Promise<ExitCode> {
  let plans: readonly PlannedEdit[] = [];
  const exit = await mutate(context, options, (document: Doc, row) => {
    plans = plan(document, row);
    return plans.flatMap(({ ops }) => ops);
  });
  for (const note of plans.flatMap(({ notes }) => notes)) context.remark(note);
  return exit;
}

/** The operations of an edit, and the notes for a person. */
export interface PlannedEdit {
  readonly ops: readonly AnyOp[];
  readonly notes: readonly string[];
}

/**
 * Plans an edit of a machine.
 *
 * @throws {RefusedError} When the edit is refused.
 */
export function planMachine<Arguments extends object>(
  { doc }: Pick<Context, "doc">,
  machine: StateMachineDefinition,
  command: MachineCommand<Arguments>,
  values: Arguments,
): PlannedEdit {
  return planOf(
    command,
    machine,
    values,
    MACHINE_COMMANDS as readonly object[] as readonly EditCommand[],
    doc,
  );
}

/** Plans an edit of a document. */
export function planOf<Doc extends object, Arguments extends object>(
  command: EditCommand<Doc, AnyOp, Arguments>,
  document: Doc,
  values: Arguments,
  commands: readonly EditCommand[],
  path?: string,
): PlannedEdit {
  const result = command.run(document, values);
  if (!result.ok) throw refusedError(result.refusal, commands, path);
  const { ops, notes = [] } = result.value;
  return {
    ops,
    notes: notes.flatMap((note) =>
      typeof note === "string" ? [note] : note.brief === undefined ? [] : [note.brief]
    ),
  };
}

/** Refusals that a person understands without advice. */
const PLAIN: ReadonlySet<string> = new Set(["root", "not_inside", "no_regions"]);

/** The error of a refusal, in the spelling of the command line. */
export function refusedError(
  refusal: Refusal,
  commands: readonly EditCommand[] = [],
  path: string | undefined = undefined,
): Error {
  if (refusal instanceof Error) return refusal;
  const { code, message } = refusal;
  const spell = (part: CommandCall | ArgumentHint) => spelled(part, commands);
  const text = PLAIN.has(code) || (code === "unknown_name" && message.endsWith("?"))
    ? refusalText({ code, message }, spell)
    : code === "duplicate"
    ? `${message.replace(/ \([^)]*\)$/, "")}; ${firstAdvice(phraseText(refusal.remedy ?? "", spell))}.`
    : code === "no_root" && path !== undefined
    ? refusalText({ ...refusal, message: message.replace("The machine", JSON.stringify(path)) }, spell)
    : refusalText(
      { ...refusal, message: code === "unknown_name" ? message.replace(/\.$/, "") : message },
      spell,
    );
  return new RefusedError(refusal, text);
}

function firstAdvice(advice: string): string {
  return advice.split(", or ")[0] ?? "";
}

/** Commands that the command line calls by other words than those of their ids. */
const CALLED: Readonly<Record<string, string>> = {
  "document.load": "load",
  "patch.apply": "apply",
  "state.list": "list states",
  "event.list": "list events",
  "parallel.set": "update-state",
  "prompt.set": "update-state",
};

function spelled(part: CommandCall | ArgumentHint, commands: readonly EditCommand[]): string {
  if ("argument" in part) return flagOf(part.argument);
  return part.words ?? callText(part, commands);
}

/** A call of a command as a person types it: `"loom add-state --kind final"`. */
function callText(
  { command, arguments: values = {} }: CommandCall,
  commands: readonly EditCommand[],
): string {
  const fields = commands.find(({ id }) => id === command)?.arguments;
  const parts = Object.entries(values).map(([name, value]) => {
    const isWord = fields === undefined || fields.some((field) => field.name === name && field.required);
    if (isWord) return String(value);
    return value === true ? flagOf(name) : `${flagOf(name)} ${value}`;
  });
  return `"${["loom", CALLED[command] ?? commandWords(command).join("-"), ...parts].join(" ")}"`;
}

function editValues({ dryRun, revision, requireLive }: AnyValues): EditValues {
  return {
    dryRun: dryRun === true,
    requireLive: requireLive === true,
    ...(typeof revision === "string" ? { revision } : {}),
  };
}

/** The value of an argument; `undefined` for one that is not given. */
function argumentValue({ name, type, required }: FieldShape, value: Value): unknown {
  const expression = parseType(type);
  if (Array.isArray(value)) {
    if (value.length === 0 && !required) return undefined;
    const items = value.map((one) => itemValue(name, itemType(expression) ?? expression, one));
    // Where one value is enough, one is no list.
    return expression.kind === "union" && items.length === 1 ? items[0] : items;
  }
  if (value === undefined || (value === false && !required)) return undefined;
  return itemValue(name, expression, value);
}

function itemValue(name: string, type: TypeExpression, value: Value): unknown {
  if (typeof value !== "string") return value;
  if (type.kind === "primitive" && type.name === "boolean") return value === "true";
  const members = type.kind === "union" ? type.of : [type];
  const isText = members.some((member) =>
    member.kind === "literal" || (member.kind === "primitive" && member.name === "string")
  );
  if (isText) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`"${name}" cannot be "${value}": give a value written as JSON.`);
  }
}
