import { enrich, parseJson, validate } from "@loom/engine";
import {
  collectEventIds,
  collectStateNames,
  type KindName,
  LoomError,
  objectsIn,
  type StateMachineDefinition,
} from "@loom/protocol";
import { z } from "zod";
import type { Session } from "../session/session.ts";
import { type Reconciling, reconcilingOf } from "../session/reconciling.ts";
import { defineTool, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT, optionsOf, unseenText } from "./edit_answer.ts";

/** The rule that a machine has a root state; without one there is nothing to load. */
const NO_ROOT = "V001";

/** Makes a machine. */
export const CREATE_STATE_MACHINE = defineTool({
  name: "create_state_machine",
  title: "Create state machine",
  description: "Makes an empty machine in the active document.",
  toolset: "project",
  effect: "remove",
  input: {
    namespace: z.string(),
    name: z.string(),
    asynchronous: z.boolean().optional(),
    overwrite: z.boolean().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run(values, { session, signal }) {
    const { namespace, name, asynchronous = false, overwrite } = values;
    if (name.trim() === "") {
      throw new ToolError("bad_name", "The machine needs a name: give one, such as Checkout.");
    }
    const definition: StateMachineDefinition = {
      settings: { namespace, name, asynchronous },
      events: [{ name: "Internal", events: [] }],
      state: { name: "Root", states: [] },
    };
    const edited = await session.writeWhole(definition, { ...optionsOf(values, signal), overwrite });
    return changeAnswer(
      edited,
      ({ path }) =>
        `Made "${name}" (${namespace}) in ${path}.${unseenText(edited, values)} ` +
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
  async run(values, { session, signal }) {
    const definition = parsed(values.json);
    const found = validate(enrich(definition));
    const rootless = found.find(({ ruleId }) => ruleId === NO_ROOT);
    if (rootless !== undefined) throw notLoaded("smdf_shape", rootless.message);
    const errors = found.filter(({ severity }) => severity === "error").length;
    const edited = await session.writeWhole(definition, { ...optionsOf(values, signal), overwrite: true });
    const { text, data } = changeAnswer(edited, ({ path }) => {
      const name = definition.settings?.name ?? "";
      const findings = findingsText(errors, found.length - errors);
      return `Loaded "${name}" into ${path}: ${countsText(definition)}.${findings}${
        unseenText(edited, values)
      }`;
    });
    return { text, data: { ...data, errors } };
  },
});

function parsed(json: string): StateMachineDefinition {
  try {
    return parseJson(json);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw notLoaded(error.code, error.message, { cause: error });
  }
}

function notLoaded(code: string, why: string, options?: ErrorOptions): ToolError {
  return new ToolError(
    code,
    `Nothing was written, since this is no machine definition. ${why} Mend it and call load_definition again.`,
    options,
  );
}

function findingsText(errors: number, warnings: number): string {
  if (errors + warnings === 0) return "";
  const counts = [counted(errors, "error"), counted(warnings, "warning")].filter((text) => text !== "");
  return ` It has ${counts.join(" and ")}: validate_definition tells.`;
}

function counted(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}

function countsText(definition: StateMachineDefinition): string {
  const states = collectStateNames(definition.state).length;
  const events = collectEventIds(definition).length;
  const timers =
    objectsIn<{ timers?: unknown }>(definition.events).flatMap(({ timers }) => objectsIn(timers)).length;
  return [counted(states, "state"), counted(events, "event"), counted(timers, "timer")]
    .filter((text) => text !== "").join(", ");
}

/** What is told of the active document. */
const PROJECT_OUTPUT = { path: z.string(), kind: z.string(), exists: z.boolean() };

/** Switches the active document. */
export const SET_PROJECT_FILE = defineTool({
  name: "set_project_file",
  title: "Set project file",
  description: "Makes another document active; it need not exist yet.",
  toolset: "project",
  effect: "set",
  input: { path: z.string().describe("or loom-chronicle://episode/name") },
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
  description: "Tells the active document, the hub's state and the canvas link.",
  toolset: "project",
  effect: "read",
  input: {},
  output: PROJECT_OUTPUT,
  async run(_values, { session }) {
    const { lines, data } = await projectNow(session);
    return { text: lines.join("\n"), data };
  },
});

/** What is told of the active document; that it cannot be read is told too. */
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

/** What is told of the file of the active document. */
interface Summary {
  readonly summary: string;
  readonly kind: KindName;
  readonly exists: boolean;
  readonly reconciling?: Reconciling | undefined;
}

async function summaryOf(session: Session): Promise<Summary> {
  try {
    const document = await session.read();
    const { kind, definition } = document;
    if (kind !== "machine") {
      const reconciling = await reconcilingOf(session, document);
      return { summary: `An existing ${document.row.title}.`, kind, exists: true, reconciling };
    }
    const machine = definition as StateMachineDefinition;
    const name = typeof machine.settings?.name === "string" ? ` "${machine.settings.name}"` : "";
    return { summary: `An existing machine${name}: ${countsText(machine)}.`, kind, exists: true };
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    const { kind } = session;
    if (error.code !== "not_found") return { summary: error.message, kind, exists: true };
    const summary = kind === "machine"
      ? "No file yet: create_state_machine or load_definition makes it."
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
