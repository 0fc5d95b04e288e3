/**
 * The search over the positions of a machine: each event, payload and span of time from each position, first with guards
 * evaluated, then with answers of guards that depend on data.
 *
 * @module
 */
import { LoomError, type StateMachineDefinition } from "@loom/protocol";
import type { MachineSnapshot } from "../../runtime/work_set.ts";
import { Simulation, type SimulationOutcome, type SimulationStep } from "../../simulation/simulation.ts";
import type { Noted, Probe, ProbedTransition } from "../probe.ts";
import { errorsOf } from "../run_suite.ts";
import type { Given } from "../types.ts";
import type { InvokedMachines } from "../../machine/runnable.ts";
import { endsOfWork, isOpen, type Payloads, payloadsOf } from "./inputs.ts";

/** A position of the machine. */
export interface Position {
  /** Its place in the order in which they were found. */
  readonly id: number;
  readonly snapshot: MachineSnapshot;
  /** The transition taken last. */
  readonly last: ProbedTransition | undefined;
  /** The steps from here that reach a goal or another position. */
  readonly arcs: Arc[];
}

/** Answers of guards by text. */
export type Answers = Readonly<Record<string, boolean>>;

/** A step from a position. */
export interface Arc {
  readonly step: SimulationStep;
  /** The answers of guards that it needs. */
  readonly answers: Answers;
  /** 0 for a plain step, 1 for a timer's event or a step in which something fails, 2 for one with answers of guards. */
  readonly rank: 0 | 1 | 2;
  readonly to: Position;
  readonly goals: readonly Goal[];
  readonly seen: Seen;
}

/** Observations after a step. */
export interface Seen {
  readonly leaves: readonly string[];
  readonly done: boolean;
  readonly failed: boolean;
  /** Why an event was not handled. */
  readonly reason?: string;
}

/** The result of a search. */
export interface Exploration {
  readonly root: Position;
  /** Goals that the start reaches. */
  readonly start: { readonly goals: readonly Goal[]; readonly seen: Seen };
  /** Everything that was reached. */
  readonly reached: ReadonlySet<Goal>;
  /** Functions that actions and guards call, and that have no stub. */
  readonly functions: ReadonlySet<string>;
  /** True when the search ended at its limit. */
  readonly isCut: boolean;
}

/** Options of a search. */
export interface ExploreOptions {
  readonly cover: Cover;
  /** Gives numbers from 0 to 1 for the order of events. */
  readonly random: () => number;
  /** The most steps to try, with guards evaluated and as many with answers. */
  readonly limit: number;
  readonly given: Given;
  readonly machines: InvokedMachines;
}

/** Limit of expiries in one step. */
const MOST_EXPIRIES = 1000;

/** The name in the error of a call that no function answers. */
const NO_FUNCTION = /no function is called "([^"]+)"/g;

/** The most combinations of answers that are tried of one event in one position. */
const MOST_ANSWERS = 16;

/**
 * Searches the positions of a machine.
 *
 * @throws {LoomError} When the machine cannot start.
 */
export function explore(
  probe: Probe,
  definition: StateMachineDefinition,
  options: ExploreOptions,
): Exploration {
  return new Explorer(probe, definition, options).run();
}

class Explorer {
  readonly #probe: Probe;
  readonly #options: ExploreOptions;
  readonly #session: Simulation;
  readonly #payloads: Payloads;
  readonly #events: readonly string[];
  /** The events of timers. */
  readonly #timers: ReadonlySet<string>;
  readonly #positions = new Map<string, Position>();
  readonly #configurations = new Set<string>();
  /** Positions to leave, those with new configurations before others. */
  readonly #fresh: Position[] = [];
  readonly #known: Position[] = [];
  readonly #reached = new Set<Goal>();
  readonly #functions = new Set<string>();
  readonly #missing: Set<Goal>;
  #left: number;

