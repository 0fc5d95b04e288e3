import {
  didYouMean,
  MACHINE_KIND,
  type MachineOp,
  objectsIn,
  oneLine,
  type State,
  type Transition,
} from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { ACTIONS, ACTIONS_HINT, actionsOf } from "./action_values.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { changesText, fieldChanges, givenFields } from "./field_changes.ts";
import { checkPlace, checkTarget, checkTrigger, stateNamed } from "./names.ts";

const TEXT = z.string().optional();
const INDEX = z.number().int().min(0).optional();
const UNKNOWN = { allow_unknown: z.boolean().optional() };

/** A transition with its index in its state. */
interface Placed {
  readonly transition: Transition;
  readonly index: number;
}

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
    event: z.string().describe('"" for none'),
    nextState: TEXT,
    condition: TEXT,
    description: TEXT,
    actions: ACTIONS.describe(ACTIONS_HINT),
    index: INDEX,
    ...UNKNOWN,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { state, event, nextState, condition, description, index, allow_unknown } = values;
    const actions = actionsOf(values.actions);
    const transition: Transition = givenFields({ event, nextState, condition, description, actions });
    return editAnswer(call, values, (machine) => {
      const { state: from } = stateNamed(machine, state);
      refuseFrom(from);
      checkPlace(index, placed(from).length, `among the transitions of "${state}"`);
      checkTrigger(machine, event, allow_unknown);
      checkTarget(machine, nextState, allow_unknown);
      return [{ op: "transition.add", state, transition, ...(index === undefined ? {} : { index }) }];
    }, () => `Added ${arrow(state, transition)}.`);
  },
});

function refuseFrom({ name, kind }: State): void {
  if (kind !== "final") return;
  throw new ToolError(
    "final_state",
    `"${name}" is final, and nothing leaves it: choose another state, or call update_state with kind "normal".`,
  );
}

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
    index: INDEX.describe("which, where several"),
    new_event: TEXT,
    nextState: TEXT.describe("new target"),
    condition: TEXT,
    description: TEXT,
    actions: ACTIONS,
    to_index: INDEX,
    ...UNKNOWN,
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { state, event, to_index: to, nextState, condition, description, new_event, allow_unknown } =
      values;
    const fields = {
      event: new_event,
      nextState,
      condition,
      description,
      actions: actionsOf(values.actions),
    };
    const hasFields = Object.values(fields).some((value) => value !== undefined);
    if (!hasFields && to === undefined) {
      throw new ToolError(
        "nothing_given",
        "There is nothing to change: give new_event, nextState, condition, description, actions or to_index.",
      );
    }
    const changes = hasFields ? fieldChanges(fields) : undefined;
    let after: Transition = {};
    return editAnswer(call, values, (machine) => {
      const { state: from } = stateNamed(machine, state);
      const { transition, index } = transitionOn(from, event, values.index);
      checkTrigger(machine, new_event, allow_unknown);
      checkTarget(machine, nextState, allow_unknown);
      after = { ...transition, ...changes?.patch };
      for (const key of changes?.unset ?? []) delete after[key as keyof Transition];
      const ops: MachineOp[] = changes
        ? [{ op: "transition.update", state, index, ...changes } as MachineOp]
        : [];
      if (to !== undefined && to !== index) {
        checkPlace(to, placed(from).length - 1, `among the transitions of "${state}"`);
        ops.push({ op: "transition.move", state, index, to });
      }
      return ops;
    }, () => {
      const what = changes === undefined ? `place ${to}` : changesText(changes);
      return `Updated ${arrow(state, after)}: ${what}.`;
    });
  },
});

/**
 * The transition of a state on an event.
 *
 * @param index Which one, by its place among all transitions of the state.
 * @throws {ToolError} With what the state has, when there is none or it is not clear which.
 */
function transitionOn(state: State, event: string, index: number | undefined): Placed {
  const all = placed(state);
  const found = all.filter(({ transition }) => (transition.event ?? "") === event);
  const [first, ...others] = found;
  if (first === undefined) throw noneOn(state, event);
  if (index !== undefined) {
    const chosen = found.find((one) => one.index === index);
    if (chosen !== undefined) return chosen;
    throw new ToolError(
      "out_of_range",
      `"${state.name}" has no transition ${index} on "${event}": ${
        listText(state)
      }. Give the index of one of them.`,
    );
  }
  if (others.length === 0) return first;
  throw new ToolError(
    "ambiguous_transition",
    `"${state.name}" has ${found.length} transitions on "${event}": ${
      listText(state)
    }. Say which with index.`,
  );
}

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
    nextState: TEXT.describe('"": internal ones'),
    index: INDEX,
    ...DRY_RUN,
  },
  output: { ...EDIT_OUTPUT, removed: z.number() },
  async run(values, call) {
    const { state, event, nextState, index } = values;
    let removed = 0;
    const answer = await editAnswer(call, values, (machine) => {
      const { state: from } = stateNamed(machine, state);
      const found = placed(from).filter((one) =>
        (one.transition.event ?? "") === event &&
        (nextState === undefined || (one.transition.nextState ?? "") === nextState) &&
        (index === undefined || one.index === index)
      );
      if (found.length === 0) throw noneOn(from, event);
      removed = found.length;
      return found.map((one): MachineOp => ({ op: "transition.remove", state, index: one.index })).reverse();
    }, () => `Removed ${removed} transition${removed === 1 ? "" : "s"} of "${state}" on "${event}".`);
    return { ...answer, data: { ...answer.data, removed } };
  },
});

function placed(state: State): Placed[] {
  return objectsIn<Transition>(state.transitions).map((transition, index) => ({ transition, index }));
}

function noneOn(state: State, event: string): ToolError {
  const events = placed(state).map(({ transition }) => transition.event ?? "");
  const there = events.length === 0
    ? "it has none. Call add_transition to add one"
    : `it has ${listText(state)}`;
  return new ToolError(
    "no_transition",
    `"${state.name}" has no such transition on "${event}".${
      didYouMean(event, events)
    } Of transitions ${there}.`,
  );
}

function listText(state: State): string {
  const all = placed(state).map(({ transition: { event, nextState }, index }) =>
    `${index}: ${oneLine(event ?? "")} ${nextState ? `→ ${oneLine(nextState)}` : "(stays)"}`
  );
  return all.length > 12 ? `${all.slice(0, 12).join(", ")}, …` : all.join(", ");
}

function arrow(state: string, { event, nextState, condition }: Transition): string {
  const guard = condition === undefined ? "" : ` when ${oneLine(condition)}`;
  const target = nextState ? `--> ${oneLine(nextState)}` : "(internal)";
  return `${oneLine(state)} --[${oneLine(event ?? "")}]${
    target.startsWith("--") ? target : ` ${target}`
  }${guard}`;
}

/** The tools that change transitions. */
export const TRANSITION_TOOLS = [ADD_TRANSITION, UPDATE_TRANSITION, REMOVE_TRANSITION] as const;
