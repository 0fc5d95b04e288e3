import { isObject } from "../../json/value.ts";
import type { LeftOut } from "../../left_out.ts";
import { afterOf } from "./trigger.ts";
import { outlineOf, type OutlineState } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

type PartName = "settings" | "source" | "event" | "state" | "transition" | "parallel";

/** A type of part, as far as a diagram holds it. */
interface PartRow {
  /** The words for several, which end in an s. */
  readonly plural: string;
  /** The members that a diagram has. */
  readonly kept: readonly string[];
  /** The members with other parts in them. */
  readonly parts: Readonly<Record<string, PartName>>;
  /** Values that an import of the diagram gives again. */
  readonly given?: Readonly<Record<string, unknown>>;
}

const PARTS: Readonly<Record<PartName, PartRow>> = {
  settings: { plural: "settings", kept: ["_source"], parts: {}, given: { namespace: "Mermaid" } },
  source: {
    plural: "event sources",
    kept: [],
    parts: { events: "event" },
    given: { name: "Events" },
  },
  event: { plural: "events", kept: ["id"], parts: {} },
  state: {
    plural: "states",
    kept: ["name", "kind", "history", "notes", "initial"],
    parts: { transitions: "transition", states: "state", parallel: "parallel" },
  },
  transition: {
    plural: "transitions",
    kept: ["event", "events", "after", "nextState", "nextStates", "condition"],
    parts: {},
  },
  parallel: { plural: "parallel states", kept: ["nextState"], parts: { states: "state" } },
};

interface Found {
  readonly members: Set<string>;
  count: number;
  readonly path: string;
}

/**
 * Lists what {@linkcode renderMermaid} leaves out of a machine: all but its states, transitions, guards and notes.
 *
 * @example
 * ```ts
 * import { leftOutOfMermaid } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const lamp = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", onEntry: { actions: [{ code: "glow()" }] } },
 * };
 * assertEquals(leftOutOfMermaid(lamp).map(({ part, members }) => [part, members]), [
 *   ["settings", ["namespace"]],
 *   ["state", ["onEntry"]],
 * ]);
 * ```
 */
export function leftOutOfMermaid(def: StateMachineDefinition): LeftOut[] {
  return leftOutOfDiagram(def, "A Mermaid diagram");
}

/**
 * Lists what a diagram leaves out of a machine.
 *
 * @param what The words for the diagram.
 * @param more The members that it has, and a Mermaid diagram has not.
 */
export function leftOutOfDiagram(
  def: StateMachineDefinition,
  what: string,
  more: readonly string[] = [],
): LeftOut[] {
  const { settings, events, state } = def;
  const survey: Survey = {
    more: new Set(more),
    found: new Map(),
    used: eventsOf(outlineOf(state)),
    drawn: drawnTimers(outlineOf(state)),
  };
  collect(survey, "settings", settings, "/settings");
  collect(survey, "source", events, "/events");
  collect(survey, "state", state, "/state");
  return Array.from(survey.found, ([part, { members, count, path }]) => {
    const names = [...members];
    return { part, members: names, count, path, message: sentence(what, part, names, count, path) };
  });
}

interface Survey {
  /** Further members that the diagram has. */
  readonly more: ReadonlySet<string>;
  readonly found: Map<PartName, Found>;
  /** The events that transitions wait for: a diagram has no others. */
  readonly used: ReadonlySet<string>;
  /** The timers that a diagram has as `after 5s`. */
  readonly drawn: ReadonlySet<string>;
}

/** The events that transitions of a state, or of one inside it, wait for. */
function eventsOf({ transitions, sections }: OutlineState): Set<string> {
  const inner = sections.flat().flatMap((state) => [...eventsOf(state)]);
  return new Set([...transitions.flatMap(({ events }) => events), ...inner]);
}

/** The timers that the arrows of a state, or of one inside it, tell as a time. */
function drawnTimers(state: OutlineState): Set<string> {
  const own = state.transitions.map(({ event }) => event).filter((event) =>
    afterOf(state, event) !== undefined
  );
  return new Set([...own, ...state.sections.flat().flatMap((inner) => [...drawnTimers(inner)])]);
}

/** True for a list of timers, or a block of their actions, all of which a diagram has. */
function isDrawn({ drawn }: Survey, value: unknown): boolean {
  const list = isObject(value) ? value["actions"] : value;
  return Array.isArray(list) && list.every((item) => {
    if (!isObject(item)) return false;
    const start = isObject(item["timerStart"]) ? item["timerStart"]["timer"] : undefined;
    return drawn.has(String(start ?? item["timerStop"] ?? item["id"])) && item["description"] === undefined;
  });
}

function collect(survey: Survey, part: PartName, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(survey, part, item, `${path}/${index}`);
  }
  if (!isObject(value)) return;
  const { found, used, more } = survey;
  const { kept, parts, given } = PARTS[part];
  const isUnused = part === "event" && !used.has(String(value["id"]));
  const lost = Object.keys(value).filter((name) =>
    (isUnused || !kept.includes(name)) && !more.has(name) && !Object.hasOwn(parts, name) &&
    !isNothing(value[name]) &&
    given?.[name] !== value[name] && !isDrawn(survey, value[name])
  );
  if (lost.length > 0) {
    const known = found.get(part) ?? { members: new Set(), count: 0, path };
    for (const name of lost) known.members.add(name);
    known.count++;
    found.set(part, known);
  }
  for (const [name, inner] of Object.entries(parts)) {
    collect(survey, inner, value[name], `${path}/${name}`);
  }
}

/** True for a value that says as much as its absence. */
function isNothing(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !value;
  return Object.values(value).every(isNothing);
}

function sentence(
  what: string,
  part: PartName,
  members: readonly string[],
  count: number,
  path: string,
): string {
  const { plural } = PARTS[part];
  const quoted = members.map((name) => `"${name}"`);
  const list = quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
  const where = part === "settings"
    ? "the settings"
    : count === 1
    ? `the ${plural.slice(0, -1)} at ${path}`
    : `${count} ${plural}, the first at ${path}`;
  return quoted.length === 1
    ? `${what} has no place for ${list} of ${where}: it was left out.`
    : `${what} has no place for ${list} of ${where}: they were left out.`;
}
