import type { PathMessage, ScenarioPath } from "@loom/protocol";
import type { Outcome, Position } from "./replay_machine.ts";
import type { ReplayStep, StepResult } from "./report.ts";
import type { Stage, StageMachine } from "./stage.ts";
import { trimmed } from "../members.ts";

/** A position on a walk, and the way to it. */
export interface Place {
  /** The position. */
  readonly position: Position;
  /** The place before; absent at the start. */
  readonly before?: Place;
  /** The event, the way it was taken, and the number of messages that the machine heard before it. */
  readonly by?: { readonly event: string; readonly outcome: Outcome; readonly index: number };
}

/** A message as one machine hears it. */
export interface Heard {
  /** The address of the message. */
  readonly ref: string;
  /** Its event; absent for a message that only claims a state. */
  readonly event?: string;
  /** The state it claims for this machine. */
  readonly claim?: string;
  /** True when the machine may pass over it, since another one takes it. */
  readonly mayIgnore: boolean;
  /** True when the step stopped the path. */
  readonly isStop: boolean;
}

/** The walk of one machine along a path. */
export interface MachineWalk {
  readonly stage: StageMachine;
  /** The places it may be in; never empty. */
  places: readonly Place[];
  /** The messages it heard. */
  readonly heard: Heard[];
}

/** A path, walked. */
export interface PathWalk {
  /** The steps. */
  readonly steps: ReplayStep[];
  /** The walks of the machines, in order. */
  readonly walks: readonly MachineWalk[];
}

/** Limit of the places that a machine may be in after a message; further ones are left out. */
const MOST_PLACES = 256;

/** Walks a path through all machines. */
export function walkPath(stage: Stage, path: ScenarioPath): PathWalk {
  const walker = new Walker(stage);
  for (const message of path.messages) walker.take(message);
  return walker;
}

/** The texts of a message. */
interface Spoken {
  readonly ref: string;
  readonly label: string;
  readonly event: string;
  readonly machine: string;
  readonly claim: string;
}

/** The effect that an event may have on one machine. */
interface Attempt {
  readonly walk: MachineWalk;
  readonly from: readonly string[];
  readonly isEnded: boolean;
  /** The places after the event; empty when it is refused. */
  readonly places: readonly Place[];
  readonly note?: string;
}

class Walker implements PathWalk {
  readonly steps: ReplayStep[] = [];
  readonly walks: readonly MachineWalk[];
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.walks = stage.machines.map((one) => ({
      stage: one,
      places: one.machine.starts().map((position) => ({ position })),
      heard: [],
    }));
  }

  take(message: PathMessage): void {
    const { value } = message;
    const spoken: Spoken = {
      ref: message.ref,
      label: trimmed(value.label),
      event: trimmed(value.event),
      machine: trimmed(value.machine),
      claim: trimmed(value.state),
    };
    if (spoken.event === "") this.#takeClaim(spoken);
    else this.#takeEvent(spoken);
  }

  /** A message without an event: it may say in which state a machine is. */
  #takeClaim(spoken: Spoken): void {
    const { ref, label, claim, machine } = spoken;
    if (claim === "") return this.#step({ ref, label, from: [], to: [], result: "data" });
    const owners = machine === "" ? this.#stage.withState(claim) : this.#stage.withName(machine);
    const holding = owners.map((owner) => this.#walkOf(owner)).map((walk) => ({
      walk,
      kept: walk.places.filter(({ position }) => position.active.has(claim)),
    }));
    const holds = holding.filter(({ kept }) => kept.length > 0);
    for (const { walk, kept } of holds) {
      walk.places = kept;
      walk.heard.push({ ref, claim, mayIgnore: false, isStop: false });
    }
    if (holds.length > 0) return this.#step({ ref, label, from: [], to: [], result: "data" });
    const first = holding[0];
    if (first === undefined) {
      const note = machine === ""
        ? `no machine has the state "${claim}"`
        : `there is no machine "${machine}"`;
      return this.#step({ ref, label, from: [], to: [], result: "state-mismatch", note });
    }
    for (const { walk } of holding) {
      walk.heard.push({ ref, claim, mayIgnore: holding.length > 1, isStop: walk === first.walk });
    }
    const states = statesOf(first.walk.places);
    this.#step({
      ref,
      label,
      machine: first.walk.stage.name,
      from: states,
      to: states,
      result: "state-mismatch",
      note: `the message says ${claim}`,
    });
  }

  #takeEvent(spoken: Spoken): void {
    const { ref, label, event, machine } = spoken;
    const targets = this.#targetsOf(spoken);
    if (typeof targets === "string") {
      const named = machine === "" ? {} : { machine };
      return this.#step({
        ref,
        label,
        event,
        ...named,
        from: [],
        to: [],
        result: "unknown-event",
        note: targets,
      });
    }
    const attempts = targets.map((target) => attempt(this.#walkOf(target), event));
    const isTaken = attempts.some(({ places }) => places.length > 0);
    const isBroadcast = machine === "" && attempts.length > 1;
    for (const one of attempts) this.#settle(spoken, one, isBroadcast && isTaken);
  }

  /** The machines that a message reaches, or the reason why there is none. */
  #targetsOf({ event, machine }: Spoken): readonly StageMachine[] | string {
    const hearing = this.#stage.withEvent(event);
    if (machine === "") return hearing.length > 0 ? hearing : "no machine has the event";
    const named = this.#stage.withName(machine);
    if (named.length === 0) return `there is no machine "${machine}"`;
    if (named.length > 1) {
      return `${named.length} machines are named "${machine}": write ${
        named.map(({ name }) => `"${name}"`).join(" or ")
      }`;
    }
    const both = named.filter((one) => hearing.includes(one));
    return both.length > 0 ? both : `"${machine}" has no such event`;
  }

  #settle(spoken: Spoken, tried: Attempt, mayIgnore: boolean): void {
    const { walk, from, isEnded, places } = tried;
    const { ref, label, event, machine } = spoken;
    const head = { ref, label, event, machine: walk.stage.name, from };
    if (places.length === 0) {
      const result: StepResult = mayIgnore ? "ignored" : isEnded ? "ended" : "refused";
      const note = result === "ignored" || tried.note === undefined ? {} : { note: tried.note };
      walk.heard.push({ ref, event, mayIgnore, isStop: result !== "ignored" });
      return this.#step({ ...head, to: from, result, ...note });
    }
    const claims = spoken.claim !== "" &&
      (machine !== "" || walk.stage.machine.states.has(spoken.claim));
    const claim = claims ? { claim: spoken.claim } : {};
    const kept = claims ? places.filter(({ position }) => position.active.has(spoken.claim)) : places;
    const isMismatch = kept.length === 0;
    const reached = isMismatch ? places : kept;
    walk.places = reached;
    walk.heard.push({ ref, event, ...claim, mayIgnore, isStop: isMismatch });
    const guards = guardsOf(reached);
    this.#step({
      ...head,
      to: statesOf(reached),
      result: isMismatch ? "state-mismatch" : hasMoved(reached) ? "moved" : "stayed",
      ...(guards.length > 0 ? { guards } : {}),
      ...(isMismatch ? { note: `the message says ${spoken.claim}` } : expiryNote(reached, event)),
    });
  }

  #walkOf({ name }: StageMachine): MachineWalk {
    const walk = this.walks.find(({ stage }) => stage.name === name);
    if (walk === undefined) throw new TypeError("Every machine of the stage has a walk.");
    return walk;
  }

  #step(step: ReplayStep): void {
    this.steps.push(step);
  }
}

