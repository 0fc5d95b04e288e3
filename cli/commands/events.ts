import {
  type Event,
  type MachineOp,
  type Parameter,
  type StateMachineDefinition,
  triggerIds,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { sourceIndex, sourceOfEvent } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type { ADD_EVENT, MOVE_EVENT, REMOVE_EVENT, RENAME_EVENT, UPDATE_EVENT } from "../table/events.ts";
import { UsageError } from "../usage_error.ts";

/** The source that is made for the first event of a machine without sources. */
const FIRST_SOURCE = "Internal";

/** Adds an event. */
export const addEvent: Run<typeof ADD_EVENT> = (context, values) => {
  const parameters = values.param.map(parameterOf);
  const event: Event = {
    id: values.id,
    ...(values.desc === undefined ? {} : { description: values.desc }),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
  return mutate(context, values, (definition) => [
    ...firstSource(definition, values.source),
    { op: "event.add", sourceIndex: chosenSource(definition, values.source), event, ...placeOf(values) },
  ]);
};

/** Changes the fields of an event. */
export const updateEvent: Run<typeof UPDATE_EVENT> = (context, values) =>
  mutate(context, values, (definition) => {
    sourceOfEvent(definition, values.event);
    const changes = fieldChanges("Event", values, { description: values.desc }, { id: "rename-event" });
    return [{ op: "event.update", id: values.event, ...changes }];
  });

/** Renames an event and every reference to it. */
export const renameEvent: Run<typeof RENAME_EVENT> = (context, values) =>
  mutate(context, values, (definition) => {
    if (!triggerIds(definition).includes(values.event)) sourceOfEvent(definition, values.event);
    return [{ op: "event.rename", id: values.event, to: values.to }];
  });

/** Moves an event to another source or place. */
export const moveEvent: Run<typeof MOVE_EVENT> = (context, values) => {
  const { source, event } = values;
  if (source === undefined && values.index === undefined) {
    throw new UsageError("There is nowhere to move it: give --source <source> or --index <n>.");
  }
  return mutate(context, values, (definition) => {
    const from = sourceOfEvent(definition, event);
    const to = source === undefined ? from : sourceIndex(definition, source);
    return [{ op: "event.move", id: event, sourceIndex: to, ...placeOf(values) }];
  });
};

/** Removes an event. */
export const removeEvent: Run<typeof REMOVE_EVENT> = (context, values) =>
  mutate(context, values, (definition) => {
    sourceOfEvent(definition, values.event);
    return [{ op: "event.remove", id: values.event }];
  });

/** Makes a source when there is none and none was asked for. */
export function firstSource(definition: StateMachineDefinition, source: string | undefined): MachineOp[] {
  const isMissing = source === undefined && (definition.events ?? []).length === 0;
  return isMissing ? [{ op: "eventSource.add", source: { name: FIRST_SOURCE, events: [] } }] : [];
}

/** The index of the source that was asked for, else of the first one. */
export function chosenSource(definition: StateMachineDefinition, source: string | undefined): number {
  return source === undefined ? 0 : sourceIndex(definition, source);
}

/** The place of something new. */
export function placeOf({ index }: { readonly index: number | undefined }): { index?: number } {
  return index === undefined ? {} : { index };
}

function parameterOf(text: string): Parameter {
  const colon = text.indexOf(":");
  if (colon < 1 || colon === text.length - 1) {
    throw new UsageError(`--param takes <name:type>, and "${text}" is no such pair.`);
  }
  return { name: text.slice(0, colon), type: text.slice(colon + 1) };
}
