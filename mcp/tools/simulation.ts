import { loadInvokedMachines } from "@loom/bridge/system";
import {
  compileMachine,
  MachineDefinitionError,
  type MachineProgram,
  MachineRuntimeError,
  parseStep,
  Simulation,
  type SimulationOptions,
  type SimulationOutcome,
  type SimulationStep,
  stepOfJson,
  StepTextError,
  StubFailure,
  type TimerExpiry,
} from "@loom/engine";
import { didYouMean, MACHINE_KIND, nearest, type StateMachineDefinition, walkStates } from "@loom/protocol";
import * as z from "zod";
import { defineTool, type ToolCall, ToolError } from "../tool.ts";
import { findingLine } from "./finding_changes.ts";

/** Number of steps a call may have. */
const MOST_STEPS = 1_000;
/** After so many steps other calls have their turn. */
const STEPS_AT_ONCE = 100;
/** Number of timers may expire in one step; a timer that repeats every millisecond would go on for ever. */
const MOST_EXPIRIES = 10_000;
/** Number of of them, and how many lines of a trace, are told. */
const MOST_TOLD = 20;
/** Longest text of the data in an answer. */
const MOST_CHARACTERS = 200;

/** The answer of a guard that stands for all that are not named. */
const EVERY_GUARD = "*";

/** Runs the machine on events and time. */
export const SIMULATE = defineTool({
  name: "simulate",
  title: "Simulate",
  description: "Runs the machine on events and simulated time.",
  toolset: "simulate",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: {
    events: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
    context: z.record(z.string(), z.unknown()).optional(),
    guards: z.record(z.string(), z.boolean()).optional(),
    stubs: z.record(z.string(), z.unknown()).optional(),
    failures: z.record(z.string(), z.string()).optional(),
    trace: z.boolean().optional(),
  },
  output: {
    state: z.string(),
    steps: z.array(z.unknown()),
  },
  async run({ events, context, guards = {}, stubs = {}, failures = {}, trace = false }, call) {
    const steps = stepsOf(events);
    const { machine, path } = await call.session.readMachine();
    const { root } = call.session.options;
    const { machines, problems } = await loadInvokedMachines(path, machine, { root });
    const options: SimulationOptions = {
      ...guardOptions(machine, guards),
      stubs: { ...stubsOf(stubs), ...failuresOf(failures) },
      machines,
      ...(context === undefined ? {} : { context: { ...context } }),
    };
    const simulation = new Simulation(compiled(machine), options);
    try {
      const { text, data } = told(simulation, await performed(simulation, steps, call), trace);
      if (problems.length === 0) return { text, data };
      return { text: [...problems, text].join("\n"), data: { ...data, problems: [...problems] } };
    } finally {
      simulation.close();
    }
  },
});

/** A step that was done. */
interface Performed
  extends Pick<SimulationOutcome, "cause" | "from" | "to" | "result" | "expiries" | "seen"> {
  /** Events that could have been sent, when the step was not handled. */
  readonly available: readonly string[];
}

function stepsOf(events: readonly (string | Record<string, unknown>)[]): SimulationStep[] {
  if (events.length > MOST_STEPS) {
    throw new ToolError(
      "too_many_steps",
      `simulate takes ${MOST_STEPS} events at a time, and these are ${events.length}: send fewer.`,
    );
  }
  return events.flatMap((event, index) => {
    const step = stepOf(event, index);
    return step === undefined ? [] : [step];
  });
}

function stepOf(event: string | Record<string, unknown>, index: number): SimulationStep | undefined {
  try {
    const step = typeof event === "string" ? parseStep(event) : stepOfJson(event);
    if (step !== undefined) checkMembers(event, step, index);
    return step;
  } catch (cause) {
    if (!(cause instanceof StepTextError)) throw cause;
    const advice = `Write it as "open", 'open {"key": 1}', "+500" or {"event": "open", "payload": {}}.`;
    throw new ToolError(cause.code, `events[${index}] is no step. ${cause.message} ${advice}`, { cause });
  }
}

/** The members that a step as JSON has, by its kind. */
const STEP_MEMBERS: Readonly<Record<SimulationStep["kind"], readonly string[]>> = {
  event: ["event", "payload"],
  advance: ["advance"],
};

/** Refuses a member that would be passed over, such as a payload that is misspelled. */
function checkMembers(
  event: string | Record<string, unknown>,
  { kind }: SimulationStep,
  index: number,
): void {
  const known = STEP_MEMBERS[kind];
  const stranger = Object.keys(membersOf(event)).find((member) => !known.includes(member));
  if (stranger === undefined) return;
  const hint = didYouMean(stranger, known);
  throw new ToolError(
    "bad_step",
    `events[${index}] takes no "${stranger}".${hint} A step has "event" and "payload", or "advance" alone.`,
  );
}

