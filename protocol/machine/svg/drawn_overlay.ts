import {
  elementKey,
  type ElementMark,
  type OverlayMark,
  type OverlayTransition,
  type PictureOverlay,
} from "../../picture/overlay.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";

/** An overlay by the parts of a drawing. */
export interface DrawnOverlay {
  /** By the key of a state. */
  readonly states: ReadonlyMap<string, OverlayMark>;
  /** By the id of a transition. */
  readonly transitions: ReadonlyMap<string, OverlayMark>;
  /** Counts of taken transitions, by the id of the transition or the key of the closed state around it. */
  readonly heat: ReadonlyMap<string, number>;
  /** The steps of a walk, by the id of a transition or the key of the closed state around it. */
  readonly steps: ReadonlyMap<string, readonly number[]>;
}

/** A transition as an overlay finds it. */
export interface FoundTransition {
  readonly id: string;
  readonly state: string;
  readonly target: string;
  readonly event: string;
  readonly condition: string;
}

/** Finds the parts of a drawing that an overlay is about; what the drawing does not have is passed over. */
export function drawnOverlay(drawing: MachineDrawing, overlay: PictureOverlay = {}): DrawnOverlay {
  const { states = {}, transitions = [], walk = [], elements = [], heat = [] } = overlay;
  const all = transitionsOf(drawing);
  const idOf = (wanted: OverlayTransition) =>
    wanted.inside
      ? drawing.states.find(({ name }) => name === wanted.state)?.key
      : findTransition(all, wanted)?.id;
  const steps = new Map<string, number[]>();
  walk.forEach((transition, at) => {
    const id = idOf(transition);
    if (id !== undefined) steps.set(id, [...steps.get(id) ?? [], at + 1]);
  });
  const marks = markedParts(drawing, elements);
  return {
    states: new Map([
      ...marks.states,
      ...drawing.states.flatMap(({ key, name }): [string, OverlayMark][] => {
        const mark = Object.hasOwn(states, name) ? states[name] : undefined;
        return mark ? [[key, mark]] : [];
      }),
    ]),
    transitions: new Map([
      ...marks.transitions,
      ...transitions.flatMap((one): [string, OverlayMark][] => {
        const id = idOf(one);
        return id === undefined ? [] : [[id, one.mark]];
      }),
    ]),
    heat: countsById(heat, idOf),
    steps,
  };
}

/** The counts of transitions of a drawing, by their ids. */
function countsById(
  heat: NonNullable<PictureOverlay["heat"]>,
  idOf: (wanted: OverlayTransition) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of heat) {
    const id = idOf(one);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + one.count);
  }
  return counts;
}

/** The states that marks of elements are about, and the transitions that have lines or rows. */
function markedParts(
  drawing: MachineDrawing,
  elements: readonly ElementMark[],
): Pick<DrawnOverlay, "states" | "transitions"> {
  const keys = new Map(drawing.states.map(({ key, name }) => [elementKey({ type: "state", name }), key]));
  const lines = new Set(
    [...drawing.edges, ...drawing.states.flatMap(({ rows }) => rows)].map(({ id }) => id),
  );
  const found = { states: new Map<string, OverlayMark>(), transitions: new Map<string, OverlayMark>() };
  for (const { mark, keys: wanted, places } of elements) {
    const at = wanted.findIndex((key) => keys.has(key));
    const key = keys.get(wanted[at] ?? "");
    if (key === undefined) continue;
    const index = /^\/transitions\/(\d+)/.exec(places[at] ?? "")?.[1];
    const id = `${key}:${index}`;
    const [marks, part] = lines.has(id) ? [found.transitions, id] : [found.states, key];
    if (!marks.has(part)) marks.set(part, mark);
  }
  return found;
}

function transitionsOf({ states, edges }: MachineDrawing): FoundTransition[] {
  const names = new Map(states.map(({ key, name }) => [key, name]));
  return [
    ...edges.filter(({ kind }) => kind === "transition").map(({ id, from, to, event, guard }) => ({
      id,
      state: names.get(from) ?? from,
      target: names.get(to) ?? to,
      event,
      condition: guard,
    })),
    ...states.flatMap(({ name, rows }) =>
      rows.flatMap(({ id, text }) =>
        id === undefined ? [] : [{ id, state: name, target: "", event: text.full, condition: "" }]
      )
    ),
  ];
}

/** The transition that an overlay is about. */
export function findTransition<One extends FoundTransition>(
  all: readonly One[],
  { state, index, event = "", target = "", condition = "" }: OverlayTransition,
): One | undefined {
  const own = all.filter((one) => one.state === state);
  if (index !== undefined) return own.find(({ id }) => id.endsWith(`:${index}`));
  const says = (text: string) =>
    event === "" ? text === "" : text.split(/[\s,|]+/).includes(event) || text === event;
  const like = own.filter((one) => one.target === target && says(one.event));
  return like.find((one) => one.condition === condition) ?? like[0] ??
    own.find((one) => one.target === target && target !== "" && /[*]|^$/.test(one.event));
}
