import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { timerId } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type { ADD_TIMER, REMOVE_TIMER, UPDATE_TIMER } from "../table/events.ts";
import { chosenSource, firstSource, placeOf } from "./events.ts";

/** Adds a timer. */
export const addTimer: Run<typeof ADD_TIMER> = (context, values) => {
  const { id, name = id, desc, source } = values;
  const timer = { id, name, ...(desc === undefined ? {} : { description: desc }) };
  return mutate(context, values, (definition) => [
    ...firstSource(definition, source),
    { op: "timer.add", sourceIndex: chosenSource(definition, source), timer, ...placeOf(values) },
  ]);
};

/** Changes the fields of a timer. */
export const updateTimer: Run<typeof UPDATE_TIMER> = (context, values) =>
  mutate(context, values, (definition) => {
    const id = timerId(definition, values.timer);
    const changes = fieldChanges("Timer", values, { description: values.desc }, { id: "rename-event" });
    return [{ op: "timer.update", id, ...changes }];
  });

/** Removes a timer. */
export const removeTimer: Run<typeof REMOVE_TIMER> = (context, values) =>
  mutate(context, values, (definition) => [{ op: "timer.remove", id: timerId(definition, values.timer) }]);
