import { isObject } from "../../json/value.ts";
import type { MachineOp } from "../ops.ts";
import { walkStates } from "../tree.ts";
import type { ActionBlock, State } from "../types.ts";
import { checkPlace, planned, refuse } from "../../plan.ts";
import {
  checkedActions,
  checkNewState,
  checkParent,
  firstStateNamed,
  type MachineCommand,
  parentNamed,
  someOf,
  stateNamed,
} from "./checks.ts";
import {
  changesFrom,
  changesText,
  type FieldChanges,
  givenFields,
  joinedChanges,
  someChanges,
} from "../../field_changes.ts";
import {
  leadingNowhereText,
  leftText,
  ownersOf,
  referencesTo,
  removedText,
  withoutReferences,
} from "./references.ts";
import {
  CHANGES,
  DESCRIPTION,
  HISTORY_DEPTH,
  INDEX,
  INVOKE,
  META,
  OUTPUT,
  PROMPT,
  REGION,
  STATE_KIND,
  STATE_NAME,
  TAGS,
} from "./arguments.ts";
import { checkedWork, followWork } from "./work.ts";

/** Adds a state. */
export const ADD_STATE_COMMAND: MachineCommand<{
  readonly name: string;
  readonly parent?: string | undefined;
  readonly kind?: State["kind"] | undefined;
  readonly history?: "shallow" | "deep" | undefined;
  readonly description?: string | undefined;
  readonly prompt?: string | undefined;
  readonly onEntry?: readonly unknown[] | undefined;
  readonly onExit?: readonly unknown[] | undefined;
  readonly invoke?: readonly unknown[] | undefined;
  readonly output?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly meta?: unknown;
  readonly region?: boolean | undefined;
  readonly index?: number | undefined;
}> = planned(
  {
    id: "state.add",
    title: "Add state",
    summary: "Adds a state.",
    effect: "add",
    arguments: [
      STATE_NAME,
      { name: "parent", type: "string", doc: "The state around it; default: the root." },
      STATE_KIND,
      HISTORY_DEPTH,
      DESCRIPTION,
      PROMPT,
      { name: "onEntry", type: "unknown[]", doc: "The actions on entering." },
      { name: "onExit", type: "unknown[]", doc: "The actions on leaving." },
      INVOKE,
      OUTPUT,
      TAGS,
      META,
      REGION,
      INDEX,
    ],
  },
  (
    machine,
    { name, parent, kind: givenKind, history, description, prompt, region: asRegion, index, ...more },
  ) => {
    const kind = kindWith(givenKind, history);
    const [onEntry, onExit] = [blockOf(more.onEntry), blockOf(more.onExit)];
    const [invoke, output] = [checkedWork(more.invoke), more.output];
    checkOutput(output, kind, name);
    const above = parentNamed(machine, parent).state;
    checkNewState(machine, name);
    checkParent(above);
    const region = asRegion || belongsBesideRegions(kind, above);
    checkPlace(index, childrenOf(above, region).length, `in "${above.name}"`);
    const state: State = {
      name,
      ...(kind === undefined || kind === "normal" ? {} : { kind }),
      ...givenFields({
        history,
        description,
        prompt,
        tags: more.tags,
        meta: more.meta,
        onEntry,
        onExit,
        invoke,
        output,
      }),
    };
    return {
      ops: [{ op: "state.add", parent: above.name, state, ...placeOf(index, region) }],
      summary: `Added ${region && kind !== "history" ? "region" : "state"} "${name}" (${
        kind ?? "normal"
      }) to "${above.name}".`,
    };
  },
);

