import { isObject } from "../../json/value.ts";
import type { Event, EventSource, Parameter, Timer } from "../types.ts";
import { arrange, longestCommonOrder } from "./arrange.ts";
import { editableLists, editList, matchItems, sameMembers, type Trait } from "./edit_list.ts";
import { declarations, type Declared, declaredIn, sourcesIn } from "./event_index.ts";
import { memberChange, type Members } from "./members.ts";
import type { Work } from "./work.ts";

/** Sources are the same when they have the same name, or begin with the same event or timer. */
const SOURCE_TRAITS: readonly Trait<Members>[] = [
  sameMembers("name"),
  (source) => firstId(source, "events"),
  (source) => firstId(source, "timers"),
];

/** Parameters are the same when they have the same name, or are of the same type. */
const PARAMETER_TRAITS = [sameMembers("name"), sameMembers("type")];

/**
 * Edits the event sources into their next version, event by event.
 *
 * @returns Whether it could: in both versions every event must have an id of its own, and every timer.
 */
export function diffEvents(work: Work, next: Members): boolean {
  const nextSources = next.events;
  if (!isRegularList(work.draft.top.events) || !isRegularList(nextSources)) return false;
  const order = arrangeSources(work, nextSources);
  arrangeTimers(work, nextSources, order);
  arrangeEvents(work, nextSources, order);
  for (let index = order.length - 1; index >= 0; index--) {
    if (order[index] === GONE) work.emit({ op: "eventSource.remove", index });
  }
  for (const [index, source] of nextSources.entries()) settleSource(work, index, source);
  return true;
}

/** Stands for a source that the next version does not have. */
const GONE = -1;

function isRegularList(sources: unknown): sources is Members[] {
  if (!Array.isArray(sources) || !sources.every(isObject)) return false;
  for (const kind of ["events", "timers"] as const) {
    const ids = new Set(Array.from(declarations(sources, [kind]), ({ id }) => id));
    const count = sources.reduce((sum, source) => sum + declaredIn(source, kind).length, 0);
    if (ids.size !== count) return false;
  }
  return true;
}

/**
 * Inserts and moves sources; those that are gone stay for now.
 *
 * @returns For each source of the draft its index in the next version, or {@linkcode GONE}.
 */
function arrangeSources(work: Work, nextSources: readonly Members[]): number[] {
  const sources = sourcesIn(work.draft.top) as readonly Members[];
  const origins = matchItems(sources, nextSources, SOURCE_TRAITS);
  const fresh = (index: number) => sources.length + index;
  const wanted = origins.map((origin, index) => origin ?? fresh(index));
  const order = sources.map((_, index) => index);
  for (const { key, from, index, atEnd } of arrange([...order], wanted)) {
    if (from >= 0) order.splice(from, 1);
    order.splice(index, 0, key);
    if (from >= 0) {
      work.emit({ op: "eventSource.move", index: from, to: index });
      continue;
    }
    const source = newPart(work, nextSources[key - sources.length] as Members) as unknown as EventSource;
    work.emit({ op: "eventSource.add", source, ...(!atEnd && { index }) });
  }
  const ranks = new Map(wanted.map((key, index) => [key, index]));
  return order.map((key) => ranks.get(key) ?? GONE);
}

/** A new source without the events and timers that the document has already: those move there later. */
function newPart(work: Work, source: Members): Members {
  const copy = { ...source };
  for (const kind of ["events", "timers"] as const) {
    const present = new Set(Array.from(declarations(sourcesIn(work.draft.top), [kind]), ({ id }) => id));
    const items = declaredIn(source, kind) as readonly Members[];
    if (items.length > 0) copy[kind] = items.filter(({ id }) => !present.has(id as string));
  }
  return copy;
}

