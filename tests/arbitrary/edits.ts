/**
 * Random edits of a machine, as someone makes them who looks at the document: every operation there is, on what is really there.
 *
 * @module
 */
import {
  applyPatchOps,
  type MachineOp,
  PatchError,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { seededRandom } from "../../protocol/layout/ordering/seeded_random.ts";

/** The member by which everything that an editor adds is known again: a word that nothing else in any document has. */
export const TAG = "x-id";

/** Someone who edits. */
export interface Editor {
  /** Operations that fit the document; at least one. */
  edit(def: StateMachineDefinition): MachineOp[];
  /** A number from 0 to below `most`. */
  below(most: number): number;
}

/** How an editor works. */
export interface EditorOptions {
  /** How many operations an edit has at most. Default: 3. */
  readonly most?: number;
  /** Names that the editor likes to use, so that two editors want the same one now and then. Default: none. */
  readonly names?: readonly string[];
  /** Whether to remove things. Default: `true`. */
  readonly removes?: boolean;
}

/**
 * Makes an editor.
 *
 * @param name a word that no other editor of the same document has
 * @param seed the same seed edits the same document in the same way
 */
export function editorOf(name: string, seed: number, options: EditorOptions = {}): Editor {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  let made = 0;
  const words: Words = {
    below,
    fresh: (kind) => {
      const wanted = options.names ?? [];
      const own = `${kind}-${name}-${++made}`;
      return wanted.length > 0 && below(8) === 0 ? wanted[below(wanted.length)] ?? own : own;
    },
    tagged: (members) => ({ ...members, [TAG]: `${name}-${++made}` }),
  };
  const rows = options.removes === false ? ROWS.filter(({ removes }) => !removes) : ROWS;
  return {
    below,
    edit: (def) => {
      const ops: MachineOp[] = [];
      let now = def;
      for (let left = 1 + below(options.most ?? 3); left > 0; left--) {
        const [op, next] = oneEdit(now, words, rows);
        ops.push(op);
        now = next;
      }
      return ops;
    },
  };
}

/** Where an editor takes numbers and names from. */
interface Words {
  below(most: number): number;
  fresh(kind: string): string;
  tagged<Members extends object>(members: Members): Members;
}

/** One way to edit: an operation, or nothing where the document has not what it takes. */
interface Row {
  readonly weight: number;
  readonly removes?: true;
  make(doc: Places, words: Words): unknown;
}

/** What there is in a document. */
interface Places {
  readonly states: readonly State[];
  readonly names: readonly string[];
  readonly sources: readonly Record<string, unknown>[];
  readonly events: readonly string[];
  readonly timers: readonly string[];
}

function oneEdit(
  def: StateMachineDefinition,
  words: Words,
  rows: readonly Row[],
): [MachineOp, StateMachineDefinition] {
  const doc = placesIn(def);
  for (let tries = 0; tries < 20; tries++) {
    const op = rowFor(words, rows).make(doc, words) as MachineOp | undefined;
    const next = op && attempt(def, op);
    if (op && next) return [op, next];
  }
  const op: MachineOp = { op: "settings.update", patch: { namespace: words.fresh("space") } };
  return [op, applyPatchOps(def, [op])];
}

function attempt(def: StateMachineDefinition, op: MachineOp): StateMachineDefinition | undefined {
  try {
    return applyPatchOps(def, [op]);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}

function rowFor({ below }: Words, rows: readonly Row[]): Row {
  let at = below(rows.reduce((sum, { weight }) => sum + weight, 0));
  for (const row of rows) {
    if (at < row.weight) return row;
    at -= row.weight;
  }
  throw new Error("There is no way to edit.");
}

function placesIn(def: StateMachineDefinition): Places {
  const states: State[] = [];
  const visit = (state: State): void => {
    states.push(state);
    for (const child of listOf<State>(state.states)) visit(child);
    for (const region of listOf<State>(state.parallel?.states)) visit(region);
  };
  if (def.state) visit(def.state);
  const sources = listOf<Record<string, unknown>>(def.events);
  const ids = (key: string) =>
    sources.flatMap((source) => listOf<{ id: string }>(source[key]).map(({ id }) => id));
  return {
    states,
    names: states.map(({ name }) => name),
    sources,
    events: ids("events"),
    timers: ids("timers"),
  };
}

function listOf<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [];
}

function oneOf<Item>(items: readonly Item[], { below }: Words): Item | undefined {
  return items[below(items.length)];
}

/** A gap in a list, now and then none, which is the end. */
function gap(length: number, { below }: Words): { index?: number } {
  return below(3) === 0 ? {} : { index: below(length + 1) };
}

function stateWith(
  { states }: Places,
  key: "transitions" | "onEntry" | "onExit",
  words: Words,
): State | undefined {
  return oneOf(states.filter((state) => actionsOrTransitions(state, key).length > 0), words);
}

function actionsOrTransitions(state: State, key: "transitions" | "onEntry" | "onExit"): readonly unknown[] {
  return key === "transitions" ? listOf(state.transitions) : listOf(state[key]?.actions);
}

function newTransition({ names, events }: Places, words: Words): object {
  const event = oneOf(events, words);
  const nextState = oneOf(names, words);
  return words.tagged({
    ...(event === undefined ? {} : { event }),
    ...(nextState === undefined ? {} : { nextState }),
  });
}

function newState({ names }: Places, words: Words): object {
  const children = words.below(4) === 0
    ? { states: [words.tagged({ name: words.fresh("inner") })] }
    : words.below(6) === 0
    ? { parallel: { states: [words.tagged({ name: words.fresh("region") })] } }
    : {};
  const target = oneOf(names, words);
  const transitions = words.below(3) === 0 && target !== undefined
    ? { transitions: [words.tagged({ nextState: target })] }
    : {};
  return words.tagged({ name: words.fresh("state"), ...children, ...transitions });
}

/** Where the item of an event source's list may go. */
function sourceIndex({ sources }: Places, words: Words): number | undefined {
  return sources.length === 0 ? undefined : words.below(sources.length);
}

/** An operation on an item of a list of a state. */
function onItem(
  doc: Places,
  words: Words,
  key: "transitions" | "onEntry" | "onExit",
  op: (state: string, index: number, length: number) => object,
): object | undefined {
  const state = stateWith(doc, key, words);
  if (!state) return undefined;
  const { length } = actionsOrTransitions(state, key);
  return op(state.name, words.below(length), length);
}

function parametersOf({ sources }: Places, words: Words): [id: string, length: number] | undefined {
  const events = sources.flatMap((source) => listOf<{ id: string; parameters?: unknown }>(source.events));
  const event = oneOf(events, words);
  return event && [event.id, listOf(event.parameters).length];
}

const ROWS: readonly Row[] = [
  {
    weight: 12,
    make: (doc, words) => {
      const parent = oneOf(doc.states, words);
      if (!parent) return undefined;
      const region = words.below(6) === 0;
      const length = listOf(region ? parent.parallel?.states : parent.states).length;
      return {
        op: "state.add",
        parent: words.below(10) === 0 ? null : parent.name,
        state: newState(doc, words),
        ...gap(length, words),
        ...(region ? { region } : {}),
      };
    },
  },
  {
    weight: 12,
    make: (doc, words) => {
      const state = oneOf(doc.states, words);
      const length = listOf(state?.transitions).length;
      return state && {
        op: "transition.add",
        state: state.name,
        transition: newTransition(doc, words),
        ...gap(length, words),
      };
    },
  },
  {
    weight: 6,
    make: (doc, words) => {
      const name = oneOf(doc.names, words);
      const patch = words.below(2) === 0
        ? { notes: words.fresh("note") }
        : { [`x-${words.below(4)}`]: words.fresh("value") };
      return name !== undefined && { op: "state.update", name, patch };
    },
  },
  {
    weight: 4,
    make: ({ names }, words) => ({ op: "state.rename", name: oneOf(names, words), to: words.fresh("named") }),
  },
  {
    weight: 5,
    make: ({ names, states }, words) => {
      const parent = oneOf(states, words);
      return parent && {
        op: "state.move",
        name: oneOf(names, words),
        parent: parent.name,
        ...gap(listOf(parent.states).length, words),
        ...(words.below(8) === 0 ? { region: true } : {}),
      };
    },
  },
  {
    weight: 1,
    make: ({ names }, words) => ({
      op: "state.nest",
      child: oneOf(names, words),
      newParent: oneOf(names, words),
    }),
  },
  {
    weight: 4,
    removes: true,
    make: ({ names }, words) => ({ op: "state.remove", name: oneOf(names.slice(1), words) }),
  },
  {
    weight: 1,
    removes: true,
    make: ({ names }, words) => ({
      op: "parallel.set",
      state: oneOf(names, words),
      parallel: words.below(2) === 0 ? null : { states: [words.tagged({ name: words.fresh("region") })] },
    }),
  },
  {
    weight: 1,
    make: ({ states, names }, words) => ({
      op: "parallel.update",
      state: oneOf(states.filter(({ parallel }) => parallel), words)?.name,
      patch: { nextState: oneOf(names, words) },
    }),
  },
  {
    weight: 5,
    make: (doc, words) =>
      onItem(doc, words, "transitions", (state, index) => ({
        op: "transition.update",
        state,
        index,
        patch: words.below(2) === 0
          ? { condition: words.fresh("guard").replaceAll("-", "_") }
          : { nextState: oneOf(doc.names, words) },
      })),
  },
  {
    weight: 3,
    removes: true,
    make: (doc, words) =>
      onItem(doc, words, "transitions", (state, index) => ({ op: "transition.remove", state, index })),
  },
  {
    weight: 3,
    make: (doc, words) =>
      onItem(doc, words, "transitions", (state, index, length) => {
        const toState = words.below(2) === 0 ? oneOf(doc.states, words) : undefined;
        const to = words.below(toState ? listOf(toState.transitions).length + 1 : length);
        return { op: "transition.move", state, index, to, ...(toState ? { toState: toState.name } : {}) };
      }),
  },
  {
    weight: 4,
    make: (doc, words) => {
      const state = oneOf(doc.states, words);
      const hook = words.below(2) === 0 ? "onEntry" : "onExit";
      return state && {
        op: "action.add",
        state: state.name,
        hook,
        action: words.tagged({ code: `count = ${words.below(100)}` }),
        ...gap(listOf(state[hook]?.actions).length, words),
      };
    },
  },
  {
    weight: 2,
    // A whole action takes the place of the other one, its tag included.
    removes: true,
    make: (doc, words) =>
      onItem(doc, words, "onEntry", (state, index) => ({
        op: "action.update",
        state,
        hook: "onEntry",
        index,
        action: words.tagged({ code: `count = ${words.below(100)}` }),
      })),
  },
  {
    weight: 1,
    removes: true,
    make: (doc, words) =>
      onItem(doc, words, "onExit", (state, index) => ({ op: "action.remove", state, hook: "onExit", index })),
  },
  {
    weight: 2,
    make: ({ sources }, words) => ({
      op: "eventSource.add",
      source: words.tagged({ name: words.fresh("source"), events: [] }),
      ...gap(sources.length, words),
    }),
  },
  {
    weight: 1,
    make: (doc, words) => ({
      op: "eventSource.update",
      index: sourceIndex(doc, words),
      patch: { feeder: words.fresh("feeder") },
    }),
  },
  {
    weight: 1,
    removes: true,
    make: (doc, words) => ({ op: "eventSource.remove", index: sourceIndex(doc, words) }),
  },
  {
    weight: 1,
    make: (doc, words) => ({
      op: "eventSource.move",
      index: sourceIndex(doc, words),
      to: sourceIndex(doc, words),
    }),
  },
  {
    weight: 5,
    make: (doc, words) => {
      const index = sourceIndex(doc, words);
      return {
        op: "event.add",
        sourceIndex: index,
        event: words.tagged({ id: words.fresh("event") }),
        ...gap(listOf(doc.sources[index ?? -1]?.events).length, words),
      };
    },
  },
  {
    weight: 2,
    make: ({ events }, words) => ({
      op: "event.update",
      id: oneOf(events, words),
      patch: { description: words.fresh("text") },
    }),
  },
  {
    weight: 1,
    removes: true,
    make: ({ events }, words) => ({ op: "event.remove", id: oneOf(events, words) }),
  },
  {
    weight: 2,
    make: ({ events }, words) => ({ op: "event.rename", id: oneOf(events, words), to: words.fresh("event") }),
  },
  {
    weight: 1,
    make: (doc, words) => ({
      op: "event.move",
      id: oneOf(doc.events, words),
      sourceIndex: sourceIndex(doc, words),
      ...gap(2, words),
    }),
  },
  {
    weight: 2,
    make: (doc, words) => {
      const [eventId, length] = parametersOf(doc, words) ?? [];
      return {
        op: "parameter.add",
        eventId,
        parameter: words.tagged({ name: words.fresh("parameter"), type: "int" }),
        ...gap(length ?? 0, words),
      };
    },
  },
  {
    weight: 1,
    make: (doc, words) => {
      const [eventId, length] = parametersOf(doc, words) ?? [];
      return {
        op: "parameter.update",
        eventId,
        index: words.below(length ?? 0),
        patch: { type: words.fresh("type") },
      };
    },
  },
  {
    weight: 1,
    removes: true,
    make: (doc, words) => {
      const [eventId, length] = parametersOf(doc, words) ?? [];
      return { op: "parameter.remove", eventId, index: words.below(length ?? 0) };
    },
  },
  {
    weight: 2,
    make: (doc, words) => ({
      op: "timer.add",
      sourceIndex: sourceIndex(doc, words),
      timer: words.tagged({ id: words.fresh("timer"), name: words.fresh("timer-name") }),
    }),
  },
  {
    weight: 1,
    make: ({ timers }, words) => ({
      op: "timer.update",
      id: oneOf(timers, words),
      patch: { description: words.fresh("text") },
    }),
  },
  {
    weight: 1,
    removes: true,
    make: ({ timers }, words) => ({ op: "timer.remove", id: oneOf(timers, words) }),
  },
  {
    weight: 2,
    make: (_, words) => ({ op: "settings.update", patch: { [`x-${words.below(3)}`]: words.fresh("value") } }),
  },
  {
    weight: 1,
    make: (_, words) => ({ op: "document.update", patch: { [`x-${words.below(3)}`]: words.fresh("value") } }),
  },
];

/** Every tag in a document, in order. */
export function tagsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return found;
  if (!Array.isArray(value) && Object.hasOwn(value, TAG)) {
    found.push(String((value as Record<string, unknown>)[TAG]));
  }
  for (const member of Object.values(value)) tagsIn(member, found);
  return found;
}
