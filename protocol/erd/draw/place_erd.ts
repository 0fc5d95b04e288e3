import { boundsOfLine, type Box, expanded, overlaps, type Point } from "../../geometry/box.ts";
import type { DrawnLine } from "../../layout/incremental/drawn_lines.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Located } from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { drawnRelationship, extent, LABEL_ROOM, labelSize, type MeasuredErd, withRoles } from "./draw_erd.ts";
import type { DrawnEntity, DrawnInheritance, DrawnRelationship, ErdDrawing } from "./erd_drawing.ts";
import type { Line, LineEnd } from "./lines.ts";
import { type MeasuredEntity, placeEntity } from "./measure_entity.ts";
import { placeLoops } from "./place_loops.ts";

/** The straight part of a line at an entity: room for the marks of its end. */
const STUB = 24;
/** The distance between lines that run beside each other. */
const LANE = 7;
const LANES = 5;

/** The inputs of drawn shapes: the same inputs give the same shapes. */
const entitySources = new WeakMap<DrawnEntity, MeasuredEntity>();
const lineSources = new WeakMap<DrawnRelationship, JsonObject>();

/**
 * Draws a diagram with its entities where they are wanted. Lines stay as an earlier drawing led them while their ends are
 * where they were. What is the same as before is the same object.
 *
 * @param places The places of the entities, by name; those without one are left out, with their lines.
 * @param before The drawing that was shown before.
 * @param around Draws the diagram with its entities at these places and the lines that stay, for the other lines. Default: they
 * lead from row to row, whatever is between.
 */
export function placeErd(
  def: EntityRelationshipDefinition,
  measured: MeasuredErd,
  places: Readonly<Record<string, Point>>,
  before?: ErdDrawing,
  around?: (lines: readonly DrawnLine[]) => ErdDrawing,
): ErdDrawing {
  const known = new Map(before?.entities.map((entity) => [entity.name, entity]));
  const entities = [...measured.entities].flatMap(([name, entity]) => {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    return place ? [entityAt(entity, place, known.get(name))] : [];
  });
  const boxes = new Map(entities.map(({ name, box }) => [name, box]));
  const routes = new Routes(before);
  let others: Routes | undefined;
  const staying = (line: Line) => {
    const kept = routes.keptBy(line, boxes);
    return around && kept && isCrossed(kept.points, line, boxes) ? undefined : kept;
  };
  const ledAround = (line: Line) => {
    if (around === undefined) return undefined;
    others ??= new Routes(around(measured.lines.flatMap((one) => {
      const kept = staying(one);
      return kept ? [layoutLine(one, kept)] : [];
    })));
    return others.keptBy(line, boxes);
  };
  const relationships: DrawnRelationship[] = [];
  const inheritance: DrawnInheritance[] = [];
  const add = (line: Line, points: readonly Point[], label?: Box) => {
    if (line.relationship === undefined) {
      const [general, special] = line.ends.map(({ entity }) => entity.entity.name);
      inheritance.push({ general: general ?? "", special: special ?? "", points });
    } else {
      const read = line.reversed ? points.toReversed() : points;
      for (const drawn of withRoles(def, [drawnRelationship(line.relationship, read, label)])) {
        lineSources.set(drawn, line.relationship.value);
        relationships.push(drawn);
      }
    }
  };
  for (const [index, line] of measured.lines.entries()) {
    const ends = endsOn(line, boxes);
    if (ends === undefined) continue;
    const kept = staying(line) ?? ledAround(line);
    if (kept && "index" in kept && isSame(kept, line)) relationships.push(kept);
    else {
      const points = kept ? readFromLeft(kept.points, line) : stepPoints(...ends, index);
      add(line, points, line.relationship && labelOf(line.relationship, points, kept));
    }
  }
  for (const [name, loops] of measured.loops) {
    const box = boxes.get(name);
    if (box === undefined) continue;
    for (const { relationship, points, label } of placeLoops(loops, box, labelSize)) {
      relationships.push(...withRoles(def, [drawnRelationship(relationship, points, label)]));
    }
  }
  relationships.sort((a, b) => a.index - b.index);
  const bounds = extent([...boxes.values()], relationships, inheritance);
  return { name: before?.name ?? "", ...bounds, entities, relationships, inheritance };
}

function entityAt(measured: MeasuredEntity, { x, y }: Point, was: DrawnEntity | undefined): DrawnEntity {
  const { width, height } = measured;
  const isHere = was && was.box.x === x && was.box.y === y && entitySources.get(was) === measured;
  if (isHere) return was;
  const entity = placeEntity(measured, { x, y, width, height });
  entitySources.set(entity, measured);
  return entity;
}

function isSame(drawn: DrawnRelationship, { relationship }: Line): boolean {
  return relationship !== undefined && drawn.index === relationship.index &&
    lineSources.get(drawn) === relationship.value;
}

/** The lines of an earlier drawing, by what they lead between. */
class Routes {
  readonly #boxes: ReadonlyMap<string, Box>;
  readonly #lines: ReadonlyMap<string, readonly (DrawnRelationship | DrawnInheritance)[]>;

