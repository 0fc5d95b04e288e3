import { boundsOf, type Box, boxAt, evenly, expanded, type Point, type Size } from "../../geometry/box.ts";
import { isObject } from "../../json/value.ts";
import type { EdgeRoute, LayoutEdge } from "../../layout/graph/graph.ts";
import {
  type DrawnBefore,
  type DrawnNow,
  linesOfRoutes,
  routesOfLines,
} from "../../layout/incremental/drawn_lines.ts";
import { blockWidth, type DrawnText, moreHeight, placedText } from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { byName, endsOf, entitiesOf, type Located, relationshipsOf, textOf } from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { arrangeEntities } from "./arrange_entities.ts";
import type { DrawnInheritance, DrawnRelationship, ErdDrawing } from "./erd_drawing.ts";
import { type Line, linesOf, stubsOf } from "./lines.ts";
import { type MeasuredEntity, measureEntity, placeEntity } from "./measure_entity.ts";
import { loopsHeight, loopsWidth, placeLoops } from "./place_loops.ts";
import { placeRoles } from "./place_roles.ts";

const LABEL = { size: 11, weight: 500 } as const;
const LABEL_SIDE = 8;
/** Beside the plate of a label, where its line is straight. */
export const LABEL_ROOM = 10;
/** The height of the plate of a label of one line. */
const LABEL_HEIGHT = 20;
const LONGEST_LABEL = 200;

/**
 * Draws an entity-relationship diagram in crow's foot notation: in columns, where lines lead from left to right when they can:
 * the "one" end of a relationship comes before its "many" end, a general entity before its special cases. A line ends at
 * the row of the attribute that it is about.
 *
 * @param def The definition; it need not be valid.
 * @param before Boxes of entities, by name, and lines that stay. Default: none.
 * @returns The drawing: the same for the same definition.
 */
export function drawErd(def: EntityRelationshipDefinition, before: DrawnBefore = NOTHING): ErdDrawing {
  const { measured, lines, stubOf, loops, layout } = layOut(def, before);
  const entities = [...measured].map(([name, entity]) => {
    const { x, y } = layout.nodes.get(name) ?? { x: 0, y: 0 };
    return placeEntity(entity, { x: x + stubOf(entity), y, width: entity.width, height: entity.height });
  });
  const routes = lines.map((line) => placeLine(line, layout.edges.get(line.id) ?? { points: [] }, stubOf));
  const own = entities.flatMap(({ name, box }) => placeLoops(loops.get(name) ?? [], box, labelSize));
  const drawn = [
    ...routes.flatMap(({ line: { relationship }, points, label }) =>
      relationship ? [drawnRelationship(relationship, points, label)] : []
    ),
    ...own.map(({ relationship, points, label }) => drawnRelationship(relationship, points, label)),
  ].toSorted((a, b) => a.index - b.index);
  const relationships = withRoles(def, drawn);
  const inheritance = routes.flatMap(({ line: { relationship, ends }, points }): DrawnInheritance[] =>
    relationship ? [] : [{ general: ends[0].entity.entity.name, special: ends[1].entity.entity.name, points }]
  );
  const settings: unknown = isObject(def) ? def.settings : undefined;
  const name = isObject(settings) ? textOf(settings.name) : "";
  const bounds = extent(entities.map(({ box }) => box), relationships, inheritance);
  return { name, ...bounds, entities, relationships, inheritance };
}

/** The boxes of entities and the lines between them, for {@linkcode drawErd} later. */
export function arrangeErd(def: EntityRelationshipDefinition, before: DrawnBefore): DrawnNow {
  const { entities } = drawErd(def, before);
  const { layout, lines } = layOut(def, before);
  return {
    boxes: new Map(entities.map(({ name, box }) => [name, box])),
    lines: linesOfRoutes(lines.map(layoutEdge), layout.edges),
  };
}

const NOTHING: DrawnBefore = { boxes: {}, lines: [] };

/** Relationships with their roles. */
export function withRoles(
  def: EntityRelationshipDefinition,
  drawn: readonly DrawnRelationship[],
): DrawnRelationship[] {
  const all = new Map(relationshipsOf(def).map(({ index, value }) => [index, value]));
  return placeRoles(drawn, (index) => {
    const value = all.get(index) ?? {};
    return [textOf(value.fromRole).trim(), textOf(value.toRole).trim()];
  });
}

/** The content of a diagram, measured. */
export interface MeasuredErd {
  /** The entities by name; of several with one name the first. */
  readonly entities: ReadonlyMap<string, MeasuredEntity>;
  /** The relationships of an entity with itself, by its name. */
  readonly loops: ReadonlyMap<string, readonly Located[]>;
  /** The lines between entities. */
  readonly lines: readonly Line[];
}

/** Measures a diagram: all that does not depend on where its entities are. */
export function measureErd(def: EntityRelationshipDefinition): MeasuredErd {
  const loops = Map.groupBy(
    relationshipsOf(def).filter(({ value }) => value.from === value.to),
    ({ value }) => textOf(value.from),
  );
  const entities = new Map(
    [...byName(entitiesOf(def))].map(([name, entity]) => [
      name,
      measureEntity(entity, loopsWidth(loops.get(name) ?? [], labelSize)),
    ]),
  );
  return { entities, loops, lines: linesOf(def, entities) };
}

