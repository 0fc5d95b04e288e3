import { ADD_TIMER_COMMAND, MACHINE_KIND } from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

const DURATION = z.number().min(0).optional();
/** A timer that comes again at once would never let time pass. */
const REPEAT = z.number().gt(0).optional();

/** Adds a timer. */
export const ADD_TIMER = defineTool({
  name: "add_timer",
  title: "Add timer",
  description: "Adds a timer that raises event id; with state, started and stopped there.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: {
    id: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    state: z.string().optional(),
    duration: DURATION,
    repeat: REPEAT,
    source: z.string().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, ADD_TIMER_COMMAND, values),
});

/** The tools that change timers. */
export const TIMER_TOOLS = [ADD_TIMER] as const;
