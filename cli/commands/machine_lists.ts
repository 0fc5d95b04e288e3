import {
  type DataField,
  type Event,
  eventsIn,
  type EventSource,
  objectsIn,
  oneLine,
  type StateMachineDefinition,
  type Timer,
  toPointer,
  type Transition,
  transitionText,
  walkStates,
} from "@loom/protocol";
import type { Context } from "../context.ts";

/** An item of a list, for programs. */
export interface Item {
  /** Its JSON pointer in the definition. */
  readonly path: string;
}

/** A list of parts of a document. */
export interface Listing {
  readonly items: readonly Item[];
  /** The same for people: cells, row by row. */
  readonly rows: readonly (readonly string[])[];
  readonly paints: readonly (((text: string) => string) | undefined)[];
}

/** The lists of state machines. */
export const MACHINE_LISTS: Readonly<
  Record<string, (definition: StateMachineDefinition, context: Context) => Listing>
> = {
  states: listStates,
  events: listEvents,
  transitions: listTransitionsOf,
  data: listData,
};

function listStates({ state: root }: StateMachineDefinition, { paint }: Context): Listing {
  const visits = [...walkStates(root)];
  const items = visits.map(({ state, parent, slot, depth, path }) => ({
    name: state.name,
    kind: state.kind ?? "normal",
    parent: parent?.name ?? null,
    slot,
    depth,
    ...(state.description === undefined ? {} : { description: state.description }),
    path,
  }));
  const rows = items.map((item) => [
    "  ".repeat(item.depth) + text(item.name),
    [item.slot === "region" ? "region" : "", item.kind === "normal" ? "" : text(item.kind)].filter(Boolean)
      .join(", "),
    text(item.description),
  ]);
  return { items, rows, paints: [undefined, paint.live, paint.faint] };
}

function listEvents(definition: StateMachineDefinition, { paint }: Context): Listing {
  const uses = usesOfEvents(definition);
  const items = objectsIn<EventSource>(definition.events).flatMap((source, sourceIndex) => {
    const about = { source: source.name, sourceIndex };
    const pathOf = (list: string, index: number) => toPointer(["events", sourceIndex, list, index]);
    return [
      ...objectsIn<Event>(source.events).map((event, index) => ({
        id: event.id,
        type: "event",
        ...about,
        parameters: objectsIn<{ name: string; type: string }>(event.parameters),
        uses: uses.get(event.id) ?? 0,
        ...(event.description === undefined ? {} : { description: event.description }),
        path: pathOf("events", index),
      })),
      ...objectsIn<Timer>(source.timers).map((timer, index) => ({
        id: timer.id,
        type: "timer",
        name: timer.name,
        ...about,
        parameters: [],
        uses: uses.get(timer.id) ?? 0,
        ...(timer.description === undefined ? {} : { description: timer.description }),
        path: pathOf("timers", index),
      })),
    ];
  });
  const rows = items.map((item) => [
    text(item.id) +
    (item.parameters.length > 0 ? `(${item.parameters.map(({ name }) => text(name)).join(", ")})` : ""),
    text(item.source),
    item.type === "timer" ? "timer" : "",
    item.uses === 0 ? "unused" : `${item.uses}×`,
    text(item.description),
  ]);
  return { items, rows, paints: [undefined, paint.faint, paint.live, paint.faint, paint.faint] };
}

function listTransitionsOf({ state: root }: StateMachineDefinition, { paint }: Context): Listing {
  const items: (Item & Record<string, unknown>)[] = [];
  const rows: string[][] = [];
  for (const { state, path } of walkStates(root)) {
    objectsIn<Transition>(state.transitions).forEach((transition, index) => {
      const { event, events, after, nextState, nextStates, condition, description } = transition;
      items.push({
        state: state.name,
        index,
        event: event ?? "",
        ...(events === undefined ? {} : { events }),
        ...(after === undefined ? {} : { after }),
        to: nextState || null,
        ...(nextStates === undefined ? {} : { nextStates }),
        ...(condition === undefined ? {} : { condition }),
        ...(description === undefined ? {} : { description }),
        path: `${path}/transitions/${index}`,
      });
      rows.push([`${text(state.name)} #${index}`, transitionText("", transition).trim(), text(description)]);
    });
  }
  return { items, rows, paints: [undefined, undefined, paint.faint] };
}

function listData({ settings }: StateMachineDefinition, { paint }: Context): Listing {
  const fields = objectsIn<DataField>(settings?.data);
  const items = fields.map((field, index) => ({ ...field, path: toPointer(["settings", "data", index]) }));
  const rows = fields.map(({ name, type, initial, description }) => [
    text(name),
    text(type),
    initial === undefined ? "" : `= ${oneLine(JSON.stringify(initial))}`,
    text(description),
  ]);
  return { items, rows, paints: [undefined, paint.live, undefined, paint.faint] };
}

function usesOfEvents({ state: root }: StateMachineDefinition): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { state } of walkStates(root)) {
    for (const transition of objectsIn<Transition>(state.transitions)) {
      for (const event of eventsIn(transition)) uses.set(event, (uses.get(event) ?? 0) + 1);
    }
  }
  return uses;
}

function text(value: unknown): string {
  return value === undefined ? "" : oneLine(typeof value === "string" ? value : JSON.stringify(value) ?? "");
}
