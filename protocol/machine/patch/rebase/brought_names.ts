import { isObject } from "../../../json/value.ts";
import { declarations } from "../event_index.ts";
import type { Members } from "../members.ts";
import { completionEvent } from "../references.ts";
import { nameOf, placesFrom } from "../state_index.ts";
import type { RebaseRow } from "./table.ts";
import type { Thing } from "./thing.ts";

const NONE: readonly string[] = [];

/**
 * The names that an operation brings into a document. States are written as `state:` and their name, events and
 * timers, which share their ids, as `id:` and theirs.
 */
export function broughtNames(fields: Members, row: RebaseRow, target: Thing | undefined): readonly string[] {
  if (row.verb === "rename") return renamed(fields, target);
  const payload = row.payload && fields[row.payload.field];
  if (!isObject(payload)) return NONE;
  switch (row.payload?.as) {
    case "state":
      return stateNames(payload).filter((name) => name !== ownName(target, "state:"));
    case "parallel":
      return stateNames({ parallel: payload });
    case "source":
      return Array.from(declarations([payload]), ({ id }) => idWord(id));
    case "event":
    case "timer":
      return typeof payload.id === "string" && idWord(payload.id) !== ownName(target, "id:")
        ? [idWord(payload.id)]
        : NONE;
    default:
      return NONE;
  }
}

/** How the name of a state is written among brought names. */
export function stateWord(name: string): string {
  return `state:${name}`;
}

/** How the id of an event or a timer is written among brought names. */
export function idWord(id: string): string {
  return `id:${id}`;
}

function renamed({ to }: Members, target: Thing | undefined): readonly string[] {
  if (typeof to !== "string" || !target || !("name" in target) || to === target.name) return NONE;
  return target.kind === "state" ? [stateWord(to), idWord(completionEvent(to))] : [idWord(to)];
}

function ownName(target: Thing | undefined, prefix: string): string | undefined {
  return target && "name" in target ? prefix + target.name : undefined;
}

function stateNames(state: Members): string[] {
  const names: string[] = [];
  for (const place of placesFrom({ state, parent: null, slot: "root" })) {
    const name = nameOf(place.state);
    if (name !== undefined) names.push(stateWord(name));
  }
  return names;
}
