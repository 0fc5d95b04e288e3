import {
  type Event,
  type MachineOp,
  type Parameter,
  type StateMachineDefinition,
  transitionsIn,
} from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { fieldChanges, givenFields } from "./field_changes.ts";
import { checkNewTrigger, sourceNamed, triggerNamed } from "./names.ts";

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
  effect: "remove",
  input: { id: z.string(), cascade: z.boolean().describe("and transitions on it").optional(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { id, cascade } = values;
    let users: string[] = [];
    return editAnswer(call, values, (machine) => {
      const type = triggerNamed(machine, id);
      const waiting = transitionsIn(machine).filter(({ transition }) => transition.event === id);
      users = waiting.map(({ state }) => `"${state}"`);
      const removals = waiting.map(({ state, index }): MachineOp => ({
        op: "transition.remove",
        state,
        index,
      }));
      const removal: MachineOp = type === "timer" ? { op: "timer.remove", id } : { op: "event.remove", id };
      return [...(cascade ? removals.reverse() : []), removal];
    }, () => `Removed "${id}".${usersText(users, cascade)}`);
  },
});

function usersText(users: readonly string[], cascade: boolean | undefined): string {
  if (users.length === 0) return "";
  const count = users.length === 1 ? "1 transition" : `${users.length} transitions`;
  if (cascade) return ` ${count} on it went too.`;
  const states = [...new Set(users)];
  const some = states.slice(0, 8).join(", ") + (states.length > 8 ? ", …" : "");
  return ` ${count} still wait for it, in ${some}: call update_transition or remove_transition; cascade: true would have ` +
    "removed them.";
}

/** The tools that change events. */
export const EVENT_TOOLS = [ADD_EVENT, UPDATE_EVENT, REMOVE_EVENT] as const;