function layOut(def: EntityRelationshipDefinition, { boxes, lines: drawn, space }: DrawnBefore) {
  const { loops, entities: measured, lines } = measureErd(def);
  const stubOf = stubsOf(lines);
  const loopRoom = (name: string) => loopsHeight(loops.get(name) ?? [], labelSize);
  const nodes = [...measured].map(([id, entity]) => ({
    id,
    width: entity.width + 2 * stubOf(entity),
    height: entity.height + loopRoom(id),
  }));
  const fixed = new Map([...measured].flatMap(([name, entity]): [string, Box][] => {
    const box = Object.hasOwn(boxes, name) ? boxes[name] : undefined;
    if (!box) return [];
    const stub = stubOf(entity);
    const [width, height] = [Math.min(box.width, entity.width), Math.min(box.height, entity.height)];
    return [[name, { x: box.x - stub, y: box.y, width: width + 2 * stub, height: height + loopRoom(name) }]];
  }));
  const edges = lines.map(layoutEdge);
  const marks = lines.map(({ ends: [left, right] }) => [left.mark, right.mark] as const);
  const layout = arrangeEntities({ nodes, edges }, marks, {
    fit: space,
    fixed,
    routes: routesOfLines(edges, drawn),
  });
  return { measured, lines, stubOf, loops, layout };
}

function layoutEdge({ id, relationship, ends: [left, right] }: Line): LayoutEdge {
  const { width, height } = relationship ? labelSize(relationship) : { width: 0, height: 0 };
  return {
    id,
    from: left.entity.entity.name,
    to: right.entity.entity.name,
    fromPort: left.port,
    toPort: right.port,
    ...(width === 0 ? {} : { label: { width: width + 2 * LABEL_ROOM, height } }),
  };
}

/** The plate of a relationship; its width is 0 for none. */
export function labelSize({ value }: Located): Size {
  const source = textOf(value.label).trim();
  if (source === "") return { width: 0, height: LABEL_HEIGHT };
  const text = wrappedText(source, LABEL, LONGEST_LABEL);
  return { width: blockWidth(text) + 2 * LABEL_SIDE, height: LABEL_HEIGHT + moreHeight(text) };
}

/** A line in the order in which it is read, with the straight parts at its ends. */
function placeLine(line: Line, route: EdgeRoute, stubOf: (entity: MeasuredEntity) => number) {
  const points = withStubs(route.points, stubOf(line.ends[0].entity), stubOf(line.ends[1].entity));
  const outer = route.label;
  const label = outer && { ...outer, x: outer.x + LABEL_ROOM, width: outer.width - 2 * LABEL_ROOM };
  return { line, points: line.reversed ? points.toReversed() : points, label };
}

/** A line from the borders of the boxes, around which the layout kept room for its straight ends. */
function withStubs(points: readonly Point[], before: number, after: number): Point[] {
  const [first, second] = points;
  const [last, next] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !next) return [...points];
  const end = ({ x, y }: Point, inner: Point, stub: number) => ({ x: inner.x > x ? x - stub : x + stub, y });
  return [end(first, second, before), ...points, end(last, next, after)];
}

/** A relationship on the line through some points, without its roles. */
export function drawnRelationship(
  { value, index }: Located,
  points: readonly Point[],
  label: Box | undefined,
): DrawnRelationship {
  const [first, last] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }];
  const [fromEnd, toEnd] = endsOf(value);
  const side = first.x <= last.x ? -1 : 1;
  const text = textOf(value.label).trim();
  return {
    index,
    from: textOf(value.from),
    to: textOf(value.to),
    cardinality: textOf(value.cardinality),
    identifying: value.identifying === true,
    points,
    ends: [
      { ...fromEnd, point: first, away: directionOf(first, points[1] ?? first), side },
      { ...toEnd, point: last, away: directionOf(last, points.at(-2) ?? last), side: -side },
    ],
    label: label && text !== "" ? labelIn(label, text) : undefined,
    roles: [],
  };
}

/** The direction from the end of a line to its next corner; ends are horizontal or vertical. */
function directionOf(end: Point, next: Point): Point {
  return { x: Math.sign(next.x - end.x), y: next.x === end.x ? Math.sign(next.y - end.y) : 0 };
}

function labelIn(box: Box, source: string): { box: Box; text: DrawnText } {
  const text = wrappedText(source, LABEL, LONGEST_LABEL);
  const middle = box.y + box.height / 2 + text.size * 0.3635 - moreHeight(text) / 2;
  return { box, text: placedText(text, box.x + box.width / 2, middle, "middle") };
}

/** The box around all that is drawn. */
export function extent(
  boxes: readonly Box[],
  relationships: readonly DrawnRelationship[],
  inheritance: readonly DrawnInheritance[],
): Box {
  const all = [...boxes];
  for (const { points } of [...relationships, ...inheritance]) {
    for (const point of points) all.push(expanded(boxAt(point), evenly(8)));
  }
  for (const { label, roles } of relationships) {
    if (label) all.push(label.box);
    for (const { x, y, width, size, anchor } of roles) {
      all.push({ x: anchor === "end" ? x - width : x, y: y - size, width, height: size });
    }
  }
  return boundsOf(all);
}