/** Lets a machine take an event from every place that it may be in. */
function attempt(walk: MachineWalk, event: string): Attempt {
  const { machine } = walk.stage;
  const from = statesOf(walk.places);
  const index = walk.heard.length;
  const reached = new Map<string, Place>();
  for (const place of walk.places) {
    for (const outcome of machine.outcomes(place.position, event)) {
      if (!outcome.isHandled || reached.has(outcome.to.key) || reached.size >= MOST_PLACES) continue;
      reached.set(outcome.to.key, { position: outcome.to, before: place, by: { event, outcome, index } });
    }
  }
  const isEnded = walk.places.every(({ position }) => position.isDone);
  if (reached.size > 0) return { walk, from, isEnded, places: [...reached.values()] };
  return { walk, from, isEnded, places: [], note: refusal(walk, event, isEnded) };
}

function refusal({ stage: { machine }, places }: MachineWalk, event: string, isEnded: boolean): string {
  if (isEnded) return "the machine has reached its end";
  if (machine.isTimerEvent(event)) return "its timer does not run here";
  const broken = machine.transitions.find((one) =>
    one.isBroken && one.event === event && places.some(({ position }) => position.active.has(one.state))
  );
  if (broken) return `the transition of ${broken.state} leads to "${broken.target}", which does not exist`;
  return "no transition takes it";
}

/** The states of places, without repeats. */
export function statesOf(places: readonly Place[]): string[] {
  return [...new Set(places.map(({ position }) => position.state))];
}

function hasMoved(places: readonly Place[]): boolean {
  return places.some(({ position, before }) =>
    before !== undefined && before.position.state !== position.state
  );
}

function guardsOf(places: readonly Place[]): string[] {
  const guards = new Set<string>();
  for (const { by } of places) {
    for (const { question, condition } of by?.outcome.taken ?? []) {
      if (question !== undefined && condition !== undefined) guards.add(condition);
    }
  }
  return [...guards];
}

/** A note about timers that expired before that of the message. */
function expiryNote(places: readonly Place[], event: string): { note?: string } {
  const expired = new Set(places.flatMap(({ by }) => by?.outcome.expired ?? []));
  const others = [...expired].filter((name) => name !== event);
  const own = places.some(({ before }) => before?.position.timers.some((timer) => timer.event === event));
  if (!own && others.length === 0) return {};
  return { note: `${expired.size === 1 ? "timer" : "timers"} ${[...expired].join(", ")} expired` };
}