  constructor(probe: Probe, definition: StateMachineDefinition, options: ExploreOptions) {
    const { given, cover, limit, machines } = options;
    this.#probe = probe;
    this.#options = options;
    this.#payloads = new Map([...endsOfWork(definition, probe, machines), ...payloadsOf(definition, probe)]);
    this.#missing = new Set(goalsOf(probe, cover));
    this.#left = limit;
    probe.answer(given.guards ?? {});
    this.#session = new Simulation(probe.program, {
      context: structuredClone({ ...given.data }),
      stubs: { ...given.stubs },
      machines,
      mostExpiries: MOST_EXPIRIES,
    });
    const { eventMap, timerMap } = probe.program.model;
    this.#events = [...new Set([...eventMap.keys(), ...this.#payloads.keys()])];
    this.#timers = new Set([...timerMap].map(([name, { id }]) => id || name));
  }

  run(): Exploration {
    const noted = this.#probe.take();
    const goals = reachedBy(noted, undefined, this.#options.cover);
    const root = this.#positionAfter(noted, undefined);
    this.#reach(goals);
    const seen = this.#seen(this.#session.start);
    this.#search((position) => this.#leave(position, false));
    let isCut = this.#left <= 0;
    if (this.#missing.size > 0) {
      this.#left = this.#options.limit;
      this.#fresh.push(...this.#positions.values());
      this.#search((position) => this.#leave(position, true));
      isCut ||= this.#left <= 0;
    }
    this.#session.close();
    return { root, start: { goals, seen }, reached: this.#reached, functions: this.#functions, isCut };
  }

  #search(leave: (position: Position) => void): void {
    // Pairs are not known beforehand: only the limit ends a search for them.
    const isOver = () => this.#left <= 0 || (this.#missing.size === 0 && this.#options.cover !== "pairs");
    let [at, later] = [0, 0];
    while (!isOver()) {
      const next = this.#fresh[at++] ?? this.#known[later++];
      if (next === undefined) break;
      if (at > this.#fresh.length) at = this.#fresh.length;
      leave(next);
    }
    this.#fresh.length = 0;
    this.#known.length = 0;
  }

  /** Tries all inputs of a position. */
  #leave(position: Position, answers: boolean): void {
    if (position.snapshot.done) return;
    for (const step of this.#stepsFrom(position, answers)) {
      const decided = this.#try(position, step, {});
      if (answers) this.#tryAnswers(position, step, decided);
    }
  }

  /** The events to send, those of timers only where time does not bring them, and the time until the next timer. */
  #stepsFrom(position: Position, withTimers: boolean): SimulationStep[] {
    const { machine } = this.#restored(position);
    const events = [...new Set([...machine.availableEvents(), ...this.#events])]
      .filter((id) => !id.includes("*") && (withTimers || !this.#timers.has(id)));
    const sent = this.#shuffled(events).flatMap((event): SimulationStep[] =>
      this.#payloads.get(event)?.map((payload) => ({ kind: "event", event, payload })) ??
        [{ kind: "event", event }]
    );
    const { untilNextTimer } = this.#session;
    if (untilNextTimer === undefined) return sent;
    // Whole milliseconds: sums of fractions differ with their order.
    const milliseconds = Number.isInteger(untilNextTimer) ? untilNextTimer : Math.ceil(untilNextTimer) + 1;
    return [...sent, { kind: "advance", milliseconds }];
  }

  /** Tries a step with other answers of the guards that were asked in it. */
  #tryAnswers(position: Position, step: SimulationStep, first: Noted["decisions"]): void {
    const tried = new Set<string>();
    const waiting = [{ answers: {} as Answers, decided: first }];
    for (const { answers, decided } of waiting) {
      for (const { transition: { condition = "" }, passed } of decided) {
        if (Object.hasOwn(answers, condition) || !isOpen(condition)) continue;
        const other = { ...answers, [condition]: !passed };
        const key = JSON.stringify(Object.entries(other).sort());
        if (tried.has(key) || tried.size >= MOST_ANSWERS) continue;
        tried.add(key);
        waiting.push({ answers: other, decided: this.#try(position, step, other) });
      }
    }
  }

  /** Tries a step; returns the answers of guards in it. */
  #try(position: Position, step: SimulationStep, answers: Answers): Noted["decisions"] {
    this.#restored(position);
    this.#probe.answer({ ...this.#options.given.guards, ...answers });
    const noted = this.#perform(position, step, answers);
    // A step of many transitions, such as an endless one, takes as long as many steps.
    this.#left -= 1 + noted.taken.length / 2;
    return noted.decisions;
  }

  #perform(position: Position, step: SimulationStep, answers: Answers): Noted {
    let noted: Noted | undefined;
    try {
      const outcome = this.#session.perform(step);
      noted = this.#probe.take();
      const goals = reachedBy(noted, position.last, this.#options.cover);
      const to = this.#positionAfter(noted, position);
      this.#add(position, { step, answers, to, goals, seen: this.#seen(outcome) });
    } catch (error) {
      // A clock that stands still, or data that no snapshot holds: nothing can go on from there.
      if (!(error instanceof LoomError)) throw error;
    }
    return noted ?? this.#probe.take();
  }

  #add(from: Position, arc: Omit<Arc, "rank">): void {
    const isForced = arc.step.kind === "event" && this.#timers.has(arc.step.event);
    const rank = Object.keys(arc.answers).length > 0 ? 2 : arc.seen.failed || isForced ? 1 : 0;
    const isKnown = from.arcs.some((one) =>
      one.rank <= rank && (one.to === arc.to || arc.to === from) &&
      arc.goals.every((goal) => one.goals.includes(goal))
    );
    if (isKnown || (arc.to === from && arc.goals.length === 0)) return;
    from.arcs.push({ ...arc, rank });
    this.#reach(arc.goals);
  }

  #reach(goals: readonly Goal[]): void {
    for (const goal of goals) {
      this.#reached.add(goal);
      this.#missing.delete(goal);
    }
  }

  /** The position of the machine now, a new one where it was not seen before. */
  #positionAfter({ taken }: Noted, before: Position | undefined): Position {
    const { machine } = this.#session;
    const { visited: _, ...snapshot } = machine.snapshot();
    const last = taken.at(-1) ?? before?.last;
    const pair = this.#options.cover === "pairs" ? last?.id ?? "" : "";
    const key = JSON.stringify([pair, snapshot]);
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const position = { id: this.#positions.size, snapshot: { ...snapshot, visited: [] }, last, arcs: [] };
    this.#positions.set(key, position);
    const configuration = `${pair} ${JSON.stringify(snapshot.configuration)}`;
    const queue = this.#configurations.has(configuration) ? this.#known : this.#fresh;
    this.#configurations.add(configuration);
    queue.push(position);
    return position;
  }

  #restored({ snapshot }: Position): Simulation {
    this.#session.machine.restore(snapshot);
    return this.#session;
  }

  #seen(outcome: SimulationOutcome): Seen {
    const { result, configuration, done } = outcome;
    const errors = errorsOf(outcome);
    for (const [, name = ""] of errors.flatMap((error) => [...error.matchAll(NO_FUNCTION)])) {
      this.#functions.add(name);
    }
    return {
      leaves: this.#probe.leavesOf(configuration),
      done,
      failed: errors.length > 0,
      ...(result?.handled === false && result.reason !== undefined ? { reason: result.reason } : {}),
    };
  }

  /** The items in a random order (R. Fisher and F. Yates, 1938). */
  #shuffled<Item>(items: Item[]): Item[] {
    for (let at = items.length - 1; at > 0; at--) {
      const other = Math.floor(this.#options.random() * (at + 1));
      const item = items[at] as Item; // `at` and `other` are within bounds
      items[at] = items[other] as Item;
      items[other] = item;
    }
    return items;
  }
}

