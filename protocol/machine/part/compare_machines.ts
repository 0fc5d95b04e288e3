import { isObject } from "../../json/value.ts";
import type { OverlayMark, PictureOverlay } from "../../picture/overlay.ts";
import type { StateMachineDefinition } from "../types.ts";

type Json = Readonly<Record<string, unknown>>;

/** Two versions of a machine as one: all states and transitions of both, and marks on those that differ. */
export interface ComparedMachine {
  /** The states and transitions of both. */
  readonly definition: StateMachineDefinition;
  /** The marks. */
  readonly overlay: PictureOverlay;
}

/** Compares two versions of a machine, states by their names. */
export function compareMachines(
  before: StateMachineDefinition,
  after: StateMachineDefinition,
): ComparedMachine {
  const [old, now]: [unknown, unknown] = [before.state, after.state];
  if (!isObject(old) || !isObject(now)) return { definition: after, overlay: {} };
  const comparison = new Comparison(old, now);
  const state = comparison.merged(now);
  return {
    definition: { ...after, state: state as unknown as StateMachineDefinition["state"] },
    overlay: { states: comparison.states, transitions: comparison.transitions },
  };
}

/** A state of a version, with the name of its parent. */
interface Placed {
  readonly state: Json;
  readonly parent: string | undefined;
}

class Comparison {
  readonly states: Record<string, OverlayMark> = {};
  readonly transitions: { state: string; index: number; mark: OverlayMark }[] = [];
  readonly #old: ReadonlyMap<string, Placed>;
  readonly #now: ReadonlyMap<string, Placed>;

  constructor(old: Json, now: Json) {
    this.#old = placed(old);
    // The root is the same state whatever it is called.
    this.#now = placed(now);
    if (!this.#now.has(nameOf(old))) {
      this.#now = new Map([...this.#now, [nameOf(old), { state: now, parent: undefined }]]);
    }
  }

  /** A state of the new version with what was removed from it. */
  merged(state: Json): Json {
    const name = nameOf(state);
    const old = this.#old.get(name);
    const isRoot = this.#now.get(name)?.parent === undefined;
    if (!old && !isRoot) this.states[name] = "added";
    else if (
      old && (ownText(old.state) !== ownText(state) || old.parent !== this.#now.get(name)?.parent) && !isRoot
    ) {
      this.states[name] = "changed";
    }
    const transitions = this.#mergedTransitions(
      name,
      objects(state.transitions),
      objects(old?.state.transitions),
      !old,
    );
    const { states, parallel } = state;
    const gone = this.#goneFrom(old?.state, "states");
    const goneRegions = this.#goneFrom(old?.state, "parallel");
    return {
      ...state,
      ...(transitions.length > 0 ? { transitions } : {}),
      ...(states !== undefined || gone.length > 0
        ? { states: [...objects(states).map((child) => this.merged(child)), ...gone] }
        : {}),
      ...(isObject(parallel) || goneRegions.length > 0
        ? {
          parallel: {
            ...(isObject(parallel) ? parallel : {}),
            states: [...regionsOf(state).map((region) => this.merged(region)), ...goneRegions],
          },
        }
        : {}),
    };
  }

  /** The states that the old version has there and the new one nowhere. */
  #goneFrom(old: Json | undefined, slot: "states" | "parallel"): Json[] {
    if (!old) return [];
    const inner = slot === "states" ? objects(old.states) : regionsOf(old);
    return inner.flatMap((state) => this.#now.has(nameOf(state)) ? [] : [this.#removed(state)]);
  }

  #removed(state: Json): Json {
    this.states[nameOf(state)] = "removed";
    objects(state.transitions).forEach((_, index) =>
      this.transitions.push({ state: nameOf(state), index, mark: "removed" })
    );
    const { states, parallel } = state;
    return {
      ...state,
      ...(states === undefined ? {} : { states: this.#goneFrom(state, "states") }),
      ...(isObject(parallel) ? { parallel: { ...parallel, states: this.#goneFrom(state, "parallel") } } : {}),
    };
  }

  /** The transitions of both versions: the new ones in their order, then those that were removed. */
  #mergedTransitions(name: string, now: readonly Json[], old: readonly Json[], isNew: boolean): Json[] {
    const left = [...old];
    const take = (isSame: (other: Json) => boolean): boolean => {
      const at = left.findIndex(isSame);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    };
    const same = now.map((one) => take((other) => textOf(other) === textOf(one)));
    const mark = (index: number, mark: OverlayMark) => this.transitions.push({ state: name, index, mark });
    now.forEach((one, index) => {
      if (same[index]) return;
      const isChanged = !isNew && take((other) => wayOf(other) === wayOf(one));
      mark(index, isChanged ? "changed" : "added");
    });
    left.forEach((_, at) => mark(now.length + at, "removed"));
    return [...now, ...left];
  }
}

function placed(root: Json): Map<string, Placed> {
  const found = new Map<string, Placed>();
  const visit = (state: Json, parent: string | undefined): void => {
    if (!found.has(nameOf(state))) found.set(nameOf(state), { state, parent });
    for (const inner of [...objects(state.states), ...regionsOf(state)]) visit(inner, nameOf(state));
  };
  visit(root, undefined);
  return found;
}

function nameOf({ name }: Json): string {
  return typeof name === "string" ? name : "";
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function regionsOf({ parallel }: Json): Json[] {
  return objects(isObject(parallel) ? parallel.states : undefined);
}

/** Own members of a state. */
function ownText({ states: _states, parallel, transitions: _transitions, ...own }: Json): string {
  const { states: _regions, ...join } = isObject(parallel) ? parallel : { states: undefined };
  return textOf({ ...own, join });
}

/** The event of a transition and where it leads. */
function wayOf({ event, events, after, nextState, nextStates }: Json): string {
  return textOf({ event, events, after, nextState, nextStates });
}

/** A value as text, whatever the order of its members. */
function textOf(value: unknown): string {
  return JSON.stringify(
    value,
    (_, inner) =>
      isObject(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => a < b ? -1 : 1))
        : inner,
  );
}
