import {
  ADD_STATE_COMMAND,
  changesFrom,
  joinedChanges,
  MOVE_STATE_COMMAND,
  REMOVE_STATE_COMMAND,
  RENAME_STATE_COMMAND,
  SET_INITIAL_COMMAND,
  SET_PARALLEL_COMMAND,
  type StateMachineDefinition,
  UPDATE_STATE_COMMAND,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import type {
  ADD_STATE,
  MOVE_STATE,
  REMOVE_STATE,
  RENAME_STATE,
  SET_INITIAL,
  UPDATE_STATE,
} from "../table/states.ts";
import { UsageError } from "../usage_error.ts";
import { edit, editMachine, planMachine } from "./edit.ts";

/** Adds a state. */
export const addState: Run<typeof ADD_STATE> = (context, values) => {
  const { desc: description, tag, invoke, ...given } = values;
  const more = { description, tags: someOf(tag), invoke: someOf(invoke.map(workOf)) };
  return editMachine(context, values, ADD_STATE_COMMAND, { ...given, ...more });
};

/** Changes the fields of a state, and the state that follows its regions. */
export const updateState: Run<typeof UPDATE_STATE> = (context, values) =>
  edit(context, values, (machine: StateMachineDefinition) => {
    const { state, kind, desc, output, join, set, unset, allowUnknown } = values;
    const [tags, invoke] = [someOf(values.tag), someOf(values.invoke.map(workOf))];
    const options = { kind, description: desc, output };
    const more = changesFrom({ tags });
    const hasMore = more !== undefined || invoke !== undefined;
    const hasFields = set.length + unset.length > 0 ||
      Object.values(options).some((one) => one !== undefined);
    const joins = join === undefined
      ? []
      : [planMachine(context, machine, SET_PARALLEL_COMMAND, { state, nextState: join, allowUnknown })];
    if (join !== undefined && !hasFields && !hasMore) return joins;
    const changes = hasFields || !hasMore
      ? joinedChanges(fieldChanges("State", values, options, { name: "rename-state" }), more)
      : more;
    return [planMachine(context, machine, UPDATE_STATE_COMMAND, { name: state, changes, invoke }), ...joins];
  });

/** A list that is given; none where an option is left out. */
function someOf<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Work as the command line writes it: a name, a path, or JSON. */
function workOf(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--invoke takes a name, a path, or an entry as JSON, and ${text} does not parse.`);
  }
}

/** Renames a state and every reference to it. */
export const renameState: Run<typeof RENAME_STATE> = (context, values) =>
  editMachine(context, values, RENAME_STATE_COMMAND, { name: values.state, newName: values.to });

/** Moves a state to another parent or place. */
export const moveState: Run<typeof MOVE_STATE> = (context, values) => {
  const { state: name, parent, index } = values;
  const region = values.region || undefined;
  if (parent === undefined && index === undefined && region === undefined) {
    throw new UsageError("There is nowhere to move it: give --parent <state>, --index <n> or --region.");
  }
  return editMachine(context, values, MOVE_STATE_COMMAND, { name, parent, index, region });
};

/** Removes a state, and with `--inbound` the transitions that lead into it. */
export const removeState: Run<typeof REMOVE_STATE> = (context, values) =>
  editMachine(context, values, REMOVE_STATE_COMMAND, { name: values.state, inbound: values.inbound });

/** Chooses the state that is entered first inside another. */
export const setInitial: Run<typeof SET_INITIAL> = (context, values) =>
  editMachine(context, values, SET_INITIAL_COMMAND, { state: values.state, initial: values.child ?? "" });
