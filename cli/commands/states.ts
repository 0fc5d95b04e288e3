import {
  isObject,
  type MachineOp,
  type State,
  type StateMachineDefinition,
  type StateVisit,
  transitionsInto,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { stateCalled } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type {
  ADD_STATE,
  MOVE_STATE,
  REMOVE_STATE,
  RENAME_STATE,
  SET_INITIAL,
  UPDATE_STATE,
} from "../table/states.ts";
import { refuseUnknownNames } from "../unknown_names.ts";
import { NameError, UsageError } from "../usage_error.ts";

/** Adds a state. */
export const addState: Run<typeof ADD_STATE> = (context, values) =>
  mutate(context, values, (definition) => {
    const { kind, desc } = values;
    if (!isObject(definition.state)) throw noRoot(context.doc);
    const parent = values.parent === undefined
      ? definition.state
      : stateCalled(definition, values.parent).state;
    const state: State = {
      name: values.name,
      ...(kind === undefined ? {} : { kind }),
      ...(desc === undefined ? {} : { description: desc }),
    };
    return [{ op: "state.add", parent: parent?.name ?? null, state, ...placeOf(values) }];
  });

/** Changes the fields of a state, and where its regions lead. */
export const updateState: Run<typeof UPDATE_STATE> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    const { join } = values;
    if (!values.allowUnknown) refuseUnknownNames(definition, { state: join });
    const isOnlyJoin = join !== undefined && values.set.length + values.unset.length === 0 &&
      values.kind === undefined && values.desc === undefined;
    const ops: MachineOp[] = join === undefined ? [] : [joinOp(state, join)];
    if (isOnlyJoin) return ops;
    const changes = fieldChanges(
      "State",
      values,
      { kind: values.kind, description: values.desc },
      { name: "rename-state" },
    );
    return [{ op: "state.update", name: state.name, ...changes }, ...ops];
  });

/** Renames a state and every reference to it. */
export const renameState: Run<typeof RENAME_STATE> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    return [{ op: "state.rename", name: state.name, to: values.to }];
  });

/** Moves a state to another parent or place. */
export const moveState: Run<typeof MOVE_STATE> = (context, values) => {
  if (values.parent === undefined && values.index === undefined && !values.region) {
    throw new UsageError("There is nowhere to move it: give --parent <state>, --index <n> or --region.");
  }
  return mutate(context, values, (definition) => {
    const visit = stateCalled(definition, values.state);
    const parent = values.parent === undefined
      ? visit.parent?.name ?? null
      : stateCalled(definition, values.parent).state.name;
    const region = values.region || (values.parent === undefined && visit.slot === "region");
    return [{ op: "state.move", name: visit.state.name, parent, ...placeOf({ ...values, region }) }];
  });
};

/** Removes a state, and with `--inbound` the transitions that lead into it. */
export const removeState: Run<typeof REMOVE_STATE> = (context, values) => {
  let left = 0;
  const outcome = mutate(context, values, (definition) => {
    const visit = stateCalled(definition, values.state);
    const inbound = removals(definition, visit);
    left = values.inbound ? 0 : inbound.length;
    return [...(values.inbound ? inbound : []), { op: "state.remove", name: visit.state.name }];
  });
  return outcome.then((code) => {
    if (left > 0) {
      context.remark(`${left === 1 ? "A transition leads" : `${left} transitions lead`} nowhere now.`);
    }
    return code;
  });
};

/** Chooses the state that is entered first inside another. */
export const setInitial: Run<typeof SET_INITIAL> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state, path } = stateCalled(definition, values.state);
    const { child } = values;
    if (child === undefined) return [{ op: "state.update", name: state.name, patch: {}, unset: ["initial"] }];
    const inside = stateCalled(definition, child);
    if (!inside.path.startsWith(`${path}/`)) throw new NameError(`"${child}" is not inside "${state.name}".`);
    return [{ op: "state.update", name: state.name, patch: { initial: child } }];
  });

function placeOf(values: { readonly index?: number | undefined; readonly region: boolean }) {
  return {
    ...(values.index === undefined ? {} : { index: values.index }),
    ...(values.region ? { region: true } : {}),
  };
}

function joinOp(state: State, join: string): MachineOp {
  if (!isObject(state.parallel)) {
    throw new NameError(`"${state.name}" has no regions that could be complete.`);
  }
  return join === ""
    ? { op: "parallel.update", state: state.name, patch: {}, unset: ["nextState"] }
    : { op: "parallel.update", state: state.name, patch: { nextState: join } };
}

/** Removes the transitions from outside that lead to a state or into it, the last of each state first. */
function removals(definition: StateMachineDefinition, visit: StateVisit): MachineOp[] {
  return transitionsInto(definition, visit)
    .map(({ state, index }): MachineOp => ({ op: "transition.remove", state, index }))
    .reverse();
}

function noRoot(path: string): NameError {
  return new NameError(
    `"${path}" has no root state to put it into: load a definition that has one with "loom load <file>".`,
  );
}