/** Changes the fields of a state. */
export const UPDATE_STATE_COMMAND: MachineCommand<{
  readonly name: string;
  readonly changes?: FieldChanges | undefined;
  readonly onEntry?: readonly unknown[] | undefined;
  readonly onExit?: readonly unknown[] | undefined;
  readonly invoke?: readonly unknown[] | undefined;
}> = planned({
  id: "state.update",
  title: "Update state",
  summary: "Changes the fields of a state.",
  effect: "set",
  arguments: [
    STATE_NAME,
    CHANGES,
    { name: "onEntry", type: "unknown[]", doc: "The actions on entering; `[]` clears them." },
    { name: "onExit", type: "unknown[]", doc: "The actions on leaving; `[]` clears them." },
    { ...INVOKE, doc: "Its work; `[]` clears it." },
  ],
}, (machine, { name, changes, onEntry, onExit, invoke: work }) => {
  const blocks = changesFrom({
    onEntry: blockOf(onEntry),
    onExit: blockOf(onExit),
    invoke: checkedWork(work),
  });
  const given = someChanges(
    joinedChanges(changes, blocks),
    "description, kind, prompt, onEntry, onExit, history, invoke, output, tags or meta",
  );
  const { state } = stateNamed(machine, name);
  const { kind, ...patch } = given.patch;
  // A state without a kind is a normal one.
  const isNormal = kind === "normal";
  const unset = [...given.unset ?? [], ...(isNormal ? ["kind"] : [])];
  // The depth of a history means nothing in other states.
  const forgets = (unset.includes("kind") || (kind !== undefined && kind !== "history")) &&
    !("history" in patch) && state.history !== undefined && !unset.includes("history");
  if (forgets) unset.push("history");
  checkOutput(given.patch.output, kind ?? state.kind, name);
  const follows = given.patch.invoke === undefined ? [] : followWork(machine, state, given.patch.invoke);
  return {
    ops: [...follows, {
      op: "state.update",
      name,
      patch: isNormal || kind === undefined ? patch : given.patch,
      ...(unset.length > 0 ? { unset } : {}),
    } as MachineOp],
    summary: `Updated "${name}": ${isNormal ? "kind normal" : changesText(given)}.`,
  };
});

/** Sets the prompt of a state. */
export const SET_PROMPT_COMMAND: MachineCommand<{ readonly state: string; readonly prompt: string }> =
  planned({
    id: "prompt.set",
    title: "Set prompt",
    summary: "Sets the prompt of a state.",
    effect: "set",
    arguments: [{ ...STATE_NAME, name: "state" }, { ...PROMPT, required: true }],
  }, (machine, { state: name, prompt }) => {
    stateNamed(machine, name);
    const changes = someChanges(changesFrom({ prompt }), "prompt");
    return {
      ops: [{ op: "state.update", name, ...changes } as MachineOp],
      summary: changes.unset
        ? `Cleared the prompt of "${name}".`
        : `Set the prompt of "${name}" (${prompt.length} characters).`,
    };
  });

/** Removes a state with everything below it. */
export const REMOVE_STATE_COMMAND: MachineCommand<{
  readonly name: string;
  readonly cascade?: boolean | undefined;
  readonly inbound?: boolean | undefined;
}> = planned({
  id: "state.remove",
  title: "Remove state",
  summary: "Removes a state with everything below it.",
  effect: "remove",
  arguments: [
    STATE_NAME,
    { name: "cascade", type: "boolean", doc: "Removes every reference to it too." },
    { name: "inbound", type: "boolean", doc: "Removes the transitions into it too." },
  ],
}, (machine, { name, cascade = false, inbound = false }) => {
  const visit = stateNamed(machine, name);
  if (visit.parent === null) {
    refuse("root", `"${name}" is the root state, which cannot be removed`, {
      remedy: ["it stays; remove states below it, or use ", { command: "state.rename" }],
    });
  }
  const all = referencesTo(machine, visit);
  const removed = cascade ? all : { ...all, waiting: [], beginning: [], joining: [] };
  const removes = cascade || inbound;
  // Operations find states by their names: of two with one name, it could be the other one.
  if (removes) { for (const owner of ownersOf(removed)) stateNamed(machine, owner); }
  const count = Array.from(walkStates(visit.state)).length - 1;
  const brief = leadingNowhereText(all);
  return {
    ops: [...(removes ? withoutReferences(removed) : []), { op: "state.remove", name }],
    summary: `Removed "${name}"${count === 0 ? "" : ` and the ${count} below it`}.`,
    notes: removes
      ? [{ text: removedText(removed) }]
      : [{ text: leftText(all), ...(brief === "" ? {} : { brief }) }],
  };
});

/** Renames a state and every reference to it. */
export const RENAME_STATE_COMMAND: MachineCommand<{ readonly name: string; readonly newName: string }> =
  planned({
    id: "state.rename",
    title: "Rename state",
    summary: "Renames a state and every reference to it.",
    effect: "set",
    arguments: [STATE_NAME, { name: "newName", type: "string", required: true, doc: "Its new name." }],
  }, (machine, { name, newName: to }) => {
    firstStateNamed(machine, name);
    if (to !== name) checkNewState(machine, to);
    return {
      ops: [{ op: "state.rename", name, to }],
      summary: `Renamed "${name}" to "${to}", references included.`,
    };
  });

