import type { StateMachineDefinition } from "@loom/protocol";
import { compileMachine, Machine, type MachineProgram } from "../machine/mod.ts";
import { ObserverNull } from "../runtime/observers/observer.ts";
import type { RegisteredAction, RegisteredGuard } from "../runtime/step/instance.ts";
import type { MachineSnapshot } from "../runtime/work_set.ts";
import { SimulatedClock } from "../runtime/timers/simulated_clock.ts";
import { bareMachine, CODE, type ReplayTransition } from "./bare_machine.ts";

/** A position that a replayed machine may be in. */
export interface Position {
  /** Equal for equal positions of one machine. */
  readonly key: string;
  /** The active leaves, joined by `|`. */
  readonly state: string;
  /** The names of all active states. */
  readonly active: ReadonlySet<string>;
  /** True when the machine has reached its end. */
  readonly isDone: boolean;
  /** The running timers, by the time left. */
  readonly timers: readonly { readonly name: string; readonly event: string; readonly left: number }[];
  /** The position itself. */
  readonly snapshot: MachineSnapshot;
}

/** A guard that was decided. */
export interface Decision {
  /** The transition of the guard. */
  readonly transition: ReplayTransition;
  /** True when it passed. */
  readonly passed: boolean;
}

/** One way in which a machine may take an event. */
export interface Outcome {
  /** The position afterwards. */
  readonly to: Position;
  /** True when a transition took the event. */
  readonly isHandled: boolean;
  /** The transitions taken, those without an event included. */
  readonly taken: readonly ReplayTransition[];
  /** The guards decided on the way. */
  readonly decisions: readonly Decision[];
  /** The timers that expired, in order. */
  readonly expired: readonly string[];
}

/** Ways of one event from one position; above this many the rest is left out. */
const MOST_RUNS = 32;

/** Answers of one run that are tried both ways; later ones are yes. */
const MOST_ANSWERS = 16;

/** Transitions and expiries of one run; a run with more is taken for one that does not come to rest. */
const MOST_TAKEN = 200;

/**
 * Work of one machine, in transitions, guards, code and timers; above this only one way of each event is tried. Machines whose
 * many guards may pass or refuse would take minutes.
 */
const MOST_WORK = 200_000;

/** Work of beginning one run. */
const RUN_WORK = 10;

/** The events of one run of the machine. */
interface Run {
  readonly taken: ReplayTransition[];
  readonly decisions: Decision[];
  readonly expired: string[];
  /** The answers to questions, in the order in which they were asked. */
  readonly answers: boolean[];
  /** The answers that hold until code runs. */
  readonly known: Map<string, boolean>;
  isHandled: boolean;
  /** True when it cannot happen: it never comes to rest. */
  isImpossible: boolean;
}

/**
 * A machine that answers all ways in which it may take an event. It runs by the rules of `Machine`; guards that need
 * data are decided both ways, the same question the same way until code has run, and code does nothing.
 */
export class ReplayMachine {
  /** Its transitions, in document order. */
  readonly transitions: readonly ReplayTransition[];
  /** The ids of its events and timers. */
  readonly events: ReadonlySet<string>;
  /** The names of its states, the first of several with one name. */
  readonly states: ReadonlySet<string>;
  /** The names of its states without the root and history states, in document order. */
  readonly plainStates: readonly string[];
  readonly #program: MachineProgram;
  #clock = new SimulatedClock();
  readonly #timerEvents: ReadonlyMap<string, string>;
  readonly #outcomes = new Map<string, Map<string, readonly Outcome[]>>();
  readonly #enabled = new Map<string, readonly string[]>();
  readonly #actions: Record<string, RegisteredAction>;
  readonly #guards: Record<string, RegisteredGuard>;
  #machine: Machine | undefined;
  #isCut = false;
  #work = 0;
  #starts: readonly Position[] | undefined;
  #run: Run = newRun();
  #prefix: readonly boolean[] = [];

