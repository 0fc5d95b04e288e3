import { documentsOf, type LoadedSystem, memberAt } from "@loom/bridge/system";
import { formatReconcile, formatReplay, reconcile, replayScenario, summarizeReconcile } from "@loom/engine";
import {
  reconcileModeOf,
  SEQUENCE_KIND,
  type StateMachineDefinition,
  validateSequence,
} from "@loom/protocol";
import * as z from "zod";
import { editDocuments } from "../session/edit_documents.ts";
import type { Session } from "../session/session.ts";
import { readSystem } from "../session/systems.ts";
import { defineTool, type Tool, type ToolAnswer, ToolError } from "../tool.ts";

const WHERE = {
  sequence: z.string().describe("default: active, else all").optional(),
  system: z.string().describe("default: the active one").optional(),
};

type Where = { readonly sequence?: string | undefined; readonly system?: string | undefined };

/** A system and the scenarios of a call. */
interface Scene {
  readonly system: LoadedSystem;
  /** The only scenario to take; absent for all. */
  readonly scenario?: string;
}

/** Walks scenarios through machines. */
export const REPLAY_SCENARIO = defineTool({
  name: "replay_scenario",
  title: "Replay scenario",
  description: "Replays scenarios through machines; says what stops them.",
  toolset: "read",
  effect: "read",
  about: SEQUENCE_KIND.kind,
  input: WHERE,
  output: { accepted: z.boolean() },
  async run(where, { session }) {
    const { system, scenario } = await sceneOf(session, where);
    const { scenarios, machines } = documentsOf(system);
    const definitions = machines.map(({ def }) => def as StateMachineDefinition);
    const reports = scenarios.filter(({ path }) => scenario === undefined || path === scenario)
      .map(({ def }) => replayScenario(def, definitions));
    if (reports.length === 0) throw noScenario(system);
    const accepted = reports.every((report) => report.accepted);
    return { text: reports.map(formatReplay).join("\n\n"), data: { accepted } };
  },
});

/** Proposes what scenarios ask for, or adds it. */
export const RECONCILE_SCENARIO = defineTool({
  name: "reconcile_scenario",
  title: "Reconcile scenario",
  description: "Proposes what scenarios need; apply adds it to all documents or none.",
  toolset: "machine",
  effect: "add",
  about: SEQUENCE_KIND.kind,
  input: {
    ...WHERE,
    apply: z.boolean().optional(),
    only: z.array(z.string()).describe("ids of proposals").optional(),
  },
  output: { proposals: z.array(z.unknown()) },
  async run({ apply = false, only, ...where }, { session }) {
    const { system, scenario } = await sceneOf(session, where);
    const documents = documentsOf(system);
    const options = scenario === undefined ? {} : { scenario };
    const all = reconcile(documents, options);
    const chosen = only === undefined ? all : reconcile(documents, { ...options, only: new Set(only) });
    const lost = only?.find((id) => !chosen.proposals.some((one) => one.id === id));
    if (lost !== undefined) {
      const known = all.proposals.map(({ id }) => id);
      throw new ToolError(
        "unknown_name",
        known.includes(lost)
          ? `The proposal "${lost}" needs one before it that only leaves out.`
          : `There is no proposal "${lost}": there are ${known.join(", ") || "none"}.`,
      );
    }
    const result = apply ? chosen : all;
    const data = {
      proposals: result.proposals.map((one) => ({ ...one })),
      unresolved: [...result.unresolved],
    };
    if (!apply) return { text: `${formatReconcile(result)}\nNothing was written.`, data };
    const edits = await editDocuments(session, system, result.documents);
    const written = edits.map(({ path, live }) => `${path} (live: ${live.status})`);
    return {
      text: [formatReconcile(result), `Written: ${written.join(", ") || "nothing"}.`].join("\n"),
      data,
    };
  },
});

/** The tools about scenarios that no command makes. */
export const SCENARIO_TOOLS = [REPLAY_SCENARIO, RECONCILE_SCENARIO] as const;

async function sceneOf(session: Session, { sequence, system: given }: Where): Promise<Scene> {
  const file = sequence === undefined
    ? session.kind === "sequence" ? session.path : undefined
    : await session.resolve(sequence);
  const system = await readSystem(session, given, file);
  const scenario = file === undefined ? undefined : memberAt(system, file);
  if (file !== undefined && scenario === undefined && sequence !== undefined) {
    throw new ToolError(
      "not_found",
      `The system "${system.path}" does not list "${sequence}": add it as a member.`,
    );
  }
  return { system, ...(scenario === undefined ? {} : { scenario }) };
}

function noScenario({ path }: LoadedSystem): ToolError {
  return new ToolError(
    "not_found",
    `The system "${path}" has no scenario that can be read: add a .sqdf.json file to it.`,
  );
}

/** Adds to an edit of a scenario one line about what it asks of the other documents; in auto mode it is added. */
export function withReconcileLine(tool: Tool): Tool {
  if (tool.effect === "read" || tool.effect === "export" || (tool.kind ?? "sequence") !== "sequence") {
    return tool;
  }
  return {
    ...tool,
    run: async (values, call) => {
      const answer = await tool.run(values, call);
      const { session } = call;
      if (session.kind !== "sequence" || values.dry_run === true || answer.isError) return answer;
      if (!isChange(answer)) return answer;
      const line = await reconcileLine(session).catch((error) =>
        `reconcile could not run: ${error instanceof Error ? error.message : String(error)}`
      );
      return line === undefined ? answer : { ...answer, text: `${answer.text}\n${line}` };
    },
  };
}

function isChange({ data }: ToolAnswer<Record<string, unknown>>): boolean {
  return data.changed === true;
}

async function reconcileLine(session: Session): Promise<string | undefined> {
  const system = await readSystem(session).catch(() => undefined);
  const scenario = system === undefined ? undefined : memberAt(system, session.path);
  if (system?.document === undefined || scenario === undefined) return undefined;
  const result = reconcile(documentsOf(system), { scenario });
  const count = result.proposals.length;
  const mode = reconcileModeOf(system.document.definition, session.options.reconcile);
  if (count === 0) {
    const open = result.unresolved.length;
    return open === 0 ? undefined : `reconcile ${mode}: ${open} left open (see check_system)`;
  }
  const line = summarizeReconcile(result, mode);
  if (mode !== "auto") return `${line}: reconcile_scenario shows and applies them`;
  const { definition } = await session.read({ isGlance: true });
  if (validateSequence(definition).some(({ severity }) => severity === "error")) {
    return `${summarizeReconcile(result, "propose")}; auto waits until the scenario has no error`;
  }
  await editDocuments(session, system, result.documents);
  return line;
}
