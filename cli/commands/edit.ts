import {
  type AnyOp,
  type CommandCall,
  commandWords,
  type EditCommand,
  type FieldShape,
  type JsonObject,
  parseType,
  type Refusal,
  refusalText,
  type TypeExpression,
} from "@loom/protocol";
import { type AnyValues, flagOf, type Value } from "../command.ts";
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
  let notes: readonly string[] = [];
  const exit = await mutate(context, editValues(values), (document: JsonObject) => {
    const plan = planOf(command, document, given, commands);
    notes = plan.notes;
    return plan.ops;
  });
  for (const note of notes) context.remark(note);
  return exit;
}

/**
 * The operations and the notes of an edit.
 *
 * @throws {RefusedError} When the edit is refused.
 */
export function planOf<Doc extends object, Arguments extends Readonly<Record<string, unknown>>>(
  command: EditCommand<Doc, AnyOp, Arguments>,
  document: Doc,
  values: Arguments,
  commands: readonly EditCommand[],
): { readonly ops: readonly AnyOp[]; readonly notes: readonly string[] } {
  const result = command.run(document, values);
  if (!result.ok) throw refusedError(result.refusal, commands);
  const { ops, notes = [] } = result.value;
  return { ops, notes };
}

/** The error of a refusal, in the spelling of the command line. */
export function refusedError(refusal: Refusal, commands: readonly EditCommand[] = []): Error {
  if (refusal instanceof Error) return refusal;
  return new RefusedError(refusal.code, refusalText(refusal, (call) => callText(call, commands)));
}

/** A call of a command as a person types it: `"loom add-state --kind final"`. */
function callText(
  { command, arguments: values = {} }: CommandCall,
  commands: readonly EditCommand[],
): string {
  const fields = commands.find(({ id }) => id === command)?.arguments ?? [];
  const parts = Object.entries(values).map(([name, value]) => {
    if (fields.some((field) => field.name === name && field.required)) return String(value);
    return value === true ? flagOf(name) : `${flagOf(name)} ${value}`;
  });
  return `"${["loom", commandWords(command).join("-"), ...parts].join(" ")}"`;
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
    const of = expression.kind === "array" ? expression.of : expression;
    return value.length === 0 && !required ? undefined : value.map((one) => itemValue(name, of, one));
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
