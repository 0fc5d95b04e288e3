import { actionsOf, effectOf } from "@loom/engine";
import {
  type Action,
  type MachineOp,
  type StateMachineDefinition,
  timersIn,
  type Transition,
  transitionsIn,
  walkStates,
} from "@loom/protocol";

const HOOKS = ["onEntry", "onExit"] as const;

/** The actions of a state, or of one of its transitions, that raise an event, or start or stop its timer. */
export interface EventActions {
  readonly state: string;
  /** The block of the state, or the index of the transition. */
  readonly place: typeof HOOKS[number] | number;
  /** All actions there. */
  readonly all: readonly Action[];
  /** Which of them they are. */
  readonly indices: readonly number[];
}

/** Finds the actions that raise an event, or start or stop the timer of that id. */
export function actionsOn(machine: StateMachineDefinition, id: string): EventActions[] {
  const timers = new Set(timersIn(machine).filter((timer) => timer.id === id).map(({ name }) => name));
  const isOn = (action: Action): boolean => {
    const effect = effectOf(action);
    if (effect.kind === "raise") return effect.event === id;
    return (effect.kind === "timerStart" || effect.kind === "timerStop") && timers.has(effect.timer);
  };
  const found = (state: string, place: EventActions["place"], all: readonly Action[]): EventActions[] => {
    const indices = all.flatMap((action, index) => isOn(action) ? [index] : []);
    return indices.length === 0 ? [] : [{ state, place, all, indices }];
  };
  return [
    ...Array.from(walkStates(machine.state)).flatMap(({ state }) =>
      HOOKS.flatMap((hook) => found(state.name, hook, actionsOf(state[hook])))
    ),
    ...transitionsIn(machine).flatMap(({ state, index, transition }) =>
      found(state, index, actionsOf(transition.actions))
    ),
  ];
}

/** Takes them away, the last of each block first, so that the indices of the others hold. */
export function withoutActions(actions: readonly EventActions[]): MachineOp[] {
  return actions.flatMap(({ state, place, all, indices }): MachineOp[] => {
    if (typeof place === "string") {
      return indices.toReversed().map((index) => ({ op: "action.remove", state, hook: place, index }));
    }
    const left = all.filter((_, index) => !indices.includes(index));
    const change: { patch: Partial<Transition>; unset?: string[] } = left.length > 0
      ? { patch: { actions: left } }
      : { patch: {}, unset: ["actions"] };
    return [{ op: "transition.update", state, index: place, ...change }];
  });
}
