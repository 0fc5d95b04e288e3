import {
  ADD_EVENT_COMMAND,
  changesFrom,
  MACHINE_KIND,
  REMOVE_EVENT_COMMAND,
  UPDATE_EVENT_COMMAND,
} from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

/** Adds an event. */
export const ADD_EVENT = defineTool({
  name: "add_event",
  title: "Add event",
  description: "Adds an event to a source (default: the first).",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: {
    id: z.string(),
    description: z.string().optional(),
    source: z.string().optional(),
    parameters: z.record(z.string(), z.string()).optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const parameters = Object.entries(values.parameters ?? {}).map(([name, type]) => ({ name, type }));
    return editMachine(call, values, ADD_EVENT_COMMAND, { ...values, parameters });
  },
});

/** Changes an event. */
export const UPDATE_EVENT = defineTool({
  name: "update_event",
  title: "Update event",
  description: 'Describes or renames an event or timer; "" clears.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    id: z.string(),
    description: z.string().optional(),
    new_id: z.string().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, description, new_id: newId } = values;
    return editMachine(call, values, UPDATE_EVENT_COMMAND, {
      id,
      changes: changesFrom({ description }),
      newId,
    });
  },
});

/** Removes an event or a timer. */
export const REMOVE_EVENT = defineTool({
  name: "remove_event",
  title: "Remove event",
  description: "Removes an event or timer.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: { id: z.string(), cascade: z.boolean().optional(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, REMOVE_EVENT_COMMAND, values),
});

/** The tools that change events. */
export const EVENT_TOOLS = [ADD_EVENT, UPDATE_EVENT, REMOVE_EVENT] as const;
