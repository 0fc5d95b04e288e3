import { didYouMean, LoomError, type StateMachineDefinition } from "@loom/protocol";
import type { Machine } from "../machine/machine.ts";
import type { InvokedMachines } from "../machine/runnable.ts";
import { Simulation, type SimulationOutcome, type SimulationStep } from "../simulation/simulation.ts";
import { type SuiteCoverage, Touched } from "./coverage.ts";
import { stateText, violations } from "./expectations.ts";
import { Probe } from "./probe.ts";
import type { ReadStep, ReadSuite } from "./read_suite.ts";
import type { Expectation, Given, Test, TestStep, TestSuite } from "./types.ts";

/** Why a test failed. */
export interface TestFailure {
  /** The step, from 1; 0 is the start. */
  readonly step: number;
  /** The input of the step, as text. */
  readonly input: string;
  /** The failures: one sentence each, with expected and actual value. */
  readonly problems: readonly string[];
  /** The path so far: the state at the start, then each input and where it led. */
  readonly path: readonly string[];
  /** All of it as one sentence. */
  readonly message: string;
}

/** The result of a test. */
export interface TestReport {
  /** Its name. */
  readonly name: string;
  /** True when everything held. */
  readonly passed: boolean;
  /** Number of steps that were done. */
  readonly steps: number;
  /** Why it failed. */
  readonly failure?: TestFailure;
}

/** The results of tests of one machine. */
export interface SuiteReport {
  /** The machine's name. */
  readonly machine: string;
  /** The tests, in order. */
  readonly tests: readonly TestReport[];
  /** Parts of the machine that they touched. */
  readonly coverage: SuiteCoverage;
}

/**
 * Runs the tests of a machine, each on a machine of its own with a simulated clock. A test ends at its first step that
 * does not hold.
 *
 * @param read The tests, as `readSuite` gives them.
 * @param definition The machine.
 * @param select Chooses the tests to run by name. Default: all.
 * @param machines The machines that its states invoke. Default: none of them does anything.
 * @throws {MachineDefinitionError} When the machine cannot run.
 * @throws {LoomError} With code `bad_test_file`, when the tests answer a guard that the machine does not have.
 *
 * @example
 * ```ts
 * import { readSuite, runSuite } from "@loom/engine";
 * import { orThrow } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
 *   state: {
 *     name: "Root",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
 *       { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
 *     ],
 *   },
 * };
 * const suite = orThrow(readSuite({
 *   machine: "door.smdf.json",
 *   tests: [{ name: "opens", steps: [{ event: "open", expect: { state: "Closed" } }] }],
 * }));
 * const { tests: [opens], coverage } = runSuite(suite, door);
 * assertEquals(opens?.failure?.message, "Step 1, open: expected state Closed, got Open. Path: Closed, open → Open.");
 * assertEquals(coverage.transitions.never.map(({ event }) => event), ["close"]);
 * ```
 */
export function runSuite(
  { suite, steps }: ReadSuite,
  definition: StateMachineDefinition,
  select: (name: string) => boolean = () => true,
  machines: InvokedMachines = {},
): SuiteReport {
  const probe = new Probe(definition);
  refuseUnknownGuards(suite, probe);
  const touched = new Touched(probe);
  const tests = suite.tests.flatMap((test, index) =>
    select(test.name) ? [new TestRun(probe, touched, suite, test, machines).run(steps[index] ?? [])] : []
  );
  return { machine: probe.program.name, tests, coverage: touched.coverage() };
}

/** An answer of a guard that is misspelled would change nothing. */
function refuseUnknownGuards(suite: TestSuite, { transitions }: Probe): void {
  const known = [...new Set(transitions.flatMap(({ condition }) => condition ?? []))];
  const steps = suite.tests.flatMap((test) => test.steps.filter((step) => typeof step !== "string"));
  for (const { guards } of [suite, ...suite.tests, ...steps]) {
    const unknown = Object.keys(guards ?? {}).find((text) => !known.includes(text));
    if (unknown === undefined) continue;
    const hint = didYouMean(unknown, known);
    throw new LoomError(
      "bad_test_file",
      `The tests answer the guard "${unknown}", which the machine does not have.${hint}`,
    );
  }
}

/** The stubs by the names of functions alone; `cart.total()` is `cart.total`. */
function stubsIn({ stubs }: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(stubs ?? {}).map(([name, result]) => [name.replace(/\s*\(\s*\)$/, ""), result]),
  );
}

/** Limit of expiries in one step: a timer that repeats each millisecond would take hours for a day. */
const MOST_EXPIRIES = 10_000;

/** One test while it runs. */
class TestRun {
  readonly #probe: Probe;
  readonly #touched: Touched;
  readonly #test: Test;
  readonly #given: Required<Given>;
  readonly #path: string[] = [];
  /** The stubs of the running step; the machine reads them at each call. */
  readonly #stubs: Record<string, unknown> = {};

  readonly #machines: InvokedMachines;

