import {
  type AnyKind,
  counted,
  definitionFindings,
  isObject,
  type JsonObject,
  type KindContent,
  type KindName,
  type KindTable,
  LoomError,
  MACHINE_KIND,
  parseJsonText,
  repeatedKeyFindings,
  type StateMachineDefinition,
} from "@loom/protocol";
import * as z from "zod";
import type { Session } from "../session/session.ts";
import { type Reconciling, reconcilingOf } from "../session/reconciling.ts";
import { defineTool, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT, optionsOf } from "./edit_answer.ts";
import { contentOf } from "./kind_content.ts";
import { createToolName } from "./kinds.ts";

/** By kind, the rule whose finding means that a definition holds nothing to load. */
const EMPTY_RULES: Readonly<Record<KindName, string>> = { [MACHINE_KIND.kind]: "V001" };

/** Makes a machine. */
export const CREATE_STATE_MACHINE = defineTool({
  name: "create_state_machine",
  title: "Create state machine",
  description: "Creates an empty machine in the active document.",
  toolset: "project",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: {
    namespace: z.string(),
    name: z.string(),
    asynchronous: z.boolean().optional(),
    overwrite: z.boolean().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run(values, call) {
    const { namespace, name, asynchronous = false, overwrite } = values;
    if (name.trim() === "") {
      throw new ToolError("bad_name", "The machine needs a name: give one, such as Checkout.");
    }
    const definition: StateMachineDefinition = {
      settings: { namespace, name, asynchronous },
      events: [{ name: "Internal", events: [] }],
      state: { name: "Root", states: [] },
    };
    const edited = await call.session.writeWhole(definition, { ...optionsOf(values, call), overwrite });
    return changeAnswer(
      edited,
      ({ path }) =>
        `Made "${name}" (${namespace}) in ${path}. ` +
        "Next: add_event, add_state, add_transition.",
    );
  },
});

/** Replaces the document. */
export const LOAD_DEFINITION = defineTool({
  name: "load_definition",
  title: "Load definition",
  description: "Replaces the document by a definition given as JSON text.",
  toolset: "project",
  effect: "remove",
  input: { json: z.string(), expected_revision: z.string().optional(), ...DRY_RUN },
  output: { ...EDIT_OUTPUT, errors: z.number() },
  async run(values, call) {
    const { session } = call;
    const row = session.row;
    const content = contentOf(session, { row });
    const definition = parsed(values.json, row, session.kinds);
    const found = definitionFindings(content, definition);
    const empty = found.find(({ ruleId }) => ruleId === EMPTY_RULES[row.kind]);
    if (empty !== undefined) throw notLoaded(row, "smdf_shape", empty.message);
    const errors = found.filter(({ severity }) => severity === "error").length;
    const options = { ...optionsOf(values, call), kind: row.kind, overwrite: true };
    const repeated = repeatedKeyFindings(values.json).map(({ message }) => ` Lost from the text: ${message}`)
      .join("");
    const edited = await session.writeWhole(definition, options);
    const answer = changeAnswer(edited, ({ path }) => {
      const findings = findingsText(errors, found.length - errors);
      return `Loaded "${content.nameOf(definition) ?? ""}" into ${path}: ${
        countsText(content, definition)
      }.${findings}${repeated}`;
    });
    return { ...answer, data: { ...answer.data, errors } };
  },
});

/** The definition in a JSON text, unwrapped. */
function parsed(json: string, row: AnyKind, kinds: KindTable): JsonObject {
  try {
    const value = parseJsonText(json);
    const fault = row.content?.fault?.(value, json);
    if (fault !== undefined) throw fault;
    const definition = kinds.unwrap(value);
    if (isObject(definition) && row.keys.every((key) => Object.hasOwn(definition, key))) {
      return definition as JsonObject;
    }
    throw notLoaded(row, "smdf_shape", `It needs ${row.keys.map((key) => `"${key}"`).join(" and ")}.`);
  } catch (error) {
    if (!(error instanceof LoomError) || error instanceof ToolError) throw error;
    throw notLoaded(row, error.code, error.message, { cause: error });
  }
}

function notLoaded({ kind }: AnyKind, code: string, why: string, options?: ErrorOptions): ToolError {
  return new ToolError(
    code,
    `Nothing was written, since this is no ${kind} definition. ${why} Mend it and call load_definition again.`,
    options,
  );
}

function findingsText(errors: number, warnings: number): string {
  if (errors + warnings === 0) return "";
  const counts = [
    errors > 0 ? counted(errors, "error") : "",
    warnings > 0 ? counted(warnings, "warning") : "",
  ]
    .filter(Boolean);
  return ` It has ${counts.join(" and ")}: validate_definition tells.`;
}

/** Numbers of elements by type: `6 states, 4 events`. */
function countsText({ elements }: KindContent, definition: JsonObject): string {
  const types = Map.groupBy(elements(definition), ({ type }) => type);
  return Array.from(types, ([type, all]) => counted(all.length, type)).join(", ");
}

/** Facts about the active document. */
const PROJECT_OUTPUT = { path: z.string(), kind: z.string(), exists: z.boolean() };

/** Switches the active document. */
export const SET_PROJECT_FILE = defineTool({
  name: "set_project_file",
  title: "Set project file",
  description: "Makes another document active; it need not exist yet.",
  toolset: "project",
  effect: "set",
  input: { path: z.string() },
  output: PROJECT_OUTPUT,
  async run({ path }, { session }) {
    const { previous, unchanged } = await session.switchTo(path);
    const { lines, data } = await projectNow(session);
    const before = unchanged ? "Unchanged: it was active already." : `Previous: ${previous}`;
    return { text: [lines[0], before, ...lines.slice(1)].join("\n"), data: { ...data, previous, unchanged } };
  },
});

/** Tells the active document. */
export const GET_PROJECT_FILE = defineTool({
  name: "get_project_file",
  title: "Get project file",
  description: "Reports the active document, the hub's state and the canvas link.",
  toolset: "project",
  effect: "read",
  input: {},
  output: PROJECT_OUTPUT,
  async run(_values, { session }) {
    const { lines, data } = await projectNow(session);
    return { text: lines.join("\n"), data };
  },
});

/** Facts about the active document, or the reason why it cannot be read. */
async function projectNow(session: Session) {
  const { summary, kind, exists, reconciling } = await summaryOf(session);
  const { path, hubStatus, canvasUrl } = session;
  return {
    lines: [
      `Active: ${path}`,
      summary,
      ...reconciling ? [reconciling.line] : [],
      `Bridge: ${hubStatus}`,
      `Canvas: ${canvasUrl}`,
    ],
    data: { path, kind, exists, summary, ...reconciling?.data, bridge: hubStatus, canvas: canvasUrl },
  };
}

/** Facts about the file of the active document. */
interface Summary {
  readonly summary: string;
  readonly kind: KindName;
  readonly exists: boolean;
  readonly reconciling?: Reconciling | undefined;
}

async function summaryOf(session: Session): Promise<Summary> {
  try {
    const document = await session.read({ isGlance: true });
    const { kind, definition, row: { content, title } } = document;
    const reconciling = await reconcilingOf(session, document);
    if (content === undefined) return { summary: `An existing ${title}.`, kind, exists: true, reconciling };
    const own = content.nameOf(definition);
    const name = own === undefined ? "" : ` "${own}"`;
    const counts = countsText(content, definition);
    const summary = `An existing ${kind}${name}${counts === "" ? "" : `: ${counts}`}.`;
    return { summary, kind, exists: true, reconciling };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const { kind } = session;
    if (error.code !== "not_found") return { summary: error.message, kind, exists: true };
    const summary = session.row.content !== undefined
      ? `No file yet: ${createToolName(session.row)} or load_definition makes it.`
      : `No file yet, and no tool here makes one of this kind (${session.row.title}): set_project_file opens another.`;
    return { summary, kind, exists: false };
  }
}

/** The tools about which document there is. */
export const PROJECT_TOOLS = [
  CREATE_STATE_MACHINE,
  LOAD_DEFINITION,
  SET_PROJECT_FILE,
  GET_PROJECT_FILE,
] as const;
