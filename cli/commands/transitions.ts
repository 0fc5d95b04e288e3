import { objectsIn, type Transition } from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { actionOf, stateCalled, transitionIndex } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import { refuseUnknownNames, type UsedNames } from "../unknown_names.ts";
import type {
  ADD_TRANSITION,
  MOVE_TRANSITION,
  REMOVE_TRANSITION,
  UPDATE_TRANSITION,
} from "../table/transitions.ts";

/** The word that stands for no event. */
const NO_EVENT = "-";

/** Adds a transition. */
export const addTransition: Run<typeof ADD_TRANSITION> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    const transition: Transition = {
      ...(values.event === NO_EVENT ? {} : { event: values.event }),
      ...(values.to === undefined ? {} : { nextState: values.to }),
      ...(values.when === undefined ? {} : { condition: values.when }),
      ...(values.desc === undefined ? {} : { description: values.desc }),
      ...(values.action.length === 0 ? {} : { actions: values.action.map(actionOf) }),
    };
    if (!values.allowUnknown) refuseUnknownNames(definition, namesIn(transition));
    const index = values.index === undefined ? {} : { index: values.index };
    return [{ op: "transition.add", state: state.name, transition, ...index }];
  });

/** Changes the fields of a transition. */
export const updateTransition: Run<typeof UPDATE_TRANSITION> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    const index = transitionIndex(state, values.which);
    const changes = fieldChanges("Transition", values, {
      event: values.event === NO_EVENT ? "" : values.event,
      nextState: values.to,
      condition: values.when,
      description: values.desc,
    });
    if (!values.allowUnknown) refuseUnknownNames(definition, namesIn(changes.patch));
    return [{ op: "transition.update", state: state.name, index, ...changes }];
  });

/** Moves a transition to another place or state. */
export const moveTransition: Run<typeof MOVE_TRANSITION> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    const index = transitionIndex(state, values.which);
    const target = values.toState === undefined ? state : stateCalled(definition, values.toState).state;
    const count = objectsIn(target.transitions).length;
    const to = values.to ?? (target === state ? count - 1 : count);
    const elsewhere = target === state ? {} : { toState: target.name };
    return [{ op: "transition.move", state: state.name, index, to, ...elsewhere }];
  });

/** Removes a transition. */
export const removeTransition: Run<typeof REMOVE_TRANSITION> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    return [{ op: "transition.remove", state: state.name, index: transitionIndex(state, values.which) }];
  });

function namesIn(
  { event, nextState }: { readonly event?: unknown; readonly nextState?: unknown },
): UsedNames {
  return { event, state: nextState };
}
