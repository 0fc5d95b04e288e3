import type { Machine } from "../machine/machine.ts";
import { isEqual } from "../expression/mod.ts";
import type { SimulationOutcome } from "../simulation/simulation.ts";
import type { Expectation } from "./types.ts";

/** Facts about a machine after a step. */
export interface AfterStep {
  /** The result of the step; absent where nothing was sent. */
  readonly outcome: SimulationOutcome | undefined;
  /** The machine. */
  readonly machine: Machine;
  /** The calls of stubs. */
  readonly calls: readonly string[];
  /** The sentences about what failed. */
  readonly errors: readonly string[];
}

/** Gives the sentence about a member of an expectation that does not hold. */
type Check<Name extends keyof Expectation> = (
  expected: NonNullable<Expectation[Name]>,
  after: AfterStep,
) => string | undefined;

/** The members of expectations, in the order in which they are told. */
const CHECKS: { readonly [Name in keyof Required<Expectation>]: Check<Name> } = {
  handled: (expected, { outcome }) => {
    const result = outcome?.result;
    if (result === undefined) return 'the step has no event, so "handled" cannot hold';
    if (result.handled === expected) return undefined;
    return expected
      ? `expected the event to be handled, got: ${result.error ?? "not handled"}`
      : `expected the event not to be handled, got ${stateText(outcome?.to ?? "")} by a transition`;
  },
  reason: (expected, { outcome }) => {
    const result = outcome?.result;
    const got = result === undefined
      ? "no event"
      : result.handled
      ? "a handled event"
      : result.reason ?? "none";
    return got === expected ? undefined : `expected the reason "${expected}", got ${got}`;
  },
  error: (expected, { errors }) => {
    const holds = typeof expected === "string"
      ? errors.some((error) => error.includes(expected))
      : errors.length > 0 === expected;
    if (holds) return undefined;
    const wanted = typeof expected === "string"
      ? `an error with "${expected}"`
      : expected
      ? "an error"
      : "no error";
    return `expected ${wanted}, got ${errors.length === 0 ? "none" : errors.join(" ")}`;
  },
  state: (expected, { machine }) => {
    const wanted = typeof expected === "string" ? [expected] : expected;
    return wanted.every((name) => machine.configuration.includes(name)) || wanted.join("|") === machine.state
      ? undefined
      : `expected state ${listText(wanted)}, got ${stateText(machine.state)}`;
  },
  configuration: (expected, { machine }) => sameNames("active states", expected, machine.configuration),
  data: (expected, { machine }) => {
    const data = machine.snapshot().context;
    const wrong = Object.entries(expected).filter(([name, value]) =>
      !(Object.hasOwn(data, name) ? isEqual(data[name], value) : value === null)
    );
    if (wrong.length === 0) return undefined;
    return wrong.map(([name, value]) =>
      `expected ${name} = ${valueText(value)}, got ${valueText(data[name])}`
    )
      .join("; ");
  },
  calls: (expected, { calls }) =>
    expected.length === calls.length && expected.every((call, at) => isCall(call, calls[at] ?? ""))
      ? undefined
      : `expected the calls ${listText(expected)}, got ${listText(calls)}`,
  timers: (expected, { machine }) =>
    sameNames("running timers", expected, machine.runningTimers().map(({ name }) => name)),
  done: (expected, { machine }) =>
    machine.done === expected
      ? undefined
      : `expected the machine ${expected ? "to be done" : "not to be done"}, got ${stateText(machine.state)}`,
};

/** The sentences about what does not hold after a step: what is expected, and what no step may do unasked. */
export function violations(expected: Expectation, after: AfterStep): string[] {
  const found = [...checked(expected, after)];
  const { outcome, errors } = after;
  const { handled, reason, error } = expected;
  if (outcome?.result?.handled === false && handled === undefined && reason === undefined) {
    found.unshift(`expected the event to be handled, got: ${outcome.result.error ?? "not handled"}`);
  }
  if (errors.length > 0 && (error === undefined)) found.unshift(`expected no error, got ${errors.join(" ")}`);
  return found;
}

function* checked(expected: Expectation, after: AfterStep): Generator<string> {
  for (const name of Object.keys(CHECKS)) {
    const sentence = check(name as keyof Expectation, expected, after);
    if (sentence !== undefined) yield sentence;
  }
}

function check<Name extends keyof Expectation>(
  name: Name,
  expected: Expectation,
  after: AfterStep,
): string | undefined {
  const value = expected[name];
  return value === undefined || value === null ? undefined : CHECKS[name](value, after);
}

function isCall(expected: string, call: string): boolean {
  return expected.includes("(") ? expected === call : call.startsWith(`${expected}(`);
}

function sameNames(what: string, expected: readonly string[], got: readonly string[]): string | undefined {
  const [left, right] = [expected.toSorted(), got.toSorted()];
  const isSame = left.length === right.length && left.every((name, at) => name === right[at]);
  return isSame ? undefined : `expected the ${what} ${listText(expected)}, got ${listText(got)}`;
}

/** A machine's state, its leaves side by side. */
export function stateText(state: string): string {
  return state.split("|").join(" | ");
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

function valueText(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
