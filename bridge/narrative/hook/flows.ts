import { BUILT_IN_RULES } from "../event/classify/rules.ts";
import type { Universe } from "../types.ts";
import { type HookClock, PLATFORM_CLOCK } from "./hook_settings.ts";

/** A name that is that of a file and of nothing else. */
const FLOW_NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Time limit of a flow, in milliseconds. */
const FLOW_MS = 5_000;
/** Time limit of all flows together. */
const ALL_FLOWS_MS = 12_000;
/** `true` where a program can lead a process group that one signal ends. */
const HAS_GROUPS = Deno.build.os !== "windows";

/** Outcome of a flow. */
export interface FlowOutcome {
  /** Name of the flow and of its program file. */
  readonly name: string;
  /** `true` if it was started; otherwise it is only suggested. */
  readonly ran: boolean;
  /** `true` if it succeeded; `null` if it was not started. */
  readonly ok: boolean | null;
}

/** Runs a program: resolves with its exit code, or with `undefined` when there is no such program. */
export type RunFlow = (path: string, input: string, signal: AbortSignal) => Promise<number | undefined>;

/** Dependencies and input of flows. */
export interface FlowRun {
  /** The names, in order. */
  readonly names: readonly string[];
  /** The folder of the programs; without one nothing is run. */
  readonly folder: string | undefined;
  /** Standard input of a program. */
  readonly input: string;
  readonly run: RunFlow;
  /** Aborted when the work is to end. */
  readonly stop: AbortSignal;
  /** Told of each program how it ended. */
  readonly remark: (line: string) => void;
  /** Clock and timers. Default: those of the platform. */
  readonly clock?: HookClock | undefined;
}

/**
 * The flows of a lead: those that the analysis suggests, be it none, else those of the built-in rules.
 *
 * @param suggested what the analysis has in that place
 */
export function flowsOf(lead: Universe, suggested: unknown): readonly string[] {
  if (!Array.isArray(suggested)) return BUILT_IN_RULES.flows[lead];
  return suggested.filter((name): name is string => typeof name === "string");
}

/** Runs flows one after the other. What goes wrong with one is no trouble for the next. */
export async function runFlows(flows: FlowRun): Promise<FlowOutcome[]> {
  const { after } = flows.clock ?? PLATFORM_CLOCK;
  const end = AbortSignal.any([after(ALL_FLOWS_MS), flows.stop]);
  const outcomes: FlowOutcome[] = [];
  for (const name of flows.names) outcomes.push(await runFlow(name, flows, after, end));
  return outcomes;
}

async function runFlow(
  name: string,
  flows: FlowRun,
  after: HookClock["after"],
  end: AbortSignal,
): Promise<FlowOutcome> {
  const suggested = { name, ran: false, ok: null };
  if (flows.folder === undefined || !FLOW_NAME.test(name) || end.aborted) return suggested;
  const late = after(FLOW_MS);
  try {
    const code = await flows.run(`${flows.folder}/${name}`, flows.input, AbortSignal.any([late, end]));
    if (code === undefined) return suggested;
    const isLate = late.aborted || end.aborted;
    flows.remark(`${name}: ${isLate ? "stopped, it took too long" : `exit code ${code}`}`);
    return { name, ran: true, ok: code === 0 && !isLate };
  } catch {
    flows.remark(`${name}: cannot be run`);
    return { name, ran: false, ok: false };
  }
}

/**
 * Runs a program of this system with a text on its standard input; what it prints is not read. When its time is up it is ended, with
 * all that it has started.
 */
export async function runProgram(
  path: string,
  input: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (!info?.isFile) return undefined;
  const child = new Deno.Command(path, {
    stdin: "piped",
    stdout: "null",
    stderr: "null",
    detached: HAS_GROUPS,
  })
    .spawn();
  const timeUp = Promise.withResolvers<void>();
  const end = () => {
    kill(child);
    timeUp.resolve();
  };
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    // A flow need not read what it is given, and what it has started may hold the pipe for as long as it likes.
    const fed = new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
    const { code } = await child.status;
    await Promise.race([fed, timeUp.promise]);
    return code;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    if (HAS_GROUPS) Deno.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}
