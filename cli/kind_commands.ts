import type { AnyKind, EditCommand, FieldShape, KindTable, TypeExpression } from "@loom/protocol";
import { commandWords, itemType, parseType } from "@loom/protocol/words";
import type { Command } from "./command.ts";
import type { Argument, Option, Options } from "./command_spec.ts";
import { EDIT_OPTIONS } from "./table/options.ts";

/**
 * The commands of a program for some kinds of documents.
 *
 * @param table The commands that are written by hand; the edits of the kinds' contents are added.
 */
export function commandsFor(kinds: KindTable, table: readonly Command[]): readonly Command[] {
  const written = new Set(table.map(({ kind }) => kind));
  const others = kinds.rows.filter(({ kind, content }) => content !== undefined && !written.has(kind));
  const commands = others.length === 0 ? [...table] : table.map(withOtherChoices);
  for (const row of kinds.rows) {
    for (const edit of row.content?.commands ?? []) {
      const command = commandOfEdit(row, edit);
      // Of two kinds with the same edit, the later one is called by its kind too.
      const isTaken = commands.some(({ name }) => name === command.name);
      commands.push(isTaken ? { ...command, name: `${row.kind}-${command.name}` } : command);
    }
  }
  return commands;
}

/** A command that takes the choices of other kinds too; its work refuses those that no kind has. */
function withOtherChoices(command: Command): Command {
  const open = <Value extends Argument | Option>(value: Value): Value => {
    if (!value.varies) return value;
    const { choices, ...rest } = value;
    return { ...rest, suggestions: choices } as Value;
  };
  return {
    ...command,
    arguments: command.arguments.map(open),
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, option]) => [name, open(option)]),
    ),
  };
}

/** The command of an edit: required arguments are words, the others options. */
function commandOfEdit(row: AnyKind, edit: EditCommand): Command {
  const { id, arguments: fields } = edit;
  return {
    name: commandWords(id).join("-"),
    group: "kinds",
    kind: row.kind,
    kindWord: row.shellWord ?? row.kind,
    summary: edit.summary.replace(/\.$/, ""),
    arguments: fields.filter(isWord).map(argumentOf),
    options: { ...optionsOf(fields.filter((field) => !isWord(field)), edit.effect), ...EDIT_OPTIONS },
    examples: [],
    run: async (context, values) =>
      (await import("./commands/edit.ts")).runEdit(context, values, edit, row.content?.commands ?? []),
  };
}

function isWord({ required, type }: FieldShape): boolean {
  return required === true && parseType(type).kind !== "array";
}

function argumentOf({ name, type, doc }: FieldShape): Argument {
  const { choices, type: word = "text" } = valueOf(parseType(type));
  return {
    name,
    summary: sentencePart(doc, (letter) => letter.toLowerCase()),
    type: word === "flag" ? "text" : word,
    ...(word === "flag" ? { choices: ["true", "false"] } : choices === undefined ? {} : { choices }),
    ...(word === "text" ? { needsText: true } : {}),
  };
}

function optionsOf(fields: readonly FieldShape[], effect: EditCommand["effect"]): Options {
  return Object.fromEntries(fields.map(({ name, type, doc }) => {
    const expression = parseType(type);
    const list = itemType(expression);
    const isList = list !== undefined;
    const found = valueOf(list ?? expression);
    // A change can set a field to false too.
    const isSwitch = found.type === "flag" && effect === "set";
    const value: typeof found = isSwitch ? { type: "text", choices: ["true", "false"] } : found;
    const option: Option = {
      ...value,
      ...(value.type === "flag" ? {} : { value: name }),
      ...(isList ? { many: true } : {}),
      summary: sentencePart(doc, (letter) => letter.toUpperCase()),
    };
    return [name, option];
  }));
}

function valueOf(type: TypeExpression): Pick<Option, "type" | "choices"> {
  const members = type.kind === "union" ? type.of : [type];
  const choices = members.flatMap((member) => member.kind === "literal" ? [member.value] : []);
  if (choices.length === members.length) return { type: "text", choices };
  if (type.kind !== "primitive") return { type: "text" };
  if (type.name === "boolean") return { type: "flag" };
  return { type: type.name === "integer" || type.name === "number" ? type.name : "text" };
}

function sentencePart(doc: string, change: (letter: string) => string): string {
  return change(doc.charAt(0)) + doc.slice(1).replace(/\.$/, "");
}
