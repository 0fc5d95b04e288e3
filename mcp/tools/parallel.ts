import { MACHINE_KIND, SET_PARALLEL_COMMAND } from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

/** Gives a state its regions. */
export const SET_PARALLEL = defineTool({
  name: "set_parallel",
  title: "Set parallel regions",
  description: "Sets the regions of a state: children become regions, new names are made.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    state: z.string(),
    regions: z.array(z.string()).optional(),
    nextState: z.string().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, SET_PARALLEL_COMMAND, values),
});

/** The tools about regions. */
export const PARALLEL_TOOLS = [SET_PARALLEL] as const;
