import {
  type AnyKind,
  commandWords,
  type EditCommand,
  type FieldShape,
  type KindTable,
  parseType,
  type TypeExpression,
} from "@loom/protocol";
import { z } from "zod";
import { type Fields, type Tool, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT, editAnswer, optionsOf } from "./edit_answer.ts";
import { editText, refusedError } from "./edit_machine.ts";

/**
 * The tools for some kinds of documents.
 *
 * @param table The tools that are written by hand; those of other kinds than theirs are added.
 */
export function toolsFor(kinds: KindTable, table: readonly Tool[]): readonly Tool[] {
  const written = new Set(table.map(({ kind }) => kind));
  const tools = [...table];
  for (const row of kinds.rows) {
    if (row.content === undefined || written.has(row.kind)) continue;
    const edits = (row.content.commands ?? []).map((edit) => editTool(row, edit));
    for (const tool of [createTool(row), ...edits]) {
      // Of two kinds with the same edit, the later one is called by its kind too.
      const isTaken = tools.some(({ name }) => name === tool.name);
      tools.push(isTaken ? { ...tool, name: `${row.kind}_${tool.name}` } : tool);
    }
  }
  return tools;
}

/** The name of the tool that makes a document of a kind: `create_state_machine`. */
export function createToolName({ title }: AnyKind): string {
  return `create_${title.toLowerCase().replaceAll(/[^a-z]+/g, "_")}`;
}

function createTool(row: AnyKind): Tool {
  const { content, kind, title } = row;
  const names = content?.templates.map(({ name }) => name) ?? [];
  return {
    name: createToolName(row),
    title: `Create ${title}`,
    description: `Makes a ${title} in the active document.`,
    toolset: "project",
    effect: "remove",
    kind,
    input: {
      name: z.string(),
      template: z.enum(names as [string, ...string[]]).optional(),
      overwrite: z.boolean().optional(),
      ...DRY_RUN,
    },
    output: EDIT_OUTPUT,
    async run(values, call) {
      const { name, template, overwrite } = values as {
        name: string;
        template?: string;
        overwrite?: boolean;
      };
      if (name.trim() === "") throw new ToolError("bad_name", `The ${title} needs a name: give one.`);
      const found = content?.templates.find((one) => one.name === template) ?? content?.templates[0];
      const definition = found?.make({ name, namespace: "" }) ?? {};
      const edited = await call.session.writeWhole(definition, { ...optionsOf(values, call), overwrite });
      return changeAnswer(edited, ({ path }) => `Made "${name}" in ${path}.`);
    },
  };
}

function editTool({ kind, content }: AnyKind, edit: EditCommand): Tool {
  const fields = edit.arguments.map((field) => [field.name, typeOf(field)] as const);
  return {
    name: commandWords(edit.id).join("_"),
    title: edit.title,
    description: edit.summary,
    toolset: "machine",
    effect: edit.effect,
    kind,
    input: { ...Object.fromEntries(fields), ...DRY_RUN },
    output: EDIT_OUTPUT,
    run(values, call) {
      const { dry_run: _, ...given } = values;
      let told = "";
      return editAnswer(call, values, (document: object) => {
        const result = edit.run({ ...document }, given);
        if (!result.ok) throw refusedError(result.refusal);
        told = editText(result.value);
        return result.value.ops;
      }, () => told);
    },
  };

  function typeOf({ type, required, doc }: FieldShape): Fields[string] {
    const value = zodOf(parseType(type)).describe(doc.replace(/\.$/, ""));
    return required ? value : value.optional();
  }

  function zodOf(type: TypeExpression): z.ZodType {
    if (type.kind === "array") return z.array(zodOf(type.of));
    if (type.kind === "literal") return z.literal(type.value);
    if (type.kind === "shape") {
      const isKnown = content?.shape.table.some(({ name }) => name === type.name);
      return isKnown ? z.looseObject({}) : z.unknown();
    }
    if (type.kind === "primitive") return PRIMITIVES[type.name]();
    const words = type.of.flatMap((member) => member.kind === "literal" ? [member.value] : []);
    return words.length === type.of.length
      ? z.enum(words as [string, ...string[]])
      : z.union(type.of.map(zodOf));
  }
}

const PRIMITIVES = {
  string: () => z.string(),
  number: () => z.number(),
  integer: () => z.number().int(),
  boolean: () => z.boolean(),
  null: () => z.null(),
  unknown: () => z.unknown(),
};
