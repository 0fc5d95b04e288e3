import type { Run } from "../command.ts";
import { fieldChanges } from "../fields.ts";
import { parameterIndex, sourceOfEvent } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type { ADD_PARAMETER, REMOVE_PARAMETER, UPDATE_PARAMETER } from "../table/events.ts";
import { placeOf } from "./events.ts";

/** Adds a parameter to an event. */
export const addParameter: Run<typeof ADD_PARAMETER> = (context, values) =>
  mutate(context, values, (definition) => {
    const { event, name, type, desc } = values;
    sourceOfEvent(definition, event);
    const parameter = { name, type, ...(desc === undefined ? {} : { description: desc }) };
    return [{ op: "parameter.add", eventId: event, parameter, ...placeOf(values) }];
  });

/** Changes the fields of a parameter. */
export const updateParameter: Run<typeof UPDATE_PARAMETER> = (context, values) =>
  mutate(context, values, (definition) => {
    const index = parameterIndex(definition, values.event, values.parameter);
    const changes = fieldChanges("Parameter", values, { description: values.desc });
    return [{ op: "parameter.update", eventId: values.event, index, ...changes }];
  });

/** Removes a parameter. */
export const removeParameter: Run<typeof REMOVE_PARAMETER> = (context, values) =>
  mutate(context, values, (definition) => {
    const index = parameterIndex(definition, values.event, values.parameter);
    return [{ op: "parameter.remove", eventId: values.event, index }];
  });
