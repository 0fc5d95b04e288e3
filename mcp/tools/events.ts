import {
  type Event,
  MACHINE_KIND,
  type MachineOp,
  type Parameter,
  type StateMachineDefinition,
  transitionsIn,
} from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { actionsOn, type EventActions, withoutActions } from "./event_actions.ts";
import { fieldChanges, givenFields } from "./field_changes.ts";
import { checkNewTrigger, someOf, sourceNamed, stateNamed, triggerNamed } from "./names.ts";

/** The source that is made for the first event of a machine without sources. */
const FIRST_SOURCE = "Internal";

/** The source that something new goes to, and what makes it where it is not there. */
export interface ChosenSource {
  readonly ops: readonly MachineOp[];
  readonly sourceIndex: number;
}

/** Chooses the source of something new: the one that is named, which is made when it is not there, else the first. */
export function chooseSource(machine: StateMachineDefinition, name: string | undefined): ChosenSource {
  const sourceIndex = sourceNamed(machine, name);
  if (sourceIndex >= 0) return { ops: [], sourceIndex };
  if (name?.trim() === "") {
    throw new ToolError("bad_name", "The source has no name: give one, or leave source out for the first.");
  }
  const events: Event[] = [];
  return {
    ops: [{ op: "eventSource.add", source: { name: name ?? FIRST_SOURCE, events } }],
    sourceIndex: Array.isArray(machine.events) ? machine.events.length : 0,
  };
}

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
    source: z.string().describe("made when missing").optional(),
    parameters: z.record(z.string(), z.string()).describe("payload: name to type").optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, description, source } = values;
    const parameters = Object.entries(values.parameters ?? {}).map(([name, type]): Parameter => ({
      name,
      type,
    }));
    const event = { id, ...givenFields({ description, parameters }) } as Event;
    return editAnswer(call, values, (machine) => {
      checkNewTrigger(machine, id);
      const { ops, sourceIndex } = chooseSource(machine, source);
      return [...ops, { op: "event.add", sourceIndex, event }];
    }, () => `Added event "${id}".`);
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
    new_id: z.string().describe("references follow").optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, description, new_id: to } = values;
    if (description === undefined && to === undefined) {
      throw new ToolError("nothing_given", "There is nothing to change: give description or new_id.");
    }
    return editAnswer(call, values, (machine) => {
      const type = triggerNamed(machine, id);
      const ops: MachineOp[] = [];
      if (description !== undefined) {
        const op = type === "timer" ? "timer.update" : "event.update";
        ops.push({ op, id, ...fieldChanges({ description }) } as MachineOp);
      }
      if (to !== undefined && to !== id) {
        checkNewTrigger(machine, to);
        ops.push({ op: "event.rename", id, to });
      }
      return ops;
    }, () => updateText(id, description, to));
  },
});

function updateText(id: string, description: string | undefined, to: string | undefined): string {
  const described = description === undefined
    ? ""
    : description.trim() === ""
    ? `Cleared the description of "${id}".`
    : `Described "${id}".`;
  const renamed = to === undefined ? "" : `Renamed "${id}" to "${to}", references included.`;
  return [described, renamed].filter((text) => text !== "").join(" ");
}

/** Removes an event or a timer. */
export const REMOVE_EVENT = defineTool({
  name: "remove_event",
  title: "Remove event",
  description: "Removes an event or timer.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: { id: z.string(), cascade: z.boolean().describe("and what uses it").optional(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, cascade } = values;
    let told = "";
    return editAnswer(call, values, (machine) => {
      const type = triggerNamed(machine, id);
      const removal: MachineOp = type === "timer" ? { op: "timer.remove", id } : { op: "event.remove", id };
      const waiting = transitionsIn(machine).filter(({ transition }) => transition.event === id);
      const acting = actionsOn(machine, id);
      told = cascade ? goneText(waiting, acting) : leftText(waiting, acting);
      if (!cascade) return [removal];
      // Operations find states by their names: of two that are called so, it could be the other one.
      for (const { state } of [...waiting, ...acting]) stateNamed(machine, state);
      const removals = waiting.map(({ state, index }): MachineOp => ({
        op: "transition.remove",
        state,
        index,
      }));
      return [...withoutActions(acting), ...removals.reverse(), removal];
    }, () => `Removed "${id}".${told}`);
  },
});

function goneText(waiting: readonly InState[], acting: readonly EventActions[]): string {
  const parts = [
    ...(waiting.length > 0 ? [`${counted(waiting.length, "transition")} on it`] : []),
    ...(acting.length > 0 ? [`${counted(countOf(acting), "action")} about it`] : []),
  ];
  return parts.length === 0 ? "" : ` ${parts.join(" and ")} went too.`;
}

function leftText(waiting: readonly InState[], acting: readonly EventActions[]): string {
  const parts = [
    ...(waiting.length > 0
      ? [
        `${counted(waiting.length, "transition")} still ${
          waiting.length === 1 ? "waits" : "wait"
        } for it, in ${statesText(waiting)}`,
      ]
      : []),
    ...(acting.length > 0
      ? [
        `${counted(countOf(acting), "action")} still ${
          countOf(acting) === 1 ? "raises, starts or stops" : "raise, start or stop"
        } it, in ${statesText(acting)}`,
      ]
      : []),
  ];
  if (parts.length === 0) return "";
  const calls = [
    ...(waiting.length > 0 ? ["update_transition", "remove_transition"] : []),
    ...(acting.length > 0 ? ["update_state"] : []),
  ];
  return ` ${parts.join("; ")}: call ${
    [...new Set(calls)].join(" or ")
  }; cascade: true would have removed them.`;
}

/** What stands in a state of that name. */
interface InState {
  readonly state: string;
}

function statesText(all: readonly InState[]): string {
  return someOf([...new Set(all.map(({ state }) => `"${state}"`))]);
}

function countOf(acting: readonly EventActions[]): number {
  return acting.reduce((count, { indices }) => count + indices.length, 0);
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The tools that change events. */
export const EVENT_TOOLS = [ADD_EVENT, UPDATE_EVENT, REMOVE_EVENT] as const;
