/**
 * What Mermaid can express of a machine.
 *
 * @module
 */
import { oneLine, type State, type StateMachineDefinition, type Transition } from "@loom/protocol";

/** A machine as far as a drawing tells it: siblings sorted, for a drawing does not always tell their order. */
export interface Expressed {
  /** The ids that transitions wait for and that need a declaration, sorted. */
  readonly events: readonly string[];
  /** What is below the root. */
  readonly states: readonly State[];
}

/** All that a drawing tells of a machine whose root is not drawn. */
export function expressed({ state }: StateMachineDefinition): Expressed {
  const used = new Set(
    statesBelow(state).flatMap(({ transitions }) => transitions ?? []).map(({ event }) => event),
  );
  for (const one of statesBelow(state)) if (insideOf(one).length > 0) used.delete(`done.state.${one.name}`);
  return {
    events: [...used].filter((event) => event !== undefined).sort(),
    states: sorted((state.states ?? []).map(drawnPart)),
  };
}

function statesBelow(state: State): State[] {
  return [state, ...insideOf(state).flatMap(statesBelow)];
}

function insideOf(state: State): readonly State[] {
  return state.parallel?.states ?? state.states ?? [];
}

function drawnPart({ name, kind, history, notes, transitions, states, initial, parallel }: State): State {
  const first = states?.find((child) => child.kind !== "history")?.name;
  const join = parallel?.nextState;
  return {
    name,
    ...(kind === undefined || kind === "normal" ? {} : { kind }),
    ...(history === undefined ? {} : { history }),
    ...(notes === undefined ? {} : { notes }),
    ...(transitions?.length ? { transitions: transitions.map(drawnTransition) } : {}),
    ...(first === undefined ? {} : { initial: initial ?? first }),
    ...(states?.length ? { states: sorted(states.map(drawnPart)) } : {}),
    ...(parallel
      ? { parallel: { ...(join ? { nextState: join } : {}), states: parallel.states.map(drawnPart) } }
      : {}),
  };
}

function drawnTransition({ event, nextState, condition }: Transition): Transition {
  return {
    ...(event === undefined ? {} : { event }),
    ...(nextState === undefined ? {} : { nextState }),
    ...(condition === undefined ? {} : { condition }),
  };
}

function sorted(states: readonly State[]): State[] {
  return states.toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/**
 * Makes of any machine with distinct names one that a drawing tells whole: final states with nothing on them, at
 * least two regions, no arrow without label out of what completes, texts of one line, no arrow to the root.
 */
export function expressible(def: StateMachineDefinition): StateMachineDefinition {
  const root = lineOr(def.state.name, "blank");
  const state = (one: State): State => {
    const { transitions = [], states, parallel, initial, kind, ...rest } = one;
    const name = lineOr(one.name, "blank");
    if (kind === "final") return { name, kind };
    const completes = insideOf(one).some((inner) => inner.kind === "final") || parallel !== undefined;
    const kept = transitions.map(plainTransition).filter(({ event, nextState, condition }) =>
      nextState !== root &&
      (event !== undefined || condition !== undefined || nextState === undefined || !completes)
    );
    const inside = parallel?.states ?? states ?? [];
    const join = lineOr(parallel?.nextState ?? root, "blank");
    return {
      ...rest,
      name,
      ...(kind === undefined ? {} : { kind }),
      transitions: kept,
      ...(inside.length === 0 ? {} : parallel && inside.length > 1
        ? {
          parallel: {
            ...(join === root ? {} : { nextState: join }),
            states: inside.map(state),
          },
        }
        : {
          ...(initial === undefined ? {} : { initial: lineOr(initial, "blank") }),
          states: inside.map(state),
        }),
    };
  };
  const events = def.events.map((source) => ({
    ...source,
    events: (source.events ?? []).map(({ id }) => ({ id: lineOr(id, "blank") })),
    timers: (source.timers ?? []).map(({ id, name }) => ({ id: lineOr(id, "blank"), name })),
  }));
  const { transitions: _, ...top } = state(def.state);
  return { ...def, events, state: top };
}

function plainTransition({ event, nextState, condition, ...rest }: Transition): Transition {
  const guard = condition === undefined ? "" : oneLine(condition);
  return {
    ...rest,
    ...(event === undefined ? {} : { event: lineOr(event, "blank") }),
    ...(nextState === undefined ? {} : { nextState: lineOr(nextState, "blank") }),
    ...(guard === "" ? {} : { condition: guard }),
  };
}

function lineOr(text: string, other: string): string {
  return oneLine(text) || other;
}