  /**
   * Prepares a machine.
   *
   * @throws {MachineDefinitionError} When it cannot run.
   */
  constructor(definition: StateMachineDefinition) {
    const bare = bareMachine(definition);
    this.transitions = bare.transitions;
    this.#program = compileMachine(bare.definition, { validate: false });
    const { model } = this.#program;
    this.events = new Set(model.eventMap.keys());
    this.states = new Set(model.allStates.map(({ name }) => name));
    this.plainStates = model.allStates.slice(1).filter(({ kind }) => kind !== "history").map(({ name }) =>
      name
    );
    this.#timerEvents = new Map(Array.from(model.timerMap, ([name, { id }]) => [name, id || name]));
    this.#actions = Object.fromEntries([
      [CODE, () => {
        this.#work += 1;
        this.#run.known.clear();
      }],
      ...this.transitions.map((one) => [`t${one.id}`, () => this.#take(one)] as const),
    ]);
    this.#guards = Object.fromEntries(
      this.transitions.filter(({ question }) => question !== undefined)
        .map((one) => [`g${one.id}`, () => this.#passes(one)]),
    );
  }

  /** The positions after the start: several when guards decide on transitions without an event. */
  starts(): readonly Position[] {
    return this.#starts ??= unique(
      this.#explore(() => {
        this.#machine = this.#newMachine();
        this.#clock.advance(0);
        this.#run.isHandled = true;
      }).map(({ to }) => to),
    );
  }

  /** True when some event has more ways than were tried. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** True for the event of a timer. */
  isTimerEvent(event: string): boolean {
    return [...this.#timerEvents.values()].includes(event);
  }

  /** The ways in which it may take an event from a position; `isHandled` is false for those that do not take it. */
  outcomes(from: Position, event: string): readonly Outcome[] {
    let ofPosition = this.#outcomes.get(from.key);
    if (ofPosition === undefined) this.#outcomes.set(from.key, ofPosition = new Map());
    let outcomes = ofPosition.get(event);
    if (outcomes === undefined) ofPosition.set(event, outcomes = this.#outcomesOf(from, event));
    return outcomes;
  }

  /** The events that it may take in a position. */
  enabledEvents(from: Position): readonly string[] {
    let events = this.#enabled.get(from.key);
    if (events === undefined) {
      events = [...this.#eventsIn(from)].filter((event) =>
        this.outcomes(from, event).some((one) => one.isHandled)
      );
      this.#enabled.set(from.key, events);
    }
    return events;
  }

  #eventsIn({ active }: Position): Set<string> {
    const events = new Set<string>();
    for (const { state, event } of this.transitions) {
      if (event !== undefined && this.events.has(event) && active.has(state)) events.add(event);
    }
    return events;
  }

  #outcomesOf(from: Position, event: string): readonly Outcome[] {
    if (from.isDone) return [];
    const timer = from.timers.find((one) => one.event === event);
    if (timer === undefined && this.isTimerEvent(event)) return [];
    return this.#explore(() => {
      const machine = this.#machine ??= this.#newMachine();
      machine.restore(from.snapshot);
      if (timer !== undefined) {
        this.#clock.advance(timer.left);
        this.#run.isHandled = this.#run.taken.some((one) => one.event === event);
        return;
      }
      const { handled, error } = machine.send(event);
      this.#run.isHandled = handled;
      if (handled && error !== undefined) this.#run.isImpossible = true;
      // A timer of no time expires before the next message.
      this.#clock.advance(0);
    });
  }

  /** Runs `act` once for each combination of answers; the first run says yes to everything. */
  #explore(act: () => void): Outcome[] {
    // Of several ways to one position the first is enough.
    const outcomes = new Map<string, Outcome>();
    const waiting: (readonly boolean[])[] = [[]];
    for (let runs = 0; runs < MOST_RUNS && (runs === 0 || this.#work < MOST_WORK); runs++) {
      const prefix = waiting.shift();
      if (prefix === undefined) break;
      this.#prefix = prefix;
      const run = this.#run = newRun();
      try {
        act();
      } catch {
        run.isImpossible = true; // The start does not come to rest.
      }
      this.#work += RUN_WORK + run.taken.length + run.decisions.length;
      const asked = Math.min(run.answers.length, MOST_ANSWERS);
      for (let index = prefix.length; index < asked; index++) {
        waiting.push([...run.answers.slice(0, index), !run.answers[index]]);
      }
      if (run.isImpossible || run.taken.some(({ isBroken }) => isBroken) || !this.#machine) continue;
      const { isHandled, taken, decisions, expired } = run;
      const to = this.#position(this.#machine);
      const key = `${isHandled} ${to.key}`;
      if (!outcomes.has(key)) outcomes.set(key, { to, isHandled, taken, decisions, expired });
    }
    if (waiting.length > 0) this.#isCut = true;
    return [...outcomes.values()];
  }

  #newMachine(): Machine {
    // A machine that does not come to rest at its start leaves timers on its clock.
    this.#clock = new SimulatedClock();
    const observer = new Seen(
      (timer) => this.#limit(this.#run.expired.push(timer)),
      () => this.#run.isImpossible = true,
      () => this.#work += 1,
    );
    return new Machine(this.#program, {
      clock: this.#clock,
      observer,
      guards: this.#guards,
      actions: this.#actions,
      validate: false,
    });
  }

  #take(transition: ReplayTransition): void {
    this.#limit(this.#run.taken.push(transition));
  }

  #limit(count: number): void {
    if (count <= MOST_TAKEN) return;
    this.#run.isImpossible = true;
    this.#machine?.stop();
  }

  #passes(transition: ReplayTransition): boolean {
    const run = this.#run;
    const { text, wants } = transition.question ?? { text: "", wants: true };
    let answer = run.known.get(text);
    if (answer === undefined) {
      // Without a given answer the guard passes.
      const passes = this.#prefix[run.answers.length] ?? true;
      run.answers.push(passes);
      run.known.set(text, answer = passes === wants);
    }
    const passed = answer === wants;
    run.decisions.push({ transition, passed });
    return passed;
  }

  #position(machine: Machine): Position {
    const taken = machine.snapshot();
    const snapshot = { ...taken, visited: [], queue: [], context: {} };
    const timers = snapshot.timers.map(({ name, left }) => ({
      name,
      event: this.#timerEvents.get(name) ?? name,
      left,
    })).sort((a, b) => a.left - b.left);
    const { configuration, history, done, state } = snapshot;
    return {
      key: JSON.stringify([configuration, history, snapshot.timers, done]),
      state,
      active: new Set(configuration),
      isDone: done,
      timers,
      snapshot,
    };
  }
}

/** Reports expiries and endless steps. */
class Seen extends ObserverNull {
  readonly #onExpired: (timer: string) => void;
  readonly #onLoop: () => void;
  readonly #onStart: () => void;

  constructor(onExpired: (timer: string) => void, onLoop: () => void, onStart: () => void) {
    super();
    this.#onExpired = onExpired;
    this.#onLoop = onLoop;
    this.#onStart = onStart;
  }

  override onTimerStart(): void {
    this.#onStart();
  }

  onTimerExpired(_machine: string, timer: string): void {
    this.#onExpired(timer);
  }

  onError(_machine: string, _message: string): void {
    this.#onLoop();
  }
}

function newRun(): Run {
  return {
    taken: [],
    decisions: [],
    expired: [],
    answers: [],
    known: new Map(),
    isHandled: false,
    isImpossible: false,
  };
}

function unique(positions: readonly Position[]): Position[] {
  return [...new Map(positions.map((one) => [one.key, one])).values()];
}