/** The members of a step, which may stand in a text. */
function membersOf(event: string | Record<string, unknown>): Record<string, unknown> {
  if (typeof event !== "string") return event;
  return event.trim().startsWith("{") ? JSON.parse(event) : {};
}

function compiled(machine: StateMachineDefinition): MachineProgram {
  try {
    return compileMachine(machine);
  } catch (error) {
    if (!(error instanceof MachineDefinitionError)) throw error;
    const lines = error.errors.slice(0, MOST_TOLD).map(findingLine);
    const message = ["The machine cannot run. Mend this, then call simulate again:", ...lines].join("\n");
    throw new ToolError(error.code, message, { cause: error });
  }
}

/** Functions by name, with or without brackets behind it. */
function stubsOf(stubs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stubs).map(([name, result]) => [name.replace(/\(\)$/, ""), result]),
  );
}

function failuresOf(failures: Readonly<Record<string, string>>): Record<string, StubFailure> {
  return Object.fromEntries(
    Object.entries(failures).map((
      [name, message],
    ) => [name.replace(/\(\)$/, ""), new StubFailure(message)]),
  );
}

/** Makes what decides guards from the answers that are given by their text. */
function guardOptions(
  machine: StateMachineDefinition,
  answers: Readonly<Record<string, boolean>>,
): Pick<SimulationOptions, "guard" | "guards"> {
  const given = new Map(Object.entries(answers));
  const texts = guardTexts(machine);
  for (const text of given.keys()) {
    if (text === EVERY_GUARD || texts.includes(text)) continue;
    const some = texts.length === 0
      ? "The machine has none: leave guards out."
      : `There is: ${texts.slice(0, MOST_TOLD).join("; ")}.`;
    throw new ToolError("unknown_guard", `There is no guard "${text}".${didYouMean(text, texts)} ${some}`);
  }
  const rest = given.get(EVERY_GUARD);
  if (rest !== undefined) return { guard: (text) => given.get(text) ?? rest };
  if (given.size === 0) return {};
  return { guards: Object.fromEntries(Array.from(given, ([text, passes]) => [text, () => passes])) };
}

function guardTexts(machine: StateMachineDefinition): string[] {
  const texts = new Set<string>();
  for (const { state } of walkStates(machine.state)) {
    for (const transition of Array.isArray(state.transitions) ? state.transitions : []) {
      const condition: unknown = transition?.condition;
      if (typeof condition === "string" && condition.trim() !== "") texts.add(condition);
    }
  }
  return [...texts];
}

async function performed(
  simulation: Simulation,
  steps: readonly SimulationStep[],
  { signal, progress }: ToolCall,
): Promise<Performed[]> {
  const done: Performed[] = [];
  for (const step of steps) {
    const available = simulation.machine.availableEvents();
    const outcome = step.kind === "event"
      ? simulation.perform(step)
      : advanced(simulation, step.milliseconds);
    done.push({ ...outcome, available });
    if (done.length % STEPS_AT_ONCE > 0) continue;
    progress(done.length, steps.length, `${done.length} of ${steps.length} steps`);
    await otherWork();
    signal.throwIfAborted();
  }
  return done;
}

/** Lets what waits be done, such as taking this call back. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Lets time pass from timer to timer, so that it can be ended. */
function advanced(simulation: Simulation, milliseconds: number): Omit<Performed, "available"> {
  const expiries: TimerExpiry[] = [];
  const trace: string[] = [];
  const problems: string[] = [];
  const from = simulation.machine.state;
  for (let left = milliseconds;;) {
    const next = Math.min(simulation.untilNextTimer ?? Infinity, left);
    const isLast = (simulation.untilNextTimer ?? Infinity) > left;
    const outcome = simulation.perform({ kind: "advance", milliseconds: next });
    expiries.push(...outcome.expiries);
    trace.push(...outcome.seen.trace);
    problems.push(...outcome.seen.problems);
    left -= next;
    if (isLast) {
      const cause = { kind: "advance", milliseconds } as const;
      return { cause, from, to: outcome.to, expiries, seen: { ...outcome.seen, trace, problems } };
    }
    if (expiries.length > MOST_EXPIRIES) throw tooManyExpiries(expiries);
  }
}

function tooManyExpiries(expiries: readonly TimerExpiry[]): ToolError {
  const timers = [...new Set(expiries.map(({ timer }) => timer))].join(", ");
  return new ToolError(
    "too_many_expiries",
    `More than ${MOST_EXPIRIES} timers expired in one step (${timers}): let less time pass.`,
  );
}

