import { MACHINE_KIND, type MachineOp, timersIn } from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { chooseSource } from "./events.ts";
import { givenFields } from "./field_changes.ts";
import { checkName, checkNewTrigger, stateNamed } from "./names.ts";

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
    duration: DURATION.describe("ms"),
    repeat: REPEAT,
    source: z.string().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, name = id, description, state, duration, repeat, source } = values;
    checkDurations(state, duration, repeat);
    return editAnswer(
      call,
      values,
      (machine) => {
        checkNewTrigger(machine, id);
        checkName("timer", name);
        if (timersIn(machine).some((timer) => timer.name === name)) {
          throw new ToolError("duplicate", `There is a timer "${name}" already: give another name.`);
        }
        const { ops, sourceIndex } = chooseSource(machine, source);
        const timer = { id, name, ...givenFields({ description }) };
        const added: MachineOp[] = [...ops, { op: "timer.add", sourceIndex, timer }];
        if (state === undefined || duration === undefined) return added;
        stateNamed(machine, state);
        const timerStart = { timer: name, duration, ...(repeat === undefined ? {} : { repeat }) };
        return [
          ...added,
          { op: "action.add", state, hook: "onEntry", action: { timerStart } },
          { op: "action.add", state, hook: "onExit", action: { timerStop: name } },
        ];
      },
      () =>
        state === undefined
          ? `Added timer "${name}", which raises "${id}". Start it with an action {"timerStart": {"timer": "${name}", "duration": 1000}}.`
          : `Added timer "${name}": "${state}" starts it for ${duration} ms and stops it on leaving; it raises "${id}".`,
    );
  },
});

function checkDurations(
  state: string | undefined,
  duration: number | undefined,
  repeat: number | undefined,
): void {
  if ((state === undefined) !== (duration === undefined)) {
    throw new ToolError("bad_parameter", "state and duration go together: give both, or neither.");
  }
  if (repeat !== undefined && duration === undefined) {
    throw new ToolError("bad_parameter", "repeat needs state and duration: give them too.");
  }
}

/** The tools that change timers. */
export const TIMER_TOOLS = [ADD_TIMER] as const;
