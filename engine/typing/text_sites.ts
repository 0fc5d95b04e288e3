/**
 * All guards, actions and other expressions of a definition, with what they can see. A member that holds a text is a
 * row of a table here.
 *
 * @module
 */
import { isObject, type State } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import { conditionOf, eventOf, kindOf, transitionsOf } from "../members.ts";
import { ANY, type DataType } from "./data_type.ts";

/** The role of a text. */
export type TextUse = "guard" | "condition" | "value" | "milliseconds" | "code" | "object" | "list";

/** The events whose payload a text may see; `null` where it may be any event's. */
export type PayloadEvents = readonly string[] | null;

/** A text with its place in the document. */
export interface TextSite {
  readonly text: string;
  readonly use: TextUse;
  /** The text in words, such as `A guard`. */
  readonly part: string;
  /** The name of the state that it belongs to. */
  readonly owner: string;
  /** JSON pointer to the text. */
  readonly path: string;
  /** The events whose payload it may see. */
  readonly events: PayloadEvents;
  /** The names of the loops around it. */
  readonly locals: ReadonlyMap<string, DataType>;
  /** The event whose payload it gives. */
  readonly payloadOf: string | undefined;
}

/** A state with its place in the document. */
export interface StatePlace {
  readonly state: State;
  readonly name: string;
  /** JSON pointer to it. */
  readonly path: string;
}

/** Looks at a text; gives the type of its items where it is a list. */
export type LookAtText = (site: TextSite) => DataType;

/** A text inside an action. */
interface TextRow {
  /** The member of the row's member that holds it; none when the row's member is the text itself. */
  readonly at?: string;
  /** A member of the action itself. */
  readonly beside?: string;
  readonly use: TextUse;
  readonly part: string;
}

/** A member of an action that says what it does. */
interface ActionRow {
  readonly member: string;
  readonly texts: readonly TextRow[];
  /** Members with lists of further actions. */
  readonly blocks?: readonly string[];
  /** The member with the event that it sends. */
  readonly event?: string;
}

/** The members of actions; of several the first counts. */
const ACTION_ROWS: readonly ActionRow[] = [
  { member: "code", texts: [{ use: "code", part: "An action" }] },
  {
    member: "timerStart",
    texts: [
      { at: "duration", use: "milliseconds", part: "A duration" },
      { at: "repeat", use: "milliseconds", part: "A repeat" },
    ],
  },
  { member: "timerStop", texts: [] },
  { member: "raise", event: "", texts: [{ beside: "data", use: "object", part: "A payload" }] },
  { member: "assign", texts: [{ at: "value", use: "code", part: "An action" }] },
  {
    member: "if",
    texts: [{ at: "condition", use: "condition", part: "A condition" }],
    blocks: ["then", "else"],
  },
  { member: "forEach", texts: [{ at: "list", use: "list", part: "A list" }], blocks: ["actions"] },
  {
    member: "send",
    event: "event",
    texts: [
      { at: "delay", use: "milliseconds", part: "A delay" },
      { at: "data", use: "object", part: "A payload" },
    ],
  },
  { member: "cancel", texts: [] },
  { member: "log", texts: [{ use: "value", part: "A log entry" }] },
];

/** The place of a list of actions. */
interface Place {
  readonly owner: string;
  readonly events: PayloadEvents;
  readonly locals: ReadonlyMap<string, DataType>;
}

type Members = Readonly<Record<string, unknown>>;

const NO_LOCALS: ReadonlyMap<string, DataType> = new Map();

/** Shows every text of a definition, in the order of the states. */
export function walkTexts(states: Iterable<StatePlace>, look: LookAtText): void {
  for (const site of states) new StateTexts(site, look).walk();
}

class StateTexts {
  readonly #site: StatePlace;
  readonly #look: LookAtText;

  constructor(site: StatePlace, look: LookAtText) {
    this.#site = site;
    this.#look = look;
  }

