import {
  collectStateNames,
  type Event,
  type EventSource,
  isObject,
  MACHINE_KIND,
  type State,
  type StateMachineDefinition,
  type Timer,
  triggerIds,
} from "@loom/protocol";
import * as z from "zod";
import { defineTool, type ToolAnswer, ToolError } from "../tool.ts";
import { beginning, type CutPart, cutStates, cutToFit, jsonText, statesDepth } from "./cut_definition.ts";
import { findPart, type FoundPart } from "./find_part.ts";
import { firstStateNamed, unknownName } from "./names.ts";
import { type StateTree, stateTree } from "./state_tree.ts";

/** Longest definition or part that is returned whole without a depth: some 7,000 tokens. */
const MOST_CHARACTERS = 24_000;
/** Longest definition that is returned for a given depth; more goes into a file. */
const MOST_ASKED = 200_000;
/** Number of states or events a list has when nothing else is asked for. */
const MOST_LISTED = 200;
/** Number of transitions of a state a list has when nothing else is asked for. */
const MOST_TRANSITIONS = 50;
/** Length of a description in a list; get_definition gives the rest. */
const MOST_DESCRIPTION = 1_000;
/** Number of lines a list of states has, when nothing else is asked for and when it is. */
const MOST_LINES = 1_000;
const MOST_ASKED_LINES = 5_000;

/** Reads the document, or a part of it. */
export const GET_DEFINITION = defineTool({
  name: "get_definition",
  title: "Get definition",
  description: "Returns the document or a part of it as JSON; large ones as an outline.",
  toolset: "read",
  effect: "read",
  input: {
    path: z.string().optional(),
    depth: z.number().min(0).optional(),
    offset: z.number().int().min(0).optional(),
  },
  output: { definition: z.unknown(), cut: z.number(), revision: z.string() },
  async run({ path, depth, offset = 0 }, { session }) {
    const { definition, row, revision } = await session.read();
    const isWhole = path === undefined || path === "";
    const part = isWhole ? { path: "", value: definition } : findPart(definition, row, path);
    const { text, value, cut, rest } = typeof part.value === "string"
      ? piece(part.value, part.path, offset)
      : whole(part, isWhole ? row.wrapperKeys[0] : undefined, depth);
    const found = rest === undefined ? {} : { rest };
    return {
      text,
      more: [...restLines(found), `revision ${revision}`],
      data: { definition: value, cut, revision, ...found },
    };
  },
});

/** A part as an answer shows it. */
interface ShownPart extends Rest {
  readonly text: string;
  readonly value: unknown;
  readonly cut: number;
}

function whole({ path, value: part }: FoundPart, wrapper: string | undefined, depth?: number): ShownPart {
  const fitting = depth === undefined ? cutToFit(part, MOST_CHARACTERS) : cutStates(part, depth);
  const { value, cut } = fitting;
  const text = jsonText(wrapper === undefined ? value : { [wrapper]: value });
  if (depth !== undefined && text.length > MOST_ASKED) throw tooDeep(part, depth, text.length);
  return { text, value, cut, ...wayToTheRest(fitting, path) };
}

/** A text from an offset, as far as an answer holds. */
function piece(all: string, path: string, offset: number): ShownPart {
  const value = all.slice(offset, offset + MOST_CHARACTERS);
  const end = offset + value.length;
  const rest = value.length === all.length ? {} : {
    rest: `Characters ${offset} to ${end} of ${all.length}${
      end < all.length ? `: give path ${JSON.stringify(path)} with offset ${end} for the next` : ""
    }.`,
  };
  return { text: jsonText(value), value, cut: 0, ...rest };
}

/** Why a depth that was asked for is not given, and which one is. */
function tooDeep(part: unknown, depth: number, length: number): ToolError {
  let fits = Math.ceil(Math.min(depth, statesDepth(part))) - 1;
  while (fits >= 0 && jsonText(cutStates(part, fits).value).length > MOST_ASKED) fits--;
  const less = fits < 0 ? "leave depth out for an outline" : `ask for depth ${fits} or less`;
  return new ToolError(
    "too_large",
    `That would be ${length} characters, and an answer has ${MOST_ASKED} at most: ${less}, give path for a part, ` +
      `or write all into a file with export_definition.`,
  );
}

/** A hint for the parts that were left out, as a member of the answer. */
interface Rest {
  readonly rest?: string;
}

function restLines({ rest }: Rest): string[] {
  return rest === undefined ? [] : [rest];
}

function wayToTheRest({ cut, isOutline = false, texts = [], isSketch = false }: CutPart, path: string): Rest {
  const what = isOutline ? "All in lists stands" : cut === 1 ? "1 state stands" : `${cut} states stand`;
  const [text] = texts;
  const hints = [
    ...(cut > 0 || isOutline
      ? [`${what} by name only: give path (a name or a JSON pointer) for one, or depth for more levels.`]
      : []),
    ...(text === undefined ? [] : [
      `${texts.length === 1 ? "1 text is" : `${texts.length} texts are`} cut: give path, such as ${
        JSON.stringify(path + text)
      }, for one.`,
    ]),
    ...(isSketch ? ["Members stand by name only: give path (a JSON pointer) for one."] : []),
  ];
  return hints.length === 0 ? {} : { rest: hints.join(" ") };
}

