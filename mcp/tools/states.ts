import {
  ADD_STATE_COMMAND,
  changesFrom,
  MACHINE_KIND,
  MOVE_STATE_COMMAND,
  REMOVE_STATE_COMMAND,
  RENAME_STATE_COMMAND,
  SET_INITIAL_COMMAND,
  SET_PROMPT_COMMAND,
  UPDATE_STATE_COMMAND,
} from "@loom/protocol";
import * as z from "zod";
import { defineTool } from "../tool.ts";
import { ACTIONS, LIST } from "./action_values.ts";
import { AS_KEY, DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { editMachine } from "./edit_machine.ts";

const KIND = z.enum(["normal", "final", "history", "choice"]).optional();
const DEPTH = z.enum(["shallow", "deep"]).optional();
const TEXT = z.string().optional();
const INDEX = z.number().int().min(0).optional();
const FLAG = z.boolean().optional();

/** Adds a state. */
export const ADD_STATE = defineTool({
  name: "add_state",
  title: "Add state",
  description: "Adds a state under a parent (default: the root).",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "add",
  input: {
    name: z.string(),
    parent: TEXT,
    kind: KIND,
    history: DEPTH,
    description: TEXT,
    prompt: TEXT,
    onEntry: ACTIONS,
    onExit: ACTIONS,
    invoke: LIST,
    output: TEXT,
    tags: LIST,
    region: FLAG,
    index: INDEX,
    ...AS_KEY,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, ADD_STATE_COMMAND, values),
});

/** Changes a state. */
export const UPDATE_STATE = defineTool({
  name: "update_state",
  title: "Update state",
  description: 'Changes fields of a state; "" or [] clears one.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    name: z.string(),
    description: TEXT,
    kind: KIND,
    prompt: TEXT,
    onEntry: ACTIONS,
    onExit: ACTIONS,
    invoke: LIST,
    output: TEXT,
    tags: LIST,
    meta: z.any().optional(),
    history: DEPTH,
    ...AS_KEY,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, description, kind, prompt, history, output, tags, meta, ...lists } = values;
    const changes = changesFrom({ description, kind, prompt, history, output, tags, meta });
    const { onEntry, onExit, invoke } = lists;
    return editMachine(call, values, UPDATE_STATE_COMMAND, { name, changes, onEntry, onExit, invoke });
  },
});

/** Sets the prompt of a state. */
export const SET_PROMPT = defineTool({
  name: "set_prompt",
  title: "Set prompt",
  description: 'Sets what an agent is to resolve in a state; "" clears.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: { state: z.string(), prompt: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, SET_PROMPT_COMMAND, values),
});

/** Removes a state. */
export const REMOVE_STATE = defineTool({
  name: "remove_state",
  title: "Remove state",
  description: "Removes a state with everything below it.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: { name: z.string(), cascade: FLAG, ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, REMOVE_STATE_COMMAND, values),
});

/** Renames a state. */
export const RENAME_STATE = defineTool({
  name: "rename_state",
  title: "Rename state",
  description: "Renames a state and every reference to it.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: { name: z.string(), new_name: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) =>
    editMachine(call, values, RENAME_STATE_COMMAND, { name: values.name, newName: values.new_name }),
});

/** Moves a state. */
export const MOVE_STATE = defineTool({
  name: "move_state",
  title: "Move state",
  description: "Moves a state to another parent or place.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    name: z.string(),
    parent: TEXT,
    index: INDEX,
    region: FLAG,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, MOVE_STATE_COMMAND, values),
});

/** Chooses what is entered first inside a state. */
export const SET_INITIAL = defineTool({
  name: "set_initial",
  title: "Set initial state",
  description: 'Chooses which descendant a state enters first; "" for the default.',
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: { state: z.string(), initial: z.string(), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run: (values, call) => editMachine(call, values, SET_INITIAL_COMMAND, values),
});

/** The tools that change states. */
export const STATE_TOOLS = [
  ADD_STATE,
  UPDATE_STATE,
  REMOVE_STATE,
  RENAME_STATE,
  MOVE_STATE,
  SET_INITIAL,
  SET_PROMPT,
] as const;
