import {
  ADD_EVENT_COMMAND,
  ADD_TIMER_COMMAND,
  type EventSource,
  MOVE_EVENT_COMMAND,
  type Parameter,
  REMOVE_EVENT_COMMAND,
  type StateMachineDefinition,
  UPDATE_EVENT_COMMAND,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { parameterIndex, sourceIndex, sourceOfEvent, timerId } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type {
  ADD_EVENT,
  ADD_PARAMETER,
  ADD_SOURCE,
  ADD_TIMER,
  MOVE_EVENT,
  MOVE_SOURCE,
  REMOVE_EVENT,
  REMOVE_PARAMETER,
  REMOVE_SOURCE,
  REMOVE_TIMER,
  RENAME_EVENT,
  UPDATE_EVENT,
  UPDATE_PARAMETER,
  UPDATE_SOURCE,
  UPDATE_TIMER,
} from "../table/events.ts";
import { UsageError } from "../usage_error.ts";
import { editMachine } from "./edit.ts";

/** The fields that other commands change. */
const RENAMED = { id: "rename-event" };

/** Adds an event. */
export const addEvent: Run<typeof ADD_EVENT> = (context, values) => {
  const { id, desc: description, index } = values;
  const parameters = values.param.map(parameterOf);
  return editMachine(context, values, ADD_EVENT_COMMAND, (machine) => ({
    id,
    description,
    parameters,
    source: sourceOf(machine, values.source),
    index,
  }));
};

/** Changes the fields of an event or timer. */
export const updateEvent: Run<typeof UPDATE_EVENT> = (context, values) =>
  editMachine(context, values, UPDATE_EVENT_COMMAND, () => ({
    id: values.event,
    changes: fieldChanges("Event", values, { description: values.desc }, RENAMED),
  }));

/** Renames an event and every reference to it. */
export const renameEvent: Run<typeof RENAME_EVENT> = (context, values) =>
  editMachine(context, values, UPDATE_EVENT_COMMAND, { id: values.event, newId: values.to });

/** Moves an event to another source or place. */
export const moveEvent: Run<typeof MOVE_EVENT> = (context, values) => {
  const { source, event: id, index } = values;
  if (source === undefined && index === undefined) {
    throw new UsageError("There is nowhere to move it: give --source <source> or --index <n>.");
  }
  return editMachine(context, values, MOVE_EVENT_COMMAND, (machine) => ({
    id,
    source: sourceOf(machine, source),
    index,
  }));
};

/** Removes an event or timer. */
export const removeEvent: Run<typeof REMOVE_EVENT> = (context, values) =>
  editMachine(context, values, REMOVE_EVENT_COMMAND, { id: values.event });

/** Adds a timer. */
export const addTimer: Run<typeof ADD_TIMER> = (context, values) => {
  const { id, name, desc: description, index } = values;
  return editMachine(context, values, ADD_TIMER_COMMAND, (machine) => ({
    id,
    name,
    description,
    source: sourceOf(machine, values.source),
    index,
  }));
};

/** Changes the fields of a timer. */
export const updateTimer: Run<typeof UPDATE_TIMER> = (context, values) =>
  editMachine(context, values, UPDATE_EVENT_COMMAND, (machine) => ({
    id: timerId(machine, values.timer),
    changes: fieldChanges("Timer", values, { description: values.desc }, RENAMED),
  }));

/** Removes a timer. */
export const removeTimer: Run<typeof REMOVE_TIMER> = (context, values) =>
  editMachine(context, values, REMOVE_EVENT_COMMAND, (machine) => ({ id: timerId(machine, values.timer) }));

/** Adds a parameter to an event. */
export const addParameter: Run<typeof ADD_PARAMETER> = (context, values) =>
  mutate(context, values, (machine) => {
    const { event, name, type, desc, index } = values;
    sourceOfEvent(machine, event);
    const parameter = { name, type, ...(desc === undefined ? {} : { description: desc }) };
    return [{ op: "parameter.add", eventId: event, parameter, ...placeOf(index) }];
  });

/** Changes the fields of a parameter. */
export const updateParameter: Run<typeof UPDATE_PARAMETER> = (context, values) =>
  mutate(context, values, (machine) => {
    const index = parameterIndex(machine, values.event, values.parameter);
    const changes = fieldChanges("Parameter", values, { description: values.desc });
    return [{ op: "parameter.update", eventId: values.event, index, ...changes }];
  });

/** Removes a parameter. */
export const removeParameter: Run<typeof REMOVE_PARAMETER> = (context, values) =>
  mutate(context, values, (machine) => {
    const index = parameterIndex(machine, values.event, values.parameter);
    return [{ op: "parameter.remove", eventId: values.event, index }];
  });

/** Adds an event source. */
export const addSource: Run<typeof ADD_SOURCE> = (context, values) => {
  const { name, feeder, desc, index } = values;
  const source: EventSource = {
    name,
    ...(feeder === undefined ? {} : { feeder }),
    ...(desc === undefined ? {} : { description: desc }),
    events: [],
  };
  return mutate(context, values, () => [{ op: "eventSource.add", source, ...placeOf(index) }]);
};

/** Changes the fields of an event source. */
export const updateSource: Run<typeof UPDATE_SOURCE> = (context, values) =>
  mutate(context, values, (machine) => {
    const index = sourceIndex(machine, values.source);
    return [{
      op: "eventSource.update",
      index,
      ...fieldChanges("EventSource", values, { description: values.desc }),
    }];
  });

/** Moves an event source to another place. */
export const moveSource: Run<typeof MOVE_SOURCE> = (context, values) =>
  mutate(context, values, (machine) => [
    { op: "eventSource.move", index: sourceIndex(machine, values.source), to: values.to },
  ]);

/** Removes an event source with all that is in it. */
export const removeSource: Run<typeof REMOVE_SOURCE> = (context, values) =>
  mutate(context, values, (machine) => [
    { op: "eventSource.remove", index: sourceIndex(machine, values.source) },
  ]);

function sourceOf(machine: StateMachineDefinition, source: string | undefined): number | undefined {
  return source === undefined ? undefined : sourceIndex(machine, source);
}

function placeOf(index: number | undefined): { index?: number } {
  return index === undefined ? {} : { index };
}

function parameterOf(text: string): Parameter {
  const colon = text.indexOf(":");
  if (colon < 1 || colon === text.length - 1) {
    throw new UsageError(`--param takes <name:type>, and "${text}" is no such pair.`);
  }
  return { name: text.slice(0, colon), type: text.slice(colon + 1) };
}
