import { boundsOf, type Box, boxAt, evenly, expanded, type Point } from "../../geometry/box.ts";
import { isObject } from "../../json/value.ts";
import type { EdgeRoute, LayoutEdge } from "../../layout/graph/graph.ts";
import { layoutGraph } from "../../layout/layout_graph.ts";
import { type DrawnText, measuredText, placedText } from "../../picture/drawn_text.ts";
import { attributesOf, byName, entitiesOf, type Located, relationshipsOf, textOf } from "../lookup.ts";
import { endsOf } from "../participation.ts";
import { parseReference } from "../reference.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import type { DrawnRelationship, ErdDrawing, RelationshipEnd } from "./erd_drawing.ts";
import { HEAD_MIDDLE, type MeasuredEntity, measureEntity, placeEntity, rowMiddle } from "./measure_entity.ts";

/** The straight part of a line at an entity: room for the marks of its end. */
const STUB = 28;
/** Half the width of a loop: its marks have room beside each other. */
const LOOP_HALF = 16;
const LOOP_GAP = 12;
/** The height of loops with their labels, and of the room below them. */
const LOOP_ROOM = 58;
const LABEL = { size: 11, weight: 500 } as const;
const ROLE = { size: 10, weight: 400 } as const;
const LABEL_SIDE = 8;
const LABEL_HEIGHT = 20;
const LONGEST_LABEL = 200;
const DISTANCES = { nodeGap: 36, layerGap: 44, edgeGap: 14, aspect: 3 / 4 };

/** A relationship between two drawn entities. */
interface Line {
  readonly relationship: Located;
  readonly from: MeasuredEntity;
  readonly to: MeasuredEntity;
  /** The line is laid out against its reading direction, so that the "one" end comes first. */
  readonly reversed: boolean;
}

/**
 * Draws an entity-relationship diagram in crow's foot notation, from left to right: the "one" end of a relationship
 * comes before its "many" end, and a line ends at the row of the attribute that it is about.
 *
 * @param def The definition; it need not be valid.
 * @returns The drawing: the same for the same definition.
 */
export function drawErd(def: EntityRelationshipDefinition): ErdDrawing {
  const entitiesByName = byName(entitiesOf(def));
  const loops = Map.groupBy(
    relationshipsOf(def).filter(({ value }) => value.from === value.to),
    ({ value }) => textOf(value.from),
  );
  const measured = new Map(
    [...entitiesByName].map(([name, entity]) => [
      name,
      measureEntity(entity, loopSlots(loops.get(name)).reduce((sum, slot) => sum + slot, 0)),
    ]),
  );
  const lines = linesBetween(def, measured);
  // Layers run from top to bottom: the diagram is arranged with its axes exchanged.
  const layout = layoutGraph({
    nodes: [...measured.values()].map(({ entity, width, height }) => ({
      id: entity.name,
      width: height + (loops.has(entity.name) ? LOOP_ROOM : 0),
      height: width + 2 * STUB,
    })),
    edges: layoutEdges(lines),
  }, DISTANCES);
  const entities = [...measured].map(([name, entity]) => {
    const outer = exchanged(layout.nodes.get(name) ?? { x: 0, y: 0, width: 0, height: 0 });
    const width = outer.width - 2 * STUB;
    return placeEntity(entity, { x: outer.x + STUB, y: outer.y, width, height: entity.height });
  });
  const relationships = [
    ...lines.map((line) =>
      placeLine(line, layout.edges.get(String(line.relationship.index)) ?? { points: [] })
    ),
    ...entities.flatMap(({ name, box }) => placeLoops(loops.get(name) ?? [], box)),
  ].toSorted((a, b) => a.index - b.index);
  const settings: unknown = isObject(def) ? def.settings : undefined;
  const name = isObject(settings) ? textOf(settings.name) : "";
  return { name, ...extent(entities.map(({ box }) => box), relationships), entities, relationships };
}

function linesBetween(def: unknown, measured: ReadonlyMap<string, MeasuredEntity>): Line[] {
  return relationshipsOf(def).flatMap((relationship) => {
    const { from, to, cardinality } = relationship.value;
    const [source, target] = [measured.get(textOf(from)), measured.get(textOf(to))];
    if (!source || !target || source === target) return [];
    return [{ relationship, from: source, to: target, reversed: cardinality === "N:1" }];
  });
}

/** The edges of the layout, each from the rows that the foreign keys of the document name. */
function layoutEdges(lines: readonly Line[]): LayoutEdge[] {
  const used = new Set<Located>();
  return lines.map(({ relationship, from, to, reversed }) => {
    const [upper, lower] = reversed ? [to, from] : [from, to];
    const key = upper === lower
      ? undefined
      : foreignKey(lower, upper, used) ?? foreignKey(upper, lower, used);
    if (key) used.add(key.attribute);
    const isLower = key?.owner === lower;
    const ends = [isLower ? key?.target : key?.attribute.name, isLower ? key?.attribute.name : key?.target];
    // A line between many and many is about no attribute: it ends at the heads.
    const isMany = relationship.value.cardinality === "N:M" && !key;
    const fromPort = isMany ? HEAD_MIDDLE : rowOf(upper, ends[0] ?? primaryKey(upper));
    const toPort = isMany ? HEAD_MIDDLE : rowOf(lower, ends[1]);
    const text = textOf(relationship.value.label).trim();
    const label = text === "" ? undefined : measuredText(text, LABEL, LONGEST_LABEL);
    return {
      id: String(relationship.index),
      from: upper.entity.name,
      to: lower.entity.name,
      ...(label ? { label: { width: LABEL_HEIGHT, height: label.width + 2 * LABEL_SIDE } } : {}),
      ...(fromPort === undefined ? {} : { fromPort }),
      ...(toPort === undefined ? {} : { toPort }),
    };
  });
}

