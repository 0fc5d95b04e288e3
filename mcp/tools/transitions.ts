import {
  ADD_TRANSITION_COMMAND,
  changesFrom,
  MACHINE_KIND,
  REMOVE_TRANSITION_COMMAND,
  UPDATE_TRANSITION_COMMAND,
} from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { ACTIONS, LIST } from "./action_values.ts";
import { AS_KEY, DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

const TEXT = z.string().optional();
const INDEX = z.number().int().min(0).optional();
const FLOW = { after: TEXT, events: LIST, nextStates: LIST, external: z.boolean().optional() };
const UNKNOWN = { allow_unknown: z.boolean().optional() };

/** Adds a transition. */
export const ADD_TRANSITION = defineTool({
  name: "add_transition",
  title: "Add transition",
  description: "Adds a transition to a state; without nextState it is internal.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: {
    state: z.string(),
    event: z.string(),
    nextState: TEXT,
    condition: TEXT,
    description: TEXT,
    actions: ACTIONS,
    ...FLOW,
    index: INDEX,
    ...UNKNOWN,
    ...AS_KEY,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run: (values, call) =>
    editMachine(call, values, ADD_TRANSITION_COMMAND, {
      ...values,
      type: values.external ? "external" : undefined,
      allowUnknown: values.allow_unknown,
    }),
});

/** Changes a transition. */
export const UPDATE_TRANSITION = defineTool({
  name: "update_transition",
  title: "Update transition",
  description: 'Changes a state\'s transition on an event; "" or [] clears a field.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    state: z.string(),
    event: z.string(),
    index: INDEX,
    new_event: TEXT,
    nextState: TEXT,
    condition: TEXT,
    description: TEXT,
    actions: ACTIONS,
    ...FLOW,
    to_index: INDEX,
    ...UNKNOWN,
    ...AS_KEY,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { state, event, index, new_event, actions } = values;
    const { events, after, nextState, nextStates, external, condition, description } = values;
    const type = external === undefined ? undefined : external ? "external" : "";
    const changes = changesFrom({
      event: new_event,
      events,
      after,
      nextState,
      nextStates,
      type,
      condition,
      description,
    });
    return editMachine(call, values, UPDATE_TRANSITION_COMMAND, {
      state,
      event,
      index,
      changes,
      actions,
      toIndex: values.to_index,
      allowUnknown: values.allow_unknown,
    });
  },
});

/** Removes transitions. */
export const REMOVE_TRANSITION = defineTool({
  name: "remove_transition",
  title: "Remove transition",
  description: "Removes a state's transitions on an event, or those to nextState only.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: {
    state: z.string(),
    event: z.string(),
    nextState: TEXT,
    index: INDEX,
    ...DRY_RUN,
  },
  output: { ...EDIT_OUTPUT, removed: z.number() },
  async run(values, call) {
    let removed = 0;
    const answer = await editMachine(call, values, {
      ...REMOVE_TRANSITION_COMMAND,
      run(machine, given) {
        const result = REMOVE_TRANSITION_COMMAND.run(machine, given);
        if (result.ok) removed = result.value.ops.length;
        return result;
      },
    }, values);
    return { ...answer, data: { ...answer.data, removed } };
  },
});

/** The tools that change transitions. */
export const TRANSITION_TOOLS = [ADD_TRANSITION, UPDATE_TRANSITION, REMOVE_TRANSITION] as const;
