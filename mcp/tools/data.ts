import {
  ADD_DATA_COMMAND,
  MACHINE_KIND,
  REMOVE_DATA_COMMAND,
  RENAME_DATA_COMMAND,
  UPDATE_DATA_COMMAND,
} from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

const TYPES = ["text", "number", "integer", "boolean", "enum", "list", "object", "any"] as const;
const FIELDS = z.record(z.string(), z.unknown());

/** Declares data. */
export const ADD_DATA = defineTool({
  name: "add_data",
  title: "Add data",
  description: "Declares a member of the context.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: {
    name: z.string(),
    type: z.enum(TYPES),
    initial: z.unknown().optional(),
    fields: FIELDS.optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, type, initial, fields } = values;
    return editMachine(call, values, ADD_DATA_COMMAND, { ...fields, name, type, initial });
  },
});

/** Changes declared data. */
export const UPDATE_DATA = defineTool({
  name: "update_data",
  title: "Update data",
  description: 'Changes declared data; "" clears.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: { name: z.string(), fields: FIELDS, ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) =>
    editMachine(call, values, UPDATE_DATA_COMMAND, { ...values.fields, name: values.name }),
});

/** Renames declared data. */
export const RENAME_DATA = defineTool({
  name: "rename_data",
  title: "Rename data",
  description: "Renames declared data; guards and actions follow.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: { name: z.string(), new_name: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) =>
    editMachine(call, values, RENAME_DATA_COMMAND, { name: values.name, newName: values.new_name }),
});

/** Removes declared data. */
export const REMOVE_DATA = defineTool({
  name: "remove_data",
  title: "Remove data",
  description: "Removes declared data.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: { name: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, REMOVE_DATA_COMMAND, values),
});

/** The tools that change declared data. */
export const DATA_TOOLS = [ADD_DATA, UPDATE_DATA, RENAME_DATA, REMOVE_DATA] as const;
