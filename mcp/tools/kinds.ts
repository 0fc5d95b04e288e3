import {
  aKind,
  type AnyKind,
  commandWords,
  type EditCommand,
  type FieldShape,
  type KindTable,
  parseType,
  type TypeExpression,
} from "@loom/protocol";
import * as z from "zod";
import { dirname, join } from "@std/path";
import type { Session } from "../session/session.ts";
import { type Fields, type Tool, type ToolAnswer, type ToolCall, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT, type EditData, optionsOf } from "./edit_answer.ts";
import { editDocument } from "./edit_machine.ts";
import { VALIDATE_DEFINITION, validation } from "./validation.ts";

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
    for (const tool of [createTool(row), validateTool(row), ...edits]) {
      // Of two kinds with the same edit, the later one is called by its kind too.
      const isTaken = tools.some(({ name }) => name === tool.name);
      tools.push(isTaken ? { ...tool, name: `${row.kind}_${tool.name}` } : tool);
    }
  }
  return tools;
}

/** The name of the tool that makes a document of a kind: `create_state_machine`. */
export function createToolName(row: AnyKind): string {
  return `create_${wordOf(row)}`;
}

/** The kind's word in names of tools. */
function wordOf({ title, shortTitle = title }: AnyKind): string {
  return shortTitle.toLowerCase().replaceAll(/[^a-z]+/g, "_");
}

/** The validator under the name that earlier clients call for the kind. */
function validateTool(row: AnyKind): Tool {
  const { input, output } = VALIDATE_DEFINITION;
  return {
    name: `validate_${wordOf(row)}`,
    title: `Validate ${row.title}`,
    description: `Checks the ${row.title}.`,
    toolset: "read",
    effect: "read",
    kind: row.kind,
    input,
    output,
    run: (_values, { session }) => validation(session, row.kind),
  };
}

function createTool(row: AnyKind): Tool {
  const { content, kind, title } = row;
  const names = content?.templates.map(({ name }) => name) ?? [];
  return {
    name: createToolName(row),
    title: `Create ${title}`,
    description: `Makes ${aKind(row)}, then the active document.`,
    toolset: "project",
    effect: "remove",
    kind,
    input: {
      namespace: z.string().optional(),
      name: z.string(),
      description: z.string().optional(),
      template: z.enum(names as [string, ...string[]]).optional(),
      path: z.string().describe("default: active document, or beside it").optional(),
      overwrite: z.boolean().optional(),
      ...DRY_RUN,
    },
    output: EDIT_OUTPUT,
    run: (values, call) => createDocument(row, values as CreateValues, call),
  };
}

/** The parameters of a tool that makes a document. */
type CreateValues = {
  readonly namespace?: string;
  readonly name: string;
  readonly description?: string;
  readonly template?: string;
  readonly path?: string;
  readonly overwrite?: boolean;
  readonly dry_run?: boolean;
};

async function createDocument(
  row: AnyKind,
  values: CreateValues,
  call: ToolCall,
): Promise<ToolAnswer<EditData>> {
  const { name, namespace = "", description, template, overwrite } = values;
  if (name.trim() === "") throw new ToolError("bad_name", `The ${row.title} needs a name: give one.`);
  const templates = row.content?.templates ?? [];
  const found = templates.find((one) => one.name === template) ?? templates[0];
  const definition = found?.make({ name, namespace, description }) ?? {};
  const { session } = call;
  const previous = session.path;
  await session.switchTo(targetOf(row, values, session));
  try {
    const edited = await session.writeWhole(definition, { ...optionsOf(values, call), overwrite });
    const answer = changeAnswer(edited, ({ path }) => `Made "${name}" in ${path}, the active document.`);
    if (edited.dryRun) await session.switchTo(previous);
    return answer;
  } catch (error) {
    await session.switchTo(previous);
    throw error;
  }
}

/** The given path, else the active document when it is of this kind, else a file beside it. */
function targetOf(row: AnyKind, { path, name }: CreateValues, session: Session): string {
  if (path !== undefined && session.kinds.ofPath(path) !== row) {
    throw new ToolError(
      "wrong_ending",
      `"${path}" is no name for this: give one that ends in ${row.extension}.`,
    );
  }
  if (path !== undefined) return path;
  if (session.row === row) return session.path;
  const file = name.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, "_") + row.extension;
  return join(dirname(session.path), file);
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
      return editDocument(call, values, edit, given);
    },
  };

  function typeOf({ type, required, doc }: FieldShape): Fields[string] {
    const text = textAbout(doc);
    const value = text === undefined ? zodOf(parseType(type)) : zodOf(parseType(type)).describe(text);
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

/** Texts about arguments that their names say already: an agent pays for each word. */
const PLAIN_TEXTS: ReadonlySet<string> = new Set([
  "Entities it keeps",
  "Entity it carries",
  "Event it raises",
  "Its kind",
  "Its meaning",
  "Its messages",
  'Its part in the system; "" clears it',
  "Its purpose",
  'Its purpose; "" clears it',
  "Its type",
  "Machine of the event",
  "Primary or unique key",
  "Remarks",
  'Remarks; "" clears them',
  "Remarks of the system about it",
  "Running service",
  "The entity",
  "The entity at its first end",
  "The entity at its other end",
  "The entity it goes to",
  "The entity that it specializes",
  "The mode",
  "The name it gets",
  "The participant",
  "The receiver",
  'The remarks; "" clears them',
  "The role of from",
  "The role of to",
  "The sender",
  "The values, in order",
  "The verb it gets",
  "True for an answer",
  "True when it depends on another",
  "True when it identifies an entity",
  "True when it may be missing",
  "What happens",
]);

/** The text about an argument, where it says more than the name. */
function textAbout(doc: string): string | undefined {
  const text = doc.replace(/\.$/, "");
  return PLAIN_TEXTS.has(text) || text.startsWith("The name of the ") ? undefined : text;
}

const PRIMITIVES = {
  string: () => z.string(),
  number: () => z.number(),
  integer: () => z.number().int(),
  boolean: () => z.boolean(),
  null: () => z.null(),
  unknown: () => z.unknown(),
};