/** Brings the timers into their places; what is not in place is removed and added again. */
function arrangeTimers(work: Work, nextSources: readonly Members[], order: readonly number[]): void {
  const staying = new Set<string>();
  for (const [index, source] of nextSources.entries()) {
    const present = idsIn(sourcesIn(work.draft.top)[order.indexOf(index)], "timers");
    for (const id of longestCommonOrder(present, idsIn(source, "timers"))) staying.add(id);
  }
  const wanted = new Set(nextSources.flatMap((source) => idsIn(source, "timers")));
  for (const { id, source } of [...declarations(sourcesIn(work.draft.top), ["timers"])]) {
    if (!staying.has(id) && !goesWithItsSource(id, order[source], wanted)) {
      work.emit({ op: "timer.remove", id });
    }
  }
  for (const [sourceIndex, source] of nextSources.entries()) {
    for (const [index, timer] of declaredIn(source, "timers").entries()) {
      if (staying.has((timer as Members).id as string)) continue;
      work.emit({ op: "timer.add", sourceIndex: order.indexOf(sourceIndex), timer: timer as Timer, index });
    }
  }
}

/** Brings the events into their places and removes those that are gone. */
function arrangeEvents(work: Work, nextSources: readonly Members[], order: readonly number[]): void {
  const present = new Map(
    Array.from(
      declarations(sourcesIn(work.draft.top), ["events"]),
      ({ id, source }) => [id, source] as const,
    ),
  );
  for (const [index, source] of nextSources.entries()) {
    const sourceIndex = order.indexOf(index);
    const events = new Map(
      declaredIn(source, "events").map((event) => [(event as Event).id, event as Event]),
    );
    for (const step of arrange(idsIn(sourcesIn(work.draft.top)[sourceIndex], "events"), [...events.keys()])) {
      const place = { sourceIndex, index: step.index };
      if (present.has(step.key)) work.emit({ op: "event.move", id: step.key, ...place });
      else work.emit({ op: "event.add", event: events.get(step.key) as Event, ...place });
    }
  }
  const wanted = new Set(nextSources.flatMap((source) => idsIn(source, "events")));
  for (const [id, source] of present) {
    if (!wanted.has(id) && !goesWithItsSource(id, order[source], wanted)) {
      work.emit({ op: "event.remove", id });
    }
  }
}

/** Whether nobody wants an event or a timer and its source is going to be removed. */
function goesWithItsSource(id: string, source: number | undefined, wanted: ReadonlySet<string>): boolean {
  return source === GONE && !wanted.has(id);
}

/** Makes a source read exactly like its next version, when its events and timers are in their places. */
function settleSource(work: Work, index: number, next: Members): void {
  const source = () => sourcesIn(work.draft.top)[index] as Members;
  for (const [at, event] of declaredIn(next, "events").entries()) {
    settleEvent(work, () => declaredIn(source(), "events")[at] as Members, event as Members);
  }
  for (const [at, timer] of declaredIn(next, "timers").entries()) {
    const present = declaredIn(source(), "timers")[at] as Members;
    const change = memberChange<Timer>(present, timer as Members);
    if (change) work.emit({ op: "timer.update", id: present.id as string, ...change });
  }
  const isSettled = (key: string) =>
    (key === "events" || key === "timers") &&
    declaredIn(source(), key).length > 0 && declaredIn(next, key).length > 0;
  const change = memberChange<EventSource>(source(), next, isSettled);
  if (change) work.emit({ op: "eventSource.update", index, ...change });
}

/** Makes an event read exactly like its next version; `event` gives it as it is at the moment. */
function settleEvent(work: Work, event: () => Members, next: Members): void {
  const eventId = next.id as string;
  const lists = editableLists(event().parameters, next.parameters);
  if (lists) {
    editList(lists.from, lists.to, PARAMETER_TRAITS, {
      add: (item, index) => {
        work.emit({ op: "parameter.add", eventId, parameter: item as unknown as Parameter, index });
      },
      remove: (index) => work.emit({ op: "parameter.remove", eventId, index }),
      update: (index, from, to) => {
        const change = memberChange<Parameter>(from, to);
        if (change) work.emit({ op: "parameter.update", eventId, index, ...change });
      },
    });
  }
  const change = memberChange<Event>(event(), next);
  if (change) work.emit({ op: "event.update", id: eventId, ...change });
}

function idsIn(source: unknown, kind: Declared): string[] {
  return declaredIn(source, kind).map((item) => (item as Members).id as string);
}

function firstId(source: Members, kind: Declared): string | undefined {
  const [first] = declaredIn(source, kind);
  return isObject(first) && typeof first.id === "string" ? first.id : undefined;
}