  constructor(before: ErdDrawing | undefined) {
    this.#boxes = new Map(before?.entities.map(({ name, box }) => [name, box]));
    this.#lines = Map.groupBy<string, DrawnRelationship | DrawnInheritance>(
      [...before?.relationships ?? [], ...before?.inheritance ?? []],
      (one) => "index" in one ? `${one.from}\n${one.to}` : `${one.general}\n${one.special}\nextends`,
    );
  }

  /** The line that led between the same places, when its entities have not moved. */
  keptBy(line: Line, boxes: ReadonlyMap<string, Box>): DrawnRelationship | DrawnInheritance | undefined {
    const [left, right] = line.ends;
    const names = line.ends.map(({ entity }) => entity.entity.name);
    if (!names.every((name) => this.#stays(this.#boxes.get(name), boxes.get(name)))) return undefined;
    const key = line.relationship === undefined
      ? `${names.join("\n")}\nextends`
      : (line.reversed ? names.toReversed() : names).join("\n");
    const fits = (one: DrawnRelationship | DrawnInheritance) => {
      const points = readFromLeft(one.points, line);
      return isAt(points[0], left, boxes) && isAt(points.at(-1), right, boxes);
    };
    const all = (this.#lines.get(key) ?? []).filter(fits);
    return all.find((one) => "index" in one && isSame(one, line)) ?? all[0];
  }

  #stays(was: Box | undefined, is: Box | undefined): boolean {
    return was !== undefined && is !== undefined && was.x === is.x && was.y === is.y &&
      was.width === is.width;
  }
}

/** Checks whether a line runs through an entity that it does not end at. */
function isCrossed(points: readonly Point[], { ends }: Line, boxes: ReadonlyMap<string, Box>): boolean {
  const own = new Set(ends.map(({ entity }) => entity.entity.name));
  const parts = points.slice(1).map((point, at) => boundsOfLine([point, points[at] ?? point]));
  return [...boxes].some(([name, box]) => !own.has(name) && parts.some((part) => overlaps(part, box)));
}

/** A drawn line as the layout has it: without the straight parts at its ends. */
function layoutLine(line: Line, drawn: DrawnRelationship | DrawnInheritance): DrawnLine {
  const [from = "", to = ""] = line.ends.map(({ entity }) => entity.entity.name);
  const label = "label" in drawn ? drawn.label?.box : undefined;
  return {
    from,
    to,
    points: readFromLeft(drawn.points, line).slice(1, -1),
    ...(label ? { label: expanded(label, { left: LABEL_ROOM, right: LABEL_ROOM, top: 0, bottom: 0 }) } : {}),
  };
}

function readFromLeft(points: readonly Point[], { relationship, reversed }: Line): readonly Point[] {
  return relationship !== undefined && reversed ? points.toReversed() : points;
}

function isAt(point: Point | undefined, end: LineEnd, boxes: ReadonlyMap<string, Box>): boolean {
  const box = boxes.get(end.entity.entity.name);
  return point !== undefined && box !== undefined && Math.abs(point.y - box.y - end.port) < 1;
}

function endsOn(
  { ends: [left, right] }: Line,
  boxes: ReadonlyMap<string, Box>,
): [one: Box, y: number, other: Box, into: number] | undefined {
  const [one, other] = [boxes.get(left.entity.entity.name), boxes.get(right.entity.entity.name)];
  return one && other && [one, one.y + left.port, other, other.y + right.port];
}

/** The corners of a line from row to row: out of a side, across, and in at a side. */
function stepPoints(one: Box, y: number, other: Box, into: number, index: number): Point[] {
  const [oneRight, otherRight] = [one.x + one.width, other.x + other.width];
  const lane = (index % LANES - (LANES - 1) / 2) * LANE;
  if (oneRight + 2 * STUB <= other.x) return across(oneRight, y, other.x, into, lane);
  if (otherRight + 2 * STUB <= one.x) return across(one.x, y, otherRight, into, lane);
  // One stands above the other: around the side where less sticks out.
  const isRight = Math.abs(oneRight - otherRight) <= Math.abs(one.x - other.x);
  const x = isRight
    ? Math.max(oneRight, otherRight) + STUB + Math.abs(lane)
    : Math.min(one.x, other.x) - STUB - Math.abs(lane);
  return [
    { x: isRight ? oneRight : one.x, y },
    { x, y },
    { x, y: into },
    { x: isRight ? otherRight : other.x, y: into },
  ];
}

function across(from: number, y: number, to: number, into: number, lane: number): Point[] {
  const room = Math.max(0, Math.abs(to - from) / 2 - STUB);
  const x = (from + to) / 2 + Math.max(-room, Math.min(room, lane));
  if (Math.abs(y - into) < 1) return [{ x: from, y }, { x: to, y: into }];
  return [{ x: from, y }, { x, y }, { x, y: into }, { x: to, y: into }];
}

/** The place of a label: where it was, else on the part of the line that is the longest. */
function labelOf(
  relationship: Located,
  points: readonly Point[],
  kept: DrawnRelationship | DrawnInheritance | undefined,
): Box | undefined {
  const { width, height } = labelSize(relationship);
  if (width === 0) return undefined;
  const was = kept && "label" in kept ? kept.label?.box : undefined;
  if (was && Math.abs(was.width - width) < 0.01) return was;
  const parts = points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
  const length = ([a, b]: readonly [Point, Point]) => Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
  const [longest] = parts.toSorted((one, other) => length(other) - length(one));
  if (longest === undefined) return undefined;
  const [a, b] = longest;
  return { x: (a.x + b.x - width) / 2, y: (a.y + b.y - height) / 2, width, height };
}
