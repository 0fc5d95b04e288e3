import type { CoveredGuard, CoveredTransition, MachineCoverage } from "../scenario/coverage.ts";
import { transitionText } from "../scenario/text.ts";
import type { Noted, Probe, ProbedTransition } from "./probe.ts";

/** The states, transitions and sides of guards of one machine that tests touch. */
export type SuiteCoverage = Omit<MachineCoverage, "machine" | "precision">;

/** Parts that are touched, of all. */
export interface Share {
  /** Number of parts that are touched. */
  readonly touched: number;
  /** Number of parts. */
  readonly all: number;
}

/** Parts of a probed program that runs have touched so far. */
export class Touched {
  readonly #probe: Probe;
  readonly #states = new Set<string>();
  readonly #taken = new Set<ProbedTransition>();
  readonly #passed = new Set<ProbedTransition>();
  readonly #refused = new Set<ProbedTransition>();

  /** Nothing touched yet. */
  constructor(probe: Probe) {
    this.#probe = probe;
  }

  /** Adds what was noted. */
  add({ states, taken, decisions }: Noted): void {
    for (const state of states) this.#states.add(state);
    for (const transition of taken) this.#taken.add(transition);
    for (const { transition, passed } of decisions) (passed ? this.#passed : this.#refused).add(transition);
  }

  /** Touched and missed parts. */
  coverage(): SuiteCoverage {
    const { states, transitions } = this.#probe;
    return {
      states: {
        touched: states.filter((state) => this.#states.has(state)),
        never: states.filter((state) => !this.#states.has(state)),
      },
      transitions: {
        touched: transitions.filter((one) => this.#taken.has(one)).map(covered),
        never: transitions.filter((one) => !this.#taken.has(one)).map(covered),
      },
      guards: transitions.filter(({ condition }) => condition !== undefined).map((one) => ({
        ...covered(one),
        passed: this.#passed.has(one),
        refused: this.#refused.has(one),
      })),
    };
  }
}

/** Coverage of one machine by several runs together. */
export function mergeCoverage(all: readonly SuiteCoverage[]): SuiteCoverage {
  const [first, ...others] = all;
  if (first === undefined) return { states: EMPTY, transitions: EMPTY, guards: [] };
  return others.reduce(merged, first);
}

const EMPTY = { touched: [], never: [] };

function merged(a: SuiteCoverage, b: SuiteCoverage): SuiteCoverage {
  return {
    states: mergedParts(a.states, b.states, (state) => state),
    transitions: mergedParts(a.transitions, b.transitions, keyOf),
    guards: a.guards.map((guard, at) => ({
      ...guard,
      passed: guard.passed || b.guards[at]?.passed === true,
      refused: guard.refused || b.guards[at]?.refused === true,
    })),
  };
}

interface Parts<Part> {
  readonly touched: readonly Part[];
  readonly never: readonly Part[];
}

function mergedParts<Part>(a: Parts<Part>, b: Parts<Part>, key: (part: Part) => string): Parts<Part> {
  const touched = new Set([...a.touched, ...b.touched].map(key));
  const more = a.never.filter((part) => touched.has(key(part)));
  return { touched: [...a.touched, ...more], never: a.never.filter((part) => !touched.has(key(part))) };
}

function keyOf({ state, index }: CoveredTransition): string {
  return `${index} ${state}`;
}

/** The shares of states, transitions and sides of guards. */
export interface CoverageShares {
  /** The states. */
  readonly states: Share;
  /** The transitions. */
  readonly transitions: Share;
  /** The sides of guards, two a guard. */
  readonly guards: Share;
}

/** Counts what is touched of states, transitions and sides of guards. */
export function sharesOf({ states, transitions, guards }: SuiteCoverage): CoverageShares {
  const share = ({ touched, never }: Parts<unknown>): Share => ({
    touched: touched.length,
    all: touched.length + never.length,
  });
  const sides = guards.reduce((sum, { passed, refused }) => sum + Number(passed) + Number(refused), 0);
  return {
    states: share(states),
    transitions: share(transitions),
    guards: { touched: sides, all: guards.length * 2 },
  };
}

/** The part of a machine that is touched, in percent: states, transitions and sides of guards together. */
export function percentOf(coverage: SuiteCoverage): number {
  const shares: Share[] = Object.values(sharesOf(coverage));
  const all = shares.reduce((sum, share) => sum + share.all, 0);
  const touched = shares.reduce((sum, share) => sum + share.touched, 0);
  return all === 0 ? 100 : touched / all * 100;
}

/** A coverage as lines: the shares, then what is not touched. */
export function coverageLines(machine: string, coverage: SuiteCoverage): string[] {
  const { states, transitions, guards } = sharesOf(coverage);
  const text = ({ touched, all }: Share) => `${touched} of ${all}`;
  return [
    `${machine}: ${text(states)} states, ${text(transitions)} transitions, ${text(guards)} sides of guards ` +
    `(${percentText(percentOf(coverage))})`,
    ...untouched(coverage).map((line) => `  ${line}`),
  ];
}

/** A share in percent. Rounded down: 100 % means all. */
export function percentText(percent: number): string {
  return `${Math.floor(percent)} %`;
}

/** Parts that are not touched, a line each. */
export function untouched({ states, transitions, guards }: SuiteCoverage): string[] {
  const lines = (what: string, all: readonly CoveredTransition[]) =>
    all.map((one) => `${what}: ${transitionText(one)}`);
  const without = (side: "passed" | "refused") => guards.filter((guard: CoveredGuard) => !guard[side]);
  return [
    ...states.never.map((state) => `state never active: ${state}`),
    ...lines("transition never taken", transitions.never),
    ...lines("guard never passes", without("passed")),
    ...lines("guard never refuses", without("refused")),
  ];
}

function covered({ state, index, event, target, condition }: ProbedTransition): CoveredTransition {
  return {
    state,
    index,
    ...(event === undefined ? {} : { event }),
    ...(target === undefined ? {} : { target }),
    ...(condition === undefined ? {} : { condition }),
  };
}