/** Goals of a covering set of tests. */
export const COVERS = ["transitions", "pairs", "guards"] as const;

/** One of {@linkcode COVERS}. */
export type Cover = typeof COVERS[number];

/** One thing to reach: a state, a transition, a side of a guard, or a transition right after another. */
export type Goal = `s ${string}` | `t ${number}` | `p ${number}` | `r ${number}` | `q ${number} ${number}`;

/** The goals that a definition shows; pairs show in the search. */
export function goalsOf({ states, transitions }: Probe, cover: Cover): Goal[] {
  const guarded = cover === "guards" ? transitions.filter(({ condition }) => condition !== undefined) : [];
  return [
    ...states.map((state): Goal => `s ${state}`),
    ...transitions.map(({ id }): Goal => `t ${id}`),
    ...guarded.flatMap(({ id }): Goal[] => [`p ${id}`, `r ${id}`]),
  ];
}

/** The goals that a step reaches. `last` is the transition before it. */
export function reachedBy(
  { states, taken, decisions }: Noted,
  last: ProbedTransition | undefined,
  cover: Cover,
): Goal[] {
  const row = [...(last === undefined ? [] : [last]), ...taken];
  const pairs = cover === "pairs"
    ? row.slice(1).map((one, at): Goal => `q ${row[at]?.id ?? -1} ${one.id}`)
    : [];
  const sides = cover === "guards" ? decisions : [];
  return [
    ...new Set([
      ...states.map((state): Goal => `s ${state}`),
      ...taken.map(({ id }): Goal => `t ${id}`),
      ...sides.map(({ transition, passed }): Goal => `${passed ? "p" : "r"} ${transition.id}`),
      ...pairs,
    ]),
  ];
}