/** Lists the states with their transitions. */
export const LIST_STATES = defineTool({
  name: "list_states",
  title: "List states",
  description: "Lists states as a tree, each with its transitions.",
  toolset: "read",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: {
    state: z.string().optional(),
    depth: z.number().min(0).optional(),
  },
  output: { count: z.number(), tree: z.string() },
  async run({ state, depth }, { session }) {
    const { machine } = await session.readMachine();
    const from = state === undefined ? machine.state : stateCalled(machine, state);
    const bounds = state === undefined && depth === undefined
      ? { most: MOST_LISTED, mostTransitions: MOST_TRANSITIONS, mostLines: MOST_LINES }
      : { mostLines: MOST_ASKED_LINES };
    const { tree, ...listed } = stateTree(machine, { from, depth: depth ?? Infinity, ...bounds });
    const rest = restOfStates(listed);
    const { count } = listed;
    const text = tree || "There is no root state: call load_definition with a machine that has one.";
    return { text, more: restLines(rest), data: { count, tree, ...rest } };
  },
});

/** A hint for the states and transitions that a list leaves out. */
function restOfStates({ shown, count, cutStates: [cutState] }: Omit<StateTree, "tree">): Rest {
  const states = shown === count
    ? []
    : [`${shown} of ${count} states: give state to begin at one, or depth for how many levels.`];
  const transitions = cutState === undefined ? [] : [
    `Transitions are left out: list_states with state ${
      JSON.stringify(cutState)
    } and depth 0 lists up to ${MOST_ASKED_LINES} of it, and get_definition with a JSON pointer gives one.`,
  ];
  const all = [...states, ...transitions];
  return all.length === 0 ? {} : { rest: all.join(" ") };
}

/** The first state of that name. */
function stateCalled(machine: StateMachineDefinition, name: string): State {
  const isTrigger = triggerIds(machine).includes(name) && !collectStateNames(machine.state).includes(name);
  if (!isTrigger) return firstStateNamed(machine, name);
  throw new ToolError(
    "unknown_name",
    `"${name}" is no state but an event: call list_states without state for all.`,
  );
}

/** An event or a timer in a list. */
interface ListedEvent {
  readonly id: string;
  readonly source: string;
  readonly timer?: string;
  readonly parameters?: readonly string[];
  readonly description?: string;
}

/** Lists the events and timers. */
export const LIST_EVENTS = defineTool({
  name: "list_events",
  title: "List events",
  description: "Lists events and timers by source.",
  toolset: "read",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: { source: z.string().optional() },
  output: { count: z.number(), events: z.array(z.unknown()) },
  async run({ source }, { session }) {
    const { machine } = await session.readMachine();
    const sources = sourcesOf(machine);
    if (source !== undefined && !sources.some(({ name }) => name === source)) {
      throw unknownSource(source, sources);
    }
    const all = sources.filter(({ name }) => source === undefined || name === source).flatMap(eventsOf);
    return eventList(all, source === undefined ? MOST_LISTED : Infinity);
  },
});

function sourcesOf(machine: StateMachineDefinition): EventSource[] {
  return Array.isArray(machine.events) ? machine.events.filter((source) => isObject(source)) : [];
}

function unknownSource(source: string, sources: readonly EventSource[]): ToolError {
  const names = sources.map(({ name }) => String(name));
  return unknownName("event source", source, names, "list_events without source");
}

function eventsOf(source: EventSource): ListedEvent[] {
  const name = String(source.name);
  return [
    ...objectsOf<Event>(source.events).map((event) => listed(event, name)),
    ...objectsOf<Timer>(source.timers).map((timer) => ({
      ...listed(timer, name),
      timer: String(timer.name),
    })),
  ];
}

function listed(event: Partial<Event>, source: string): ListedEvent {
  const parameters = objectsOf<{ name: string; type: string }>(event.parameters);
  return {
    id: String(event.id),
    source,
    ...(parameters.length === 0
      ? {}
      : { parameters: parameters.map(({ name, type }) => `${name}: ${type}`) }),
    ...(event.description ? { description: beginning(String(event.description), MOST_DESCRIPTION) } : {}),
  };
}

function eventList(
  all: readonly ListedEvent[],
  most: number,
): ToolAnswer<{ count: number; events: ListedEvent[] }> {
  const events = all.slice(0, most);
  const lines: string[] = [];
  for (const [index, event] of events.entries()) {
    if (event.source !== events[index - 1]?.source) lines.push(`${event.source}:`);
    lines.push(eventLine(event));
  }
  if (all.length === 0) lines.push("There are no events: call add_event.");
  const rest: Rest = events.length === all.length
    ? {}
    : { rest: `${events.length} of ${all.length} events: give source for those of one.` };
  return { text: lines.join("\n"), more: restLines(rest), data: { count: all.length, events, ...rest } };
}

function eventLine({ id, timer, parameters = [], description }: ListedEvent): string {
  const head = `  ${id}${parameters.length === 0 ? "" : `(${parameters.join(", ")})`}`;
  return head + (timer === undefined ? "" : ` (timer ${timer})`) +
    (description === undefined ? "" : ` — ${description.replace(/\s+/g, " ")}`);
}

function objectsOf<Item extends object>(value: unknown): Partial<Item>[] {
  return Array.isArray(value) ? value.filter(isObject) as Partial<Item>[] : [];
}

/** The tools that read the document. */
export const READING_TOOLS = [GET_DEFINITION, LIST_STATES, LIST_EVENTS] as const;
