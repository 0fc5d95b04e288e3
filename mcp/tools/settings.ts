import { ADD_OBJECT_COMMAND, MACHINE_KIND } from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

/** Declares a host object. */
export const ADD_OBJECT = defineTool({
  name: "add_object",
  title: "Add object",
  description: "Declares a host object that guards and actions may call.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: { instance: z.string(), class: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, ADD_OBJECT_COMMAND, values),
});

/** The tools that change settings. */
export const SETTINGS_TOOLS = [ADD_OBJECT] as const;
