import { orThrow, type StateMachineDefinition } from "@loom/protocol";
import type { SendReason } from "../../runtime/send_result.ts";
import { transitionText } from "../../scenario/text.ts";
import type { SuiteCoverage } from "../coverage.ts";
import type { InvokedMachines } from "../../machine/runnable.ts";
import { Probe, type ProbedTransition } from "../probe.ts";
import { readSuite } from "../read_suite.ts";
import { runSuite } from "../run_suite.ts";
import type { Expectation, Given, Test, TestStep, TestSuite } from "../types.ts";
import { choosePaths } from "./choose_paths.ts";
import { type Arc, type Cover, type Exploration, explore, type Goal, goalsOf, type Seen } from "./explore.ts";
import { isOpen } from "./inputs.ts";

/** Options for {@linkcode coveringSuite}. */
export interface CoveringOptions {
  /** The coverage to reach. Default: `transitions`. */
  readonly cover?: Cover;
  /** Another seed chooses other paths; the same gives the same. Default: 1. */
  readonly seed?: number;
  /** The most steps that the search tries, with guards evaluated and again with answers of guards. Default: 20,000. */
  readonly limit?: number;
  /** Data and stubs of all tests. */
  readonly given?: Given;
  /** The machines that its states invoke. Default: none of them does anything. */
  readonly machines?: InvokedMachines;
}

/** A set of tests that reaches a coverage. */
export interface CoveringSuite {
  /** The tests. */
  readonly suite: TestSuite;
  /** Parts that they touch. */
  readonly coverage: SuiteCoverage;
  /** Number of pairs of transitions that were found, with `pairs`. */
  readonly pairs: number;
  /** Goals that they do not reach, with the reason, a sentence each. */
  readonly unreached: readonly string[];
  /** Functions of the host without a stub: the steps that call them fail. */
  readonly functions: readonly string[];
  /** True when the search ended at its limit, so that more may be reachable. */
  readonly isCut: boolean;
}

const LIMIT = 20_000;

/**
 * Writes a small set of tests that reaches the states and transitions of a machine, and with `pairs` each transition right
 * after each other where the search has found that, with `guards` both sides of the guards. Guards that data decides are
 * answered where their evaluation does not lead to a goal. All tests pass.
 *
 * @param machine The path of the machine, for the file.
 * @throws {MachineDefinitionError} When the machine cannot run.
 * @throws {MachineRuntimeError} When it cannot start.
 *
 * @example
 * ```ts
 * import { coveringSuite } from "@loom/engine";
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
 * const { suite, unreached } = coveringSuite(door, "door.smdf.json");
 * assertEquals(suite.tests[0]?.steps, [
 *   { event: "open", expect: { state: "Open" } },
 *   { event: "close", expect: { state: "Closed" } },
 * ]);
 * assertEquals(unreached, []);
 * ```
 */
export function coveringSuite(
  definition: StateMachineDefinition,
  machine: string,
  { cover = "transitions", seed = 1, limit = LIMIT, given = {}, machines = {} }: CoveringOptions = {},
): CoveringSuite {
  const probe = new Probe(definition);
  const found = explore(probe, definition, { cover, limit, given, machines, random: randomFrom(seed) });
  const paths = choosePaths(found);
  const tests = paths.length === 0
    ? [restingTest(found)]
    : paths.map((path, at) => testOf(path, at, found.start.seen));
  const { suite, coverage } = passing({ machine, ...given, tests }, definition, machines);
  const missing = goalsOf(probe, cover).filter((goal) => !isTouched(goal, probe, coverage));
  return {
    suite,
    coverage,
    pairs: [...found.reached].filter((goal) => goal.startsWith("q")).length,
    unreached: missing.map((goal) => sentence(goal, probe, found)),
    functions: [...found.functions].sort(),
    isCut: found.isCut,
  };
}