  constructor(probe: Probe, touched: Touched, suite: TestSuite, test: Test, machines: InvokedMachines) {
    this.#machines = machines;
    this.#probe = probe;
    this.#touched = touched;
    this.#test = test;
    this.#given = {
      data: { ...suite.data, ...test.data },
      stubs: { ...stubsIn(suite), ...stubsIn(test) },
      guards: { ...suite.guards, ...test.guards },
    };
  }

  run(steps: readonly ReadStep[]): TestReport {
    const { name } = this.#test;
    // A check that comes first is about the start; without one, nothing may fail there.
    const [first] = steps;
    const session = this.#start(steps, (first && isCheck(first) ? first.step.expect : undefined) ?? {});
    if (!(session instanceof Simulation)) return { name, passed: false, steps: 0, failure: session };
    let done = 0;
    try {
      for (const step of steps) {
        const failure = this.#perform(session, step, ++done);
        if (failure !== undefined) return { name, passed: false, steps: done, failure };
      }
      return { name, passed: true, steps: done };
    } finally {
      session.close();
    }
  }

  /** Starts the machine, or says why it cannot start. */
  #start(steps: readonly ReadStep[], expected: Expectation): Simulation | TestFailure {
    for (const name of steps.flatMap(({ step }) => Object.keys(stubsIn(step)))) this.#stubs[name] = null;
    this.#give({});
    try {
      const context = structuredClone(this.#given.data);
      const session = new Simulation(this.#probe.program, {
        context,
        stubs: this.#stubs,
        mostExpiries: MOST_EXPIRIES,
        machines: this.#machines,
      });
      this.#touched.add(this.#probe.take());
      this.#path.push(stateText(session.machine.state));
      const problems = violations(expected, afterStep(session.start, session.machine));
      if (problems.length === 0) return session;
      session.close();
      return this.#failure(0, "the start", problems);
    } catch (error) {
      if (!(error instanceof LoomError)) throw error;
      return this.#failure(0, "the start", [error.message]);
    }
  }

  #perform(session: Simulation, { input, step }: ReadStep, number: number): TestFailure | undefined {
    const { machine } = session;
    this.#give(step);
    Object.assign(machine.context, structuredClone(step.data ?? {}));
    // The first check was made at the start.
    if (number === 1 && isCheck({ input, step })) return undefined;
    const label = input === undefined ? "the check" : inputText(input);
    const outcome = input === undefined ? undefined : performed(session, input);
    this.#touched.add(this.#probe.take());
    if (outcome instanceof LoomError) return this.#failure(number, label, [outcome.message]);
    if (outcome !== undefined) this.#path.push(`${label} → ${stateText(machine.state)}`);
    const problems = violations(step.expect ?? {}, afterStep(outcome, machine));
    return problems.length === 0 ? undefined : this.#failure(number, label, problems);
  }

  /** Sets stubs and answers: those of the step go before those of the test. */
  #give(given: Given): void {
    for (const name of Object.keys(this.#stubs)) this.#stubs[name] = null;
    Object.assign(this.#stubs, this.#given.stubs, stubsIn(given));
    this.#probe.answer({ ...this.#given.guards, ...given.guards });
  }

  #failure(step: number, input: string, problems: readonly string[]): TestFailure {
    const path = [...this.#path];
    const place = step === 0 ? "The start" : `Step ${step}, ${input}`;
    const end = path.length === 0 ? "" : ` Path: ${path.join(", ")}.`;
    const message = `${place}: ${problems.map((one) => one.replace(/\.$/, "")).join("; ")}.${end}`;
    return { step, input, problems, path, message };
  }
}

/** The outcome of a step, or why the clock cannot go on. */
function performed(session: Simulation, input: SimulationStep): SimulationOutcome | LoomError {
  try {
    return session.perform(input);
  } catch (error) {
    if (error instanceof LoomError) return error;
    throw error;
  }
}

function isCheck(
  { input, step }: { readonly input?: SimulationStep | undefined; readonly step: TestStep },
): boolean {
  return input === undefined && step.data === undefined;
}

function afterStep(outcome: SimulationOutcome | undefined, machine: Machine) {
  const calls = outcome?.seen.trace.filter((line) => line.startsWith(CALL)).map((line) =>
    line.slice(CALL.length)
  );
  return { outcome, machine, calls: calls ?? [], errors: outcome === undefined ? [] : errorsOf(outcome) };
}

const CALL = "call ";

/** The failures of a step. An unhandled event is no error: its result says so. */
export function errorsOf({ result, seen }: SimulationOutcome): readonly string[] {
  if (result === undefined) return seen.problems;
  const own = result.handled && result.error !== undefined ? [result.error] : [];
  return [...own, ...seen.errors.filter((error) => !own.includes(error))];
}

/** The input of a step, as `loom run` takes it. */
export function inputText(input: SimulationStep): string {
  if (input.kind === "advance") return `+${input.milliseconds} ms`;
  return input.payload === undefined ? input.event : `${input.event} ${JSON.stringify(input.payload)}`;
}