interface ForeignKeyRow {
  readonly owner: MeasuredEntity;
  readonly attribute: Located;
  /** The attribute that it refers to. */
  readonly target: string | undefined;
}

/** The first attribute of `owner` that refers to `target` and has no line yet. */
function foreignKey(
  owner: MeasuredEntity,
  target: MeasuredEntity,
  used: ReadonlySet<Located>,
): ForeignKeyRow | undefined {
  for (const row of owner.rows) {
    const { attribute } = row;
    if (!attribute || used.has(attribute)) continue;
    const text = textOf(attribute.value.references);
    const reference = parseReference(text);
    if (text === "" || reference.entity !== target.entity.name) continue;
    return { owner, attribute, target: reference.attribute ?? primaryKey(target) };
  }
  return undefined;
}

function primaryKey({ entity }: MeasuredEntity): string | undefined {
  return attributesOf(entity).find(({ value }) => value.key === "pk")?.name;
}

function rowOf(entity: MeasuredEntity, attribute: string | undefined): number | undefined {
  return attribute === undefined ? undefined : rowMiddle(entity, attribute);
}

function placeLine(line: Line, route: EdgeRoute): DrawnRelationship {
  const { relationship, reversed } = line;
  const corners = route.points.map(({ x, y }) => ({ x: y, y: x }));
  const points = withStubs(reversed ? corners.toReversed() : corners);
  return drawn(relationship, points, route.label && exchanged(route.label));
}

/** A relationship on the line through some points. */
function drawn(
  { value, index }: Located,
  points: readonly Point[],
  label: Box | undefined,
): DrawnRelationship {
  const [first, last] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }];
  const [fromEnd, toEnd] = endsOf(value);
  const ends = [
    { ...fromEnd, point: first, away: directionOf(first, points[1] ?? first) },
    { ...toEnd, point: last, away: directionOf(last, points.at(-2) ?? last) },
  ] as const;
  const text = textOf(value.label).trim();
  return {
    index,
    from: textOf(value.from),
    to: textOf(value.to),
    cardinality: textOf(value.cardinality),
    identifying: value.identifying === true,
    points,
    ends,
    label: label && text !== "" ? labelIn(label, text) : undefined,
    roles: [textOf(value.fromRole), textOf(value.toRole)].flatMap((role, at) => {
      const end = ends[at];
      return role.trim() === "" || !end ? [] : [roleAt(role, end)];
    }),
  };
}

function roleAt(role: string, { point, away }: RelationshipEnd): DrawnText {
  const measured = measuredText(role, ROLE, LONGEST_LABEL);
  const anchor = away.x < 0 ? "end" : "start";
  return placedText(measured, point.x + away.x * 4, point.y - 9 + away.y * 40, anchor);
}

/** The widths that relationships of an entity with itself take below its box. */
function loopSlots(loops: readonly Located[] = []): number[] {
  return loops.map(({ value }) => {
    const text = textOf(value.label).trim();
    const label = text === "" ? 0 : measuredText(text, LABEL, LONGEST_LABEL).width + 2 * LABEL_SIDE;
    return Math.max(label, 2 * LOOP_HALF) + LOOP_GAP;
  });
}

/** Relationships of an entity with itself: loops below the box, side by side, each through its label. */
function placeLoops(loops: readonly Located[], { x, y, height }: Box): DrawnRelationship[] {
  const top = y + height;
  const bottom = top + STUB + LABEL_HEIGHT / 2;
  let left = x + LOOP_GAP / 2;
  return loopSlots(loops).flatMap((slot, at) => {
    const loop = loops[at];
    const middle = left + (slot - LOOP_GAP) / 2;
    const label = { x: left, y: bottom - LABEL_HEIGHT / 2, width: slot - LOOP_GAP, height: LABEL_HEIGHT };
    left += slot;
    const [from, to] = [middle - LOOP_HALF, middle + LOOP_HALF];
    const points = [{ x: from, y: top }, { x: from, y: bottom }, { x: to, y: bottom }, { x: to, y: top }];
    return loop ? [drawn(loop, points, label)] : [];
  });
}

/** The direction from the end of a line to its next corner; ends are horizontal or vertical. */
function directionOf(end: Point, next: Point): Point {
  return { x: Math.sign(next.x - end.x), y: next.x === end.x ? Math.sign(next.y - end.y) : 0 };
}

/** A line from the borders of the boxes, around which the layout kept room for its straight ends. */
function withStubs(points: readonly Point[]): Point[] {
  const [first, second] = points;
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !before) return [...points];
  return [stubEnd(first, second), ...points, stubEnd(last, before)];
}

function stubEnd({ x, y }: Point, next: Point): Point {
  return { x: next.x > x ? x - STUB : x + STUB, y };
}

function labelIn(box: Box, source: string): { box: Box; text: DrawnText } {
  const text = measuredText(source, LABEL, LONGEST_LABEL);
  const middle = box.y + box.height / 2 + text.size * 0.3635;
  return { box, text: placedText(text, box.x + box.width / 2, middle, "middle") };
}

function exchanged({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}

/** The box around all that is drawn. */
function extent(boxes: readonly Box[], relationships: readonly DrawnRelationship[]): Box {
  const all = [...boxes];
  for (const { points, label, roles } of relationships) {
    for (const point of points) all.push(expanded(boxAt(point), evenly(8)));
    if (label) all.push(label.box);
    for (const { x, y, width, size, anchor } of roles) {
      all.push({ x: anchor === "end" ? x - width : x, y: y - size, width, height: size });
    }
  }
  return boundsOf(all);
}