function isTouched(goal: Goal, { transitions }: Probe, coverage: SuiteCoverage): boolean {
  const [kind = "", ...words] = goal.split(" ");
  if (kind === "s") return !coverage.states.never.includes(words.join(" "));
  const { state, index } = transitions[Number(words[0])] ?? {};
  const isIt = (one: { readonly state: string; readonly index: number }) =>
    one.state === state && one.index === index;
  if (kind === "t") return !coverage.transitions.never.some(isIt);
  return coverage.guards.some((one) => isIt(one) && (kind === "p" ? one.passed : one.refused));
}

/** A test of the start alone. */
function restingTest({ start: { seen } }: Exploration): Test {
  return { name: `starts in ${seen.leaves.join(", ")}`, steps: [{ expect: expectationOf(seen) }] };
}

function testOf(path: readonly Arc[], at: number, start: Seen): Test {
  const words = path.map(({ step }) => step.kind === "event" ? step.event : `+${step.milliseconds}`);
  const row = words.length <= 4 ? words : [...words.slice(0, 3), "…"];
  const end = path.at(-1)?.seen.leaves.join(", ") ?? "";
  // Only a start in which something fails needs words.
  const first = start.failed ? [{ expect: expectationOf(start) }] : [];
  return { name: `${at + 1}: ${row.join(", ")} to ${end}`, steps: [...first, ...path.map(stepOf)] };
}

function stepOf({ step, answers, seen }: Arc): TestStep {
  const input = step.kind === "advance"
    ? { advance: step.milliseconds }
    : { event: step.event, ...(step.payload === undefined ? {} : { payload: step.payload }) };
  return {
    ...input,
    ...(Object.keys(answers).length === 0 ? {} : { guards: answers }),
    expect: expectationOf(seen),
  };
}

function expectationOf({ leaves, done, failed, reason }: Seen): Expectation {
  const [first = "", ...others] = leaves;
  return {
    state: others.length === 0 ? first : leaves,
    ...(reason === undefined ? {} : { reason: reason as SendReason }),
    ...(done ? { done } : {}),
    ...(failed ? { error: true } : {}),
  };
}

/** The suite and its coverage, without steps that hold only in the search, such as those of a clock that is read. */
function passing(
  suite: TestSuite,
  definition: StateMachineDefinition,
  machines: InvokedMachines,
): Pick<CoveringSuite, "suite" | "coverage"> {
  const { tests, coverage } = runSuite(orThrow(readSuite(suite)), definition, undefined, machines);
  if (tests.every(({ passed }) => passed)) return { suite, coverage };
  const shorter = suite.tests.map((test, at) => {
    const failed = tests[at]?.failure?.step;
    return failed === undefined ? test : { ...test, steps: test.steps.slice(0, Math.max(failed - 1, 0)) };
  });
  return passing({ ...suite, tests: shorter.filter(({ steps }) => steps.length > 0) }, definition, machines);
}

/** The sentence about a goal that was not reached. */
function sentence(goal: Goal, { transitions }: Probe, { reached, isCut }: Exploration): string {
  const [kind, ...words] = goal.split(" ");
  const end = isCut ? "; the search ended at its limit" : "";
  if (kind === "s") return `State never active: ${words.join(" ")}${end}.`;
  const transition = transitions[Number(words[0])];
  if (transition === undefined) return goal;
  const text = transitionText(transition);
  if (kind === "p") return `Guard never passes: ${text}: ${guardReason(transition)}${end}.`;
  if (kind === "r") return `Guard never refuses: ${text}: ${guardReason(transition)}${end}.`;
  return `Transition never taken: ${text}: ${reasonOf(transition, reached)}${end}.`;
}

function reasonOf(transition: ProbedTransition, reached: ReadonlySet<Goal>): string {
  const { state, event, condition, id } = transition;
  if (!reached.has(`s ${state}`)) return `"${state}" was never active`;
  if (condition !== undefined && !isOpen(condition) && !reached.has(`p ${id}`)) {
    return guardReason(transition);
  }
  if (event?.startsWith("done.")) return "nothing completed";
  if (event === undefined) return "another transition comes first";
  return "another transition takes its event first, or the event never comes";
}

function guardReason({ condition = "" }: ProbedTransition): string {
  return isOpen(condition) ? "it was never asked so" : "the active states decide it";
}

/** Numbers from 0 to 1 (mulberry32, T. Ettinger). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
