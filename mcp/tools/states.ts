import { isObject, MACHINE_KIND, type MachineOp, type State, walkStates } from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { ACTIONS, ACTIONS_HINT, blockOf } from "./action_values.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { changesText, fieldChanges, givenFields } from "./field_changes.ts";
import { checkNewState, checkPlace, firstStateNamed, parentNamed, someOf, stateNamed } from "./names.ts";
import { ownersOf, referencesText, referencesTo, withoutReferences } from "./state_references.ts";

const KIND = z.enum(["normal", "final", "history"]).optional();
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
    description: TEXT,
    prompt: TEXT,
    onEntry: ACTIONS.describe(ACTIONS_HINT),
    onExit: ACTIONS,
    region: FLAG.describe("as a parallel region"),
    index: INDEX,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, kind, description, prompt, region, index } = values;
    const [onEntry, onExit] = [blockOf(values.onEntry), blockOf(values.onExit)];
    let parent = "";
    return editAnswer(call, values, (machine) => {
      const above = parentNamed(machine, values.parent).state;
      parent = above.name;
      checkNewState(machine, name);
      refuseInside(above);
      checkPlace(index, listIn(above, region).length, `in "${parent}"`);
      const state = {
        name,
        ...(kind === undefined || kind === "normal" ? {} : { kind }),
        ...givenFields({ description, prompt, onEntry, onExit }),
      } as State;
      const place = { ...(index === undefined ? {} : { index }), ...(region ? { region } : {}) };
      return [{ op: "state.add", parent: above.name, state, ...place }];
    }, () => `Added ${region ? "region" : "state"} "${name}" (${kind ?? "normal"}) to "${parent}".`);
  },
});

/** Refuses to put states into one that can have none. */
export function refuseInside({ name, kind }: State): void {
  if (kind !== "final" && kind !== "history") return;
  throw new ToolError(
    "bad_parent",
    `"${name}" is a ${kind} state, which has no children: choose another parent, or call update_state with kind "normal".`,
  );
}

/** The children of a state, or its regions. */
function listIn({ states, parallel }: State, region: boolean | undefined): readonly State[] {
  const list = region ? isObject(parallel) ? parallel.states : [] : states;
  return Array.isArray(list) ? list : [];
}

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
    onEntry: ACTIONS.describe(ACTIONS_HINT),
    onExit: ACTIONS,
    history: z.enum(["shallow", "deep"]).optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, description, kind, prompt, history } = values;
    const changes = fieldChanges({
      description,
      // The usual kind is said by saying none.
      kind: kind === "normal" ? "" : kind,
      prompt,
      onEntry: blockOf(values.onEntry),
      onExit: blockOf(values.onExit),
      history,
    });
    return editAnswer(call, values, (machine) => {
      const { state } = stateNamed(machine, name);
      // How deep a state remembers means nothing in one that remembers nothing.
      const forgets = kind !== undefined && kind !== "history" && history === undefined &&
        state.history !== undefined;
      const unset = [...changes.unset ?? [], ...(forgets ? ["history"] : [])];
      return [{ op: "state.update", name, ...changes, ...(unset.length > 0 ? { unset } : {}) } as MachineOp];
    }, () => `Updated "${name}": ${kind === "normal" ? "kind normal" : changesText(changes)}.`);
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
  run(values, call) {
    const { state, prompt } = values;
    const changes = fieldChanges({ prompt });
    return editAnswer(
      call,
      values,
      (machine) => {
        stateNamed(machine, state);
        return [{ op: "state.update", name: state, ...changes } as MachineOp];
      },
      () =>
        changes.unset
          ? `Cleared the prompt of "${state}".`
          : `Set the prompt of "${state}" (${prompt.length} characters).`,
    );
  },
});

/** Removes a state. */
export const REMOVE_STATE = defineTool({
  name: "remove_state",
  title: "Remove state",
  description: "Removes a state with everything below it.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: { name: z.string(), cascade: FLAG.describe("and transitions into it"), ...DRY_RUN },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, cascade } = values;
    let count = 0;
    let told = "";
    return editAnswer(
      call,
      values,
      (machine) => {
        const visit = stateNamed(machine, name);
        if (visit.parent === null) {
          throw new ToolError(
            "root",
            `"${name}" is the root, which stays: remove states below it, or call rename_state.`,
          );
        }
        count = Array.from(walkStates(visit.state)).length - 1;
        const references = referencesTo(machine, visit);
        // Operations find states by their names: of two that are called so, it could be the other one.
        if (cascade) { for (const owner of ownersOf(references)) stateNamed(machine, owner); }
        told = referencesText(references, cascade ?? false);
        return [...(cascade ? withoutReferences(references) : []), { op: "state.remove", name }];
      },
      () => `Removed "${name}"${count === 0 ? "" : ` and the ${count} below it`}.${told}`,
    );
  },
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
  run(values, call) {
    const { name, new_name: to } = values;
    return editAnswer(call, values, (machine) => {
      firstStateNamed(machine, name);
      if (to !== name) checkNewState(machine, to);
      return [{ op: "state.rename", name, to }];
    }, () => `Renamed "${name}" to "${to}", references included.`);
  },
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
    region: FLAG.describe("as a parallel region"),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { name, index } = values;
    if (values.parent === undefined && index === undefined && values.region === undefined) {
      throw new ToolError("nothing_given", "There is nowhere to move it: give parent, index or region.");
    }
    let parent = "";
    return editAnswer(call, values, (machine) => {
      const visit = stateNamed(machine, name);
      if (visit.parent === null) {
        throw new ToolError("root", `"${name}" is the root, which cannot be moved: move states below it.`);
      }
      const above = values.parent === undefined ? visit.parent : parentNamed(machine, values.parent).state;
      parent = above.name;
      refuseInside(above);
      const region = values.region ?? (above === visit.parent && visit.slot === "region");
      const list = listIn(above, region);
      checkPlace(index, list.includes(visit.state) ? list.length - 1 : list.length, `in "${parent}"`);
      const place = { ...(index === undefined ? {} : { index }), ...(region ? { region } : {}) };
      return [{ op: "state.move", name, parent, ...place }];
    }, () => `Moved "${name}" to "${parent}"${index === undefined ? "" : `, place ${index}`}.`);
  },
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
  run(values, call) {
    const { state: name, initial } = values;
    return editAnswer(
      call,
      values,
      (machine) => {
        const { state, path } = stateNamed(machine, name);
        if (initial === "") return [{ op: "state.update", name, patch: {}, unset: ["initial"] }];
        const inside = stateNamed(machine, initial);
        if (inside.path.startsWith(`${path}/`)) return [{ op: "state.update", name, patch: { initial } }];
        const below = Array.from(walkStates(state)).slice(1).map((visit) => `"${visit.state.name}"`);
        throw new ToolError(
          "not_inside",
          `"${initial}" is not inside "${name}"${
            below.length === 0 ? ", which has no states" : `: there are ${someOf(below)}`
          }. ` +
            "Call move_state first, or name another.",
        );
      },
      () => initial === "" ? `"${name}" enters its first child now.` : `"${name}" enters "${initial}" first.`,
    );
  },
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
