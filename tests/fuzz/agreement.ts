/**
 * Runs one machine on several implementations and compares everything that can be seen of it.
 *
 * @module
 */
import type { Run, RunDeed } from "../arbitrary/run.ts";
import type { ConformanceMachine, ConformanceTarget } from "../conformance/runner.ts";

/** What one implementation does differently from the first. */
export interface Disagreement {
  /** The implementation. */
  readonly target: string;
  /** What was done, and how many deeds came before. */
  readonly deed: string;
  /** What the first implementation shows. */
  readonly expected: string;
  /** What this one shows. */
  readonly actual: string;
}

/**
 * Compares implementations on one run.
 *
 * @param run The machine and what is done to it.
 * @param reference The implementation that is right.
 * @param others Those compared with it.
 * @returns The first difference of each that has one.
 */
export async function disagreements(
  run: Run,
  reference: ConformanceTarget,
  others: readonly ConformanceTarget[],
): Promise<Disagreement[]> {
  // Side by side: the implementations in Python are processes of their own.
  const [expected = [], ...actuals] = await Promise.all(
    [reference, ...others].map((target) => traceOf(run, target)),
  );
  const withoutParts = expected.map(withoutQuotes);
  return others.flatMap((target, index) => {
    const actual = actuals[index] ?? [];
    const difference = target.quotesParts === false
      ? compare(withoutParts, actual.map(withoutQuotes), run, target)
      : compare(expected, actual, run, target);
    return difference ? [difference] : [];
  });
}

function compare(
  expected: readonly string[],
  actual: readonly string[],
  run: Run,
  target: ConformanceTarget,
): Disagreement | undefined {
  const at = expected.findIndex((text, index) => text !== actual[index]);
  if (at === -1) return undefined;
  return {
    target: target.name,
    deed: at === 0 ? "start" : `${at}: ${JSON.stringify(run.deeds[at - 1])}`,
    expected: expected[at] ?? "",
    actual: actual[at] ?? "",
  };
}

/**
 * The text of a step after which a run is left: a loop that the machine has cut says the same again and again, and takes
 * longer than all other steps together.
 */
const LONG_STEP = 200_000;

/** What is seen after the start and after each deed, as JSON text. */
export async function traceOf(run: Run, target: ConformanceTarget): Promise<string[]> {
  const traced = new TracedRun(run, target);
  const trace = [await traced.start()];
  if (!traced.isRunning) return trace;
  for (const deed of run.deeds) {
    const seen = await traced.take(deed);
    trace.push(seen);
    if (seen.length > LONG_STEP) break;
  }
  await traced.close();
  return trace;
}

class TracedRun {
  readonly #run: Run;
  readonly #target: ConformanceTarget;
  #machine: ConformanceMachine | undefined;

  constructor(run: Run, target: ConformanceTarget) {
    this.#run = run;
    this.#target = target;
  }

  get isRunning(): boolean {
    return this.#machine !== undefined;
  }

  start(): Promise<string> {
    return this.#seen(() => this.#begin());
  }

  take(deed: RunDeed): Promise<string> {
    return this.#seen((machine) => this.#act(machine, deed));
  }

  async close(): Promise<void> {
    await this.#machine?.close?.();
  }

  async #seen(act: (machine: ConformanceMachine) => unknown): Promise<string> {
    const answer = await answerOf(() => act(this.#machine as ConformanceMachine));
    const machine = this.#machine;
    await machine?.idle?.();
    if (!machine) return textOf({ answer });
    // Asked for together: none of them changes anything, and answers from another process come in their order.
    const [view, events, log] = await Promise.all([
      machine.view(),
      machine.availableEvents(),
      machine.takeLog(),
    ]);
    return textOf({ answer, ...view, events, log });
  }

  async #begin(snapshot?: unknown): Promise<void> {
    const { definition, context, reactions, failures = [], stops = [], methods = [], machines = {} } =
      structuredClone(
        this.#run,
      );
    const options = { context, reactions, failures, stops, methods, machines, guards: {} };
    this.#machine = await this.#target.start(
      definition,
      snapshot === undefined ? options : { ...options, snapshot },
    );
  }

  async #act(machine: ConformanceMachine, deed: RunDeed): Promise<unknown> {
    if ("send" in deed) return await machine.send(deed.send, structuredClone(deed.payload));
    if ("can" in deed) return await machine.can(deed.can, structuredClone(deed.payload));
    if ("advance" in deed) return await machine.advance(deed.advance);
    if ("setState" in deed) return await machine.setState(deed.setState);
    if ("setContext" in deed) return await machine.setContext(structuredClone(deed.setContext));
    if ("stop" in deed) return await machine.stop();
    return await this.#restore(machine);
  }

  async #restore(machine: ConformanceMachine): Promise<unknown> {
    const snapshot = JSON.parse(JSON.stringify(await machine.snapshot()));
    await this.#begin(snapshot);
    await machine.close?.();
    return snapshot;
  }
}

async function answerOf(act: () => unknown): Promise<unknown> {
  try {
    return await act() ?? null;
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    return { code, message };
  }
}

/** What a sentence quotes of an expression, in JSON text. */
const QUOTED_PART = /Cannot evaluate `.*?`: (?=[^`"]|\\")/gs;

function withoutQuotes(text: string): string {
  return text.replace(QUOTED_PART, "Cannot evaluate: ");
}

function textOf(seen: unknown): string {
  return JSON.stringify(sorted(seen));
}

/** The value with the members of its objects in the order of their names, so that only content counts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => [key, sorted(member)]),
  );
}
