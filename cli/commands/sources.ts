import type { EventSource } from "@loom/protocol";
import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { sourceIndex } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type { ADD_SOURCE, MOVE_SOURCE, REMOVE_SOURCE, UPDATE_SOURCE } from "../table/events.ts";
import { placeOf } from "./events.ts";

/** Adds an event source. */
export const addSource: Run<typeof ADD_SOURCE> = (context, values) => {
  const { name, feeder, desc } = values;
  const source: EventSource = {
    name,
    ...(feeder === undefined ? {} : { feeder }),
    ...(desc === undefined ? {} : { description: desc }),
    events: [],
  };
  return mutate(context, values, () => [{ op: "eventSource.add", source, ...placeOf(values) }]);
};

/** Changes the fields of an event source. */
export const updateSource: Run<typeof UPDATE_SOURCE> = (context, values) =>
  mutate(context, values, (definition) => {
    const index = sourceIndex(definition, values.source);
    return [{
      op: "eventSource.update",
      index,
      ...fieldChanges("EventSource", values, { description: values.desc }),
    }];
  });

/** Moves an event source to another place. */
export const moveSource: Run<typeof MOVE_SOURCE> = (context, values) =>
  mutate(context, values, (definition) => [
    { op: "eventSource.move", index: sourceIndex(definition, values.source), to: values.to },
  ]);

/** Removes an event source with all that is in it. */
export const removeSource: Run<typeof REMOVE_SOURCE> = (context, values) =>
  mutate(context, values, (definition) => [
    { op: "eventSource.remove", index: sourceIndex(definition, values.source) },
  ]);