function told(simulation: Simulation, steps: readonly Performed[], trace: boolean) {
  const { machine } = simulation;
  const { state, configuration, done } = machine;
  const available = machine.availableEvents().filter((event) => machine.can(event));
  const lines = [
    `start: ${simulation.start.to}`,
    ...insideLines(simulation.start, trace),
    ...steps.flatMap((step) => stepLines(step, trace)),
    `now: ${state}${done ? " (done)" : ""}`,
    ...dataLines(machine),
    ...(done ? [] : [`events that it takes now: ${available.join(", ") || "none"}`]),
  ];
  const data = {
    state,
    done,
    available: [...available],
    start: { to: simulation.start.to, ...seenData(simulation.start, trace) },
    steps: steps.map((step) => stepData(step, trace)),
    configuration: [...configuration],
    context: contextOf(machine),
  };
  return { text: lines.join("\n"), data };
}

/** The data of a machine that declares some, and the output that it ended with. */
function dataLines(machine: Simulation["machine"]): string[] {
  const declares = (machine.definition.settings?.data?.length ?? 0) > 0;
  return [
    ...(declares ? [`data: ${JSON.stringify(contextOf(machine))}`] : []),
    ...(machine.output === undefined ? [] : [`output: ${JSON.stringify(brief(machine.output, 3))}`]),
  ];
}

function labelOf({ cause }: Performed): string {
  if (cause.kind === "event") return cause.event;
  return cause.kind === "advance" ? `+${cause.milliseconds} ms` : cause.kind;
}

function stepLines(step: Performed, trace: boolean): string[] {
  const { from, to, result, expiries } = step;
  const change = from === to ? `stays in ${to}` : `${from} → ${to}`;
  const head = result?.handled === false
    ? `${labelOf(step)}: not handled. ${result.error ?? ""}${hint(step)}`
    : `${labelOf(step)}: ${change}${result?.error === undefined ? "" : ` — ${result.error}`}`;
  const timers = expiries.map((one) => `  ${one.timer} expires at ${one.at} ms: ${one.from} → ${one.to}`);
  return [head, ...some(timers), ...insideLines(step, trace)];
}

/** The log of the step: everything, or only errors. */
function insideLines({ seen }: Pick<SimulationOutcome, "seen">, trace: boolean): string[] {
  return some((trace ? seen.trace : seen.problems).map((line) => `  ${line}`));
}

/** A hint for an event that was not handled. */
function hint({ result, seen, available }: Performed): string {
  if (result?.reason === "guard refused") return ` Refused: ${seen.refused.join("; ")}.`;
  const near = result?.reason === "unknown event" ? nearest(result.event, available) : undefined;
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return available.length === 0 ? "" : ` It takes: ${available.join(", ")}.`;
}

function seenData({ seen }: Pick<SimulationOutcome, "seen">, trace: boolean) {
  return {
    ...(seen.problems.length === 0 ? {} : { problems: some(seen.problems) }),
    ...(trace ? { trace: some(seen.trace) } : {}),
  };
}

function stepData(step: Performed, trace: boolean) {
  const { from, to, result, expiries } = step;
  return {
    step: labelOf(step),
    from,
    to,
    ...(result === undefined ? {} : { handled: result.handled }),
    ...(result?.reason === undefined ? {} : { reason: result.reason }),
    ...(result?.error === undefined ? {} : { error: result.error }),
    ...(result?.handled === false ? { hint: hint(step).trim() } : {}),
    ...(expiries.length === 0 ? {} : { timers: expiries.slice(0, MOST_TOLD) }),
    ...seenData(step, trace),
  };
}

function some(lines: readonly string[]): string[] {
  if (lines.length <= MOST_TOLD) return [...lines];
  return [...lines.slice(0, MOST_TOLD), `  … ${lines.length - MOST_TOLD} more`];
}

/** The data of a machine, as something to look at; a sentence where there is too much of it. */
function contextOf(machine: Simulation["machine"]): unknown {
  try {
    return brief(machine.snapshot().context, 3);
  } catch (error) {
    if (error instanceof MachineRuntimeError && error.code === "snapshot_too_large") return error.message;
    throw error;
  }
}

/** Data of a machine, however much of it there is, as something to look at. */
function brief(value: unknown, depth: number): unknown {
  if (typeof value === "string" && value.length > MOST_CHARACTERS) return `… ${value.length} characters`;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) {
    return value.length > MOST_TOLD ? `… ${value.length} items` : value.map((item) => brief(item, depth - 1));
  }
  const entries = Object.entries(value).slice(0, MOST_TOLD);
  return Object.fromEntries(entries.map(([key, member]) => [key, brief(member, depth - 1)]));
}

/** The tools that run machines. */
export const SIMULATION_TOOLS = [SIMULATE] as const;