/** Moves a state to another parent or place. */
export const MOVE_STATE_COMMAND: MachineCommand<{
  readonly name: string;
  readonly parent?: string | undefined;
  readonly index?: number | undefined;
  readonly region?: boolean | undefined;
}> = planned({
  id: "state.move",
  title: "Move state",
  summary: "Moves a state to another parent or place.",
  effect: "set",
  arguments: [
    STATE_NAME,
    { name: "parent", type: "string", doc: "Its new parent; default: the one it has." },
    INDEX,
    REGION,
  ],
}, (machine, { name, parent, index, region: asRegion }) => {
  if (parent === undefined && index === undefined && asRegion === undefined) {
    refuse("nothing_given", "There is nowhere to move it", { remedy: "give parent, index or region" });
  }
  const visit = stateNamed(machine, name);
  if (visit.parent === null) {
    refuse("root", `"${name}" is the root, which cannot be moved`, { remedy: "move states below it" });
  }
  const above = parent === undefined ? visit.parent : parentNamed(machine, parent).state;
  checkParent(above);
  const region = asRegion ??
    (above === visit.parent ? visit.slot === "region" : belongsBesideRegions(visit.state.kind, above));
  const list = childrenOf(above, region);
  checkPlace(index, list.includes(visit.state) ? list.length - 1 : list.length, `in "${above.name}"`);
  return {
    ops: [{ op: "state.move", name, parent: above.name, ...placeOf(index, region) }],
    summary: `Moved "${name}" to "${above.name}"${index === undefined ? "" : `, place ${index}`}.`,
  };
});

/** Chooses the state that is entered first inside another. */
export const SET_INITIAL_COMMAND: MachineCommand<{ readonly state: string; readonly initial: string }> =
  planned({
    id: "initial.set",
    title: "Set initial state",
    summary: "Chooses the descendant that a state enters first.",
    effect: "set",
    arguments: [
      { ...STATE_NAME, name: "state" },
      {
        name: "initial",
        type: "string",
        required: true,
        doc: "A state below it; empty for the first child.",
      },
    ],
  }, (machine, { state: name, initial }) => {
    const { state, path } = stateNamed(machine, name);
    if (initial === "") {
      return {
        ops: [{ op: "state.update", name, patch: {}, unset: ["initial"] }],
        summary: `"${name}" enters its first child now.`,
      };
    }
    if (!stateNamed(machine, initial).path.startsWith(`${path}/`)) {
      const below = Array.from(walkStates(state)).slice(1).map((visit) => `"${visit.state.name}"`);
      const there = below.length === 0 ? "it has no states" : `there are ${someOf(below)}`;
      refuse("not_inside", `"${initial}" is not inside "${name}"`, {
        remedy: [`${there}; use `, { command: "state.move" }, " first, or name another"],
      });
    }
    return {
      ops: [{ op: "state.update", name, patch: { initial } }],
      summary: `"${name}" enters "${initial}" first.`,
    };
  });

/** Refuses an output of a state that is not final. */
function checkOutput(output: unknown, kind: unknown, name: string): void {
  if (output === undefined || output === "" || kind === "final") return;
  refuse("bad_parameter", `"${name}" is not final and has no output`, {
    remedy: 'leave output out, or give the kind "final"',
  });
}

type StateKind = NonNullable<State["kind"]>;

/** The kind of a new state: a depth makes it a history state. */
function kindWith(kind: StateKind | undefined, history: string | undefined): StateKind | undefined {
  if (history === undefined || kind === "history") return kind;
  if (kind === undefined) return "history";
  return refuse("bad_parameter", `A ${kind} state remembers nothing and has no depth of history`, {
    remedy: 'leave history out, or give the kind "history"',
  });
}

/** True for the history of a parallel state: it is one of `parallel.states`, because `states` are ignored there. */
function belongsBesideRegions(kind: StateKind | undefined, parent: State): boolean {
  return kind === "history" && childrenOf(parent, true).length > 0;
}

/** A block of entry or exit actions; an empty list stays one and clears the block. */
function blockOf(values: readonly unknown[] | undefined): ActionBlock | [] | undefined {
  const actions = checkedActions(values);
  if (actions === undefined) return undefined;
  return actions.length > 0 ? { actions } : [];
}

/** The children of a state, or its regions. */
function childrenOf({ states, parallel }: State, region: boolean | undefined): readonly State[] {
  const list = region ? isObject(parallel) ? parallel.states : [] : states;
  return Array.isArray(list) ? list : [];
}

function placeOf(index: number | undefined, region: boolean | undefined) {
  return { ...(index === undefined ? {} : { index }), ...(region ? { region } : {}) };
}
