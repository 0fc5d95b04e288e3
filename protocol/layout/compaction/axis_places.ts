import { SAME } from "./axis.ts";
import type { AxisModel } from "./axis_model.ts";

/** The number of distances that are tried when a drawing moves as a whole. */
const STEPS = 8;
/** The rounds in which rows are put in line: a row that moves can move others. */
const ROUNDS = 8;
/** The length that a drawing may grow by for a row of boxes, and the distance that a label may move to be in line. */
const MOST_OFF = 24;

/** Finds near places for everything on an axis; `undefined` when they are not found soon. */
export function placesOf(model: AxisModel): Float64Array | undefined {
  const { constraints, items, rigid } = model;
  const low = new Float64Array(constraints.count);
  const reach = new Float64Array(constraints.count);
  for (const { variable, from, to } of items) {
    low[variable] = Math.max(low[variable]!, -from);
    reach[variable] = Math.max(reach[variable]!, to);
  }
  const farthestFor = (places: Float64Array, held: readonly number[] = []) => {
    const length = Math.ceil(places.reduce((most, place, at) => Math.max(most, place + reach[at]!), 0));
    const most = reach.map((to) => length - to);
    for (const variable of held) most[variable] = places[variable]!;
    return constraints.greatest(most);
  };
  const nearest = constraints.least(low);
  const farthest = nearest && farthestFor(nearest);
  const boxes = farthest &&
    (model.axis.isFlow ? alignedRows(model, nearest, farthest) : asBefore(model, nearest, farthest));
  if (!boxes) return undefined;
  // Boxes that keep their sizes have their places; containers close around them, lines and labels find theirs between.
  for (const box of rigid) low[box] = boxes[box]!;
  const first = constraints.least(low);
  const last = first && farthestFor(boxes, rigid);
  return last && constraints.least(between(model, first, last));
}

/** Puts boxes in line that were, where that makes the drawing little longer. */
function alignedRows(
  { constraints, rows }: AxisModel,
  nearest: Float64Array,
  farthest: Float64Array,
): Float64Array | undefined {
  let found: Float64Array | undefined = nearest;
  for (let round = 0; found && round < ROUNDS; round++) {
    const lowest = found.slice();
    for (const row of rows) {
      const by = (box: number) => constraints.place(box) - constraints.place(row[0]!);
      const target = Math.max(...row.map((box) => lowest[box]! - by(box)));
      for (const box of row) {
        if (target + by(box) <= farthest[box]! + MOST_OFF) lowest[box] = target + by(box);
      }
    }
    if (lowest.every((place, at) => place <= found![at]! + SAME)) return found;
    found = constraints.least(lowest);
  }
  return found;
}

/** The places before, moved as a whole by the distance that gives the shortest lines, and each between its nearest and farthest place. */
function asBefore(model: AxisModel, nearest: Float64Array, farthest: Float64Array): Float64Array {
  const { constraints } = model;
  const spare = farthest.reduce((most, place, at) => Math.max(most, constraints.place(at) - place), 0);
  const tried = Array.from({ length: STEPS + 1 }, (_, step) => {
    const by = Math.round(spare * step / STEPS);
    const places = nearest.map((place, at) =>
      Math.max(place, Math.min(farthest[at]!, constraints.place(at) - by))
    );
    return { places, length: model.lengthAt(places) };
  });
  return tried.reduce((best, other) => other.length < best.length - SAME ? other : best).places;
}

/** Places between the first and the last ones: lines where they are shortest, labels in their middle and in line. */
function between(model: AxisModel, first: Float64Array, last: Float64Array): Float64Array {
  const { constraints, pulls, starts, ends, labelRows } = model;
  const places = first.map((place, at) => {
    const pull = pulls.get(at) ?? 0;
    return pull < 0 ? place : pull > 0 ? last[at]! : (place + last[at]!) / 2;
  });
  for (const row of labelRows) {
    const by = (label: number) => constraints.place(label) - constraints.place(row[0]!);
    const target = row.reduce((sum, label) => sum + places[label]! - by(label), 0) / row.length;
    for (const label of row) {
      const place = target + by(label);
      const isNear = Math.abs(place - places[label]!) < MOST_OFF;
      if (isNear && place >= first[label]! && place <= last[label]!) places[label] = place;
    }
  }
  for (const start of starts) places[start] = last[start]!;
  for (const end of ends) places[end] = first[end]!;
  return places;
}