  walk(): void {
    const { state, path, name: owner } = this.#site;
    const anyEvent: Place = { owner, events: null, locals: NO_LOCALS };
    for (const member of ["onEntry", "onExit"] as const) {
      this.#block(state[member], `${path}/${member}`, anyEvent);
    }
    const { invoke, output } = state as Members;
    if (Array.isArray(invoke)) {
      invoke.forEach((entry: unknown, index) => {
        if (isObject(entry)) {
          this.#text(entry.input, `${path}/invoke/${index}/input`, anyEvent, "value", "An input");
        }
      });
    }
    if (kindOf(state) === "final") this.#text(output, `${path}/output`, anyEvent, "value", "The output");
    // The index in the document counts what is no transition, too.
    const list: unknown = state.transitions;
    if (!Array.isArray(list) || transitionsOf(state).length === 0) return;
    list.forEach((transition: unknown, index) => {
      if (isObject(transition)) this.#transition(transition, `${path}/transitions/${index}`);
    });
  }

  #transition(transition: Members, path: string): void {
    const { after, actions } = transition;
    const place: Place = { owner: this.#site.name, events: eventsOf(transition), locals: NO_LOCALS };
    const anyEvent = { ...place, events: null };
    this.#text(after, `${path}/after`, anyEvent, "milliseconds", "A delay");
    this.#text(conditionOf(transition), `${path}/condition`, place, "guard", "A guard");
    this.#block(actions, `${path}/actions`, place);
  }

  #block(block: unknown, path: string, place: Place): void {
    const list: unknown = isObject(block) ? block.actions : block;
    if (!Array.isArray(list)) return;
    const inner = isObject(block) ? `${path}/actions` : path;
    actionsOf(list).forEach((action, index) => {
      this.#action(action as Members, typeof list[index] === "string", `${inner}/${index}`, place);
    });
  }

  #action(action: Members, isPlain: boolean, path: string, place: Place): void {
    const row = ACTION_ROWS.find(({ member }) => counts(action[member]));
    if (!row) return;
    const value = action[row.member];
    const inside: Members = isObject(value) ? value : {};
    const at = isPlain ? path : `${path}/${row.member}`;
    const payloadOf = row.event === undefined ? undefined : row.event === "" ? value : inside[row.event];
    let items: DataType = ANY;
    for (const { at: member, beside, use, part } of row.texts) {
      const [text, pointer] = beside !== undefined
        ? [action[beside], `${path}/${beside}`]
        : member === undefined
        ? [value, at]
        : [row.member === "assign" ? assignmentOf(inside) : inside[member], `${at}/${member}`];
      items = this.#text(text, pointer, place, use, part, payloadOf);
    }
    const locals = row.member === "forEach" ? loopNames(inside, items, place.locals) : place.locals;
    for (const block of row.blocks ?? []) this.#block(inside[block], `${at}/${block}`, { ...place, locals });
  }

  #text(
    text: unknown,
    path: string,
    place: Place,
    use: TextUse,
    part: string,
    payloadOf?: unknown,
  ): DataType {
    if (typeof text !== "string" || text.trim() === "") return ANY;
    // Milliseconds that are written out are no expression.
    if (use === "milliseconds" && !Number.isNaN(Number(text))) return ANY;
    const event = typeof payloadOf === "string" ? payloadOf : undefined;
    return this.#look({ ...place, text, use, part, path, payloadOf: event });
  }
}

/** The events that may take a transition. */
function eventsOf(transition: Members): PayloadEvents {
  const event = eventOf(transition);
  const { events, after } = transition;
  const others = Array.isArray(events) ? events.filter((one) => typeof one === "string") : [];
  const all = event === undefined ? others : [event, ...others];
  if (all.length > 0) return all;
  // A timer has no payload; an event-less transition sees that of the event before it.
  return after === undefined || after === null ? null : [];
}

function counts(member: unknown): boolean {
  return typeof member === "string" ? member.trim() !== "" : isObject(member);
}

function assignmentOf({ target, value }: Members): unknown {
  return typeof target === "string" && typeof value === "string" ? `${target} = ${value}` : undefined;
}

function loopNames(
  { item, index }: Members,
  items: DataType,
  outer: ReadonlyMap<string, DataType>,
): ReadonlyMap<string, DataType> {
  const locals = new Map(outer);
  if (typeof item === "string") locals.set(item, items);
  if (typeof index === "string") {
    locals.set(index, { kind: "integer", minimum: undefined, maximum: undefined });
  }
  return locals;
}
