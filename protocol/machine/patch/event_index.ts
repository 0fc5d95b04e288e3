import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import type { Draft } from "./draft.ts";
import { refuse } from "./error.ts";
import { requireIndex, requireObject } from "./lists.ts";
import type { Members } from "./members.ts";

/** The two kinds of things an event source declares. */
export type Declared = "events" | "timers";

/** Where an event or a timer is declared. */
export interface DeclarationPlace {
  /** The index of its source. */
  readonly source: number;
  /** Its index in the source's list. */
  readonly index: number;
}

/** An event or a timer, and where it is declared. */
export interface Declaration extends DeclarationPlace {
  /** Which list it is in. */
  readonly kind: Declared;
  /** The event or timer itself. */
  readonly item: Members;
  /** Its id. */
  readonly id: string;
}

/** The event sources of a definition; an empty list when it has none. */
export function sourcesIn(top: Members): readonly unknown[] {
  return Array.isArray(top.events) ? top.events : [];
}

/** The events or timers of a source; an empty list when it has none. */
export function declaredIn(source: unknown, kind: Declared): readonly unknown[] {
  const list = isObject(source) ? source[kind] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The events, the timers or both of some sources, in document order. */
export function* declarations(
  sources: readonly unknown[],
  kinds: readonly Declared[] = ["events", "timers"],
): Generator<Declaration, void> {
  for (const [source, value] of sources.entries()) {
    for (const kind of kinds) {
      for (const [index, item] of declaredIn(value, kind).entries()) {
        if (isObject(item) && typeof item.id === "string") yield { kind, source, index, item, id: item.id };
      }
    }
  }
}

/** The first event or timer of that id. */
export function findDeclaration(top: Members, kind: Declared, id: string): Declaration {
  const declaration = lookUp(sourcesIn(top), kind, id);
  if (declaration) return declaration;
  const what = kind === "events" ? "event" : "timer";
  const ids = Array.from(declarations(sourcesIn(top), [kind]), (other) => other.id);
  return refuse("not_found", id, `there is no ${what} ${JSON.stringify(id)}.${didYouMean(String(id), ids)}`);
}

/** Every operation on an event comes through here, so it is a plain loop. */
function lookUp(sources: readonly unknown[], kind: Declared, id: string): Declaration | undefined {
  for (let source = 0; source < sources.length; source++) {
    const items = declaredIn(sources[source], kind);
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (isObject(item) && item.id === id) return { kind, source, index, item, id };
    }
  }
  return undefined;
}

/** An event source, free to be changed. */
export function ownSource(draft: Draft, index: number): Members {
  requireIndex(sourcesIn(draft.top), index, "event source", "the document");
  const sources = draft.ownList(draft.top, "events");
  const source = draft.own(requireObject(sources[index], `the event source ${index}`));
  sources[index] = source;
  return source;
}

/** An event or a timer, free to be changed. */
export function ownDeclaration(draft: Draft, kind: Declared, id: string): Members {
  const { source, index, item } = findDeclaration(draft.top, kind, id);
  return draft.ownList(ownSource(draft, source), kind)[index] = draft.own(item);
}

/**
 * Refuses ids that would be declared twice because of a change; events and timers share their ids.
 *
 * @param draft The document before the change.
 * @param incoming The sources, with what the change brings in.
 * @param replaced The sources, with what makes room for it.
 */
export function refuseTakenIds(draft: Draft, incoming: unknown[], replaced: unknown[] = []): void {
  const free = countIds(replaced);
  for (const [id, count] of countIds(incoming)) {
    const before = free.get(id) ?? 0;
    if (before === 0) refuseTakenId(draft, id);
    if (count > Math.max(1, before)) {
      refuse("duplicate", id, `the id ${JSON.stringify(id)} occurs more than once in what is added.`);
    }
  }
}

/** Refuses an id that an event or a timer has already. */
export function refuseTakenId(draft: Draft, id: string): void {
  for (const kind of ["events", "timers"] as const) {
    if (!lookUp(sourcesIn(draft.top), kind, id)) continue;
    const what = kind === "events" ? "an event" : "a timer";
    refuse("duplicate", id, `there is ${what} ${JSON.stringify(id)} already; choose another id.`);
  }
}

function countIds(sources: unknown[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of declarations(sources)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
