import { boundsOf, type Box, boxAt, evenly, expanded, type Point } from "../../geometry/box.ts";
import { isObject } from "../../json/value.ts";
import type { Placeable } from "../../arrangement/element_keys.ts";
import { fitLayout } from "../../layout/fit_layout.ts";
import type { LayoutGraph, LayoutNode } from "../../layout/graph/graph.ts";
import {
  type DrawnBefore,
  type DrawnNow,
  linesOfRoutes,
  routesOfLines,
} from "../../layout/incremental/drawn_lines.ts";
import { FRAME } from "../../picture/fit.ts";
import { blockWidth, type MeasuredText, measuredText, moreHeight } from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { attributesOf, byName, entitiesOf, type Located, relationshipsOf, textOf } from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import type { ChenDiamond, ChenDrawing, ChenEntity, ChenLine } from "./chen_drawing.ts";
import { centered, CHEN, LONGEST, measureOvals, type Ovals, placeOvals } from "./chen_ovals.ts";
import type { DrawnInheritance } from "./erd_drawing.ts";

const NAME = { size: 14, weight: 600 } as const;
const VERB = { size: 11, weight: 500 } as const;
const NUMBER = { size: 12, weight: 600 } as const;
/** The room of a line with its number at an entity. */
const LINE_PITCH = 24;
/** From the border of an entity to the middle of the number of a line. */
const NUMBER_AWAY = 16;
const DISTANCES = { nodeGap: 40, layerGap: 44, edgeGap: 16, aspect: 4 / 3, lines: "upright" } as const;

interface MeasuredChen {
  readonly entity: Located;
  readonly title: MeasuredText;
  readonly width: number;
  /** The height of its rectangle. */
  readonly height: number;
  readonly ovals: Ovals;
}

/**
 * Draws a diagram in Chen's notation: a rectangle an entity, an oval an attribute, a diamond a relationship.
 *
 * @param def The definition; it need not be valid.
 * @param before Boxes of entities and diamonds, by the ids of {@linkcode chenPlaceables}, and lines that stay. Default: none.
 */
export function drawChen(def: EntityRelationshipDefinition, before: DrawnBefore = NOTHING): ChenDrawing {
  const { measured, relationships, verbs, pairs, layout } = layOut(def, before);
  const boxOf = (id: string): Box => layout.nodes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const entities = [...measured].map(([name, one]) => placeEntity(one, boxOf(entityId(name))));
  const diamonds = [...verbs].map(([one, verb]) => placeDiamond(one, verb, boxOf(diamondId(one))));
  const boxes = new Map(entities.map(({ name, box }) => [name, box]));
  const lines = relationships.flatMap(({ value, index }, at) =>
    (["from", "to"] as const).map((end): ChenLine => {
      const points = layout.edges.get(`${index} ${end}`)?.points ?? [];
      const name = textOf(value[end]);
      const box = boxes.get(name) ?? boxOf("");
      return placeLine({ value, index, end, name }, points, box, diamonds[at]);
    })
  );
  const settings: unknown = isObject(def) ? def.settings : undefined;
  const name = isObject(settings) ? textOf(settings.name) : "";
  const inheritance = pairs.map(([general, special], index): DrawnInheritance => {
    const route = layout.edges.get(`extends ${index}`)?.points ?? [];
    const [upper, lower] = [boxes.get(general), boxes.get(special)];
    const [first, last] = [route[0], route.at(-1)];
    const points = upper && lower && first && last
      ? [borderAt(upper, first), ...route, borderAt(lower, last)]
      : [];
    return { general, special, points: withoutRepeats(points) };
  });
  return { name, ...extent(entities, diamonds, lines), entities, diamonds, lines, inheritance };
}

const NOTHING: DrawnBefore = { boxes: {}, lines: [] };

/** The entities and diamonds that can have a place. */
export function chenPlaceables(def: EntityRelationshipDefinition): Placeable[] {
  const entities = byName(entitiesOf(def));
  return [
    ...[...entities.keys()].map((name) => ({ id: entityId(name), names: [name] })),
    ...relationshipsIn(def, entities).map((one) => {
      const { from, to } = one.value;
      return { id: diamondId(one), names: [`${textOf(from)} – ${textOf(to)}`] };
    }),
  ];
}

/** The boxes of entities and diamonds and the lines between them, for {@linkcode drawChen} later. */
export function arrangeChen(def: EntityRelationshipDefinition, before: DrawnBefore): DrawnNow {
  const { entities, diamonds } = drawChen(def, before);
  const { layout, edges, verbs } = layOut(def, before);
  const ids = [...verbs.keys()].map(diamondId);
  return {
    boxes: new Map([
      ...entities.map(({ name, box }): [string, Box] => [entityId(name), box]),
      ...diamonds.map(({ center, half }, at): [string, Box] => [
        ids[at] ?? "",
        { x: center.x - half.x, y: center.y - half.y, width: 2 * half.x, height: 2 * half.y },
      ]),
    ]),
    lines: linesOfRoutes(edges, layout.edges),
  };
}

function entityId(name: string): string {
  return `entity ${name}`;
}

function diamondId({ index }: Located): string {
  return `diamond ${index}`;
}

function relationshipsIn(def: unknown, entities: ReadonlyMap<string, unknown>): Located[] {
  return relationshipsOf(def).filter(({ value }) =>
    entities.has(textOf(value.from)) && entities.has(textOf(value.to))
  );
}

function layOut(def: EntityRelationshipDefinition, { boxes, lines, space }: DrawnBefore) {
  const pairs = inheritedIn(def);
  const lineCounts = new Map<string, number>();
  for (
    const end of [...relationshipsOf(def).flatMap(({ value }) => [value.from, value.to]), ...pairs.flat()]
  ) {
    lineCounts.set(textOf(end), (lineCounts.get(textOf(end)) ?? 0) + 1);
  }
  const measured = new Map(
    [...byName(entitiesOf(def))].map(([name, entity]) => [name, measure(entity, lineCounts.get(name) ?? 0)]),
  );
  const relationships = relationshipsIn(def, measured);
  const verbs = new Map(relationships.map((one) => [one, measureVerb(one)]));
  const extensions = pairs.map(([general, special], index) => ({
    id: `extends ${index}`,
    from: entityId(general),
    to: entityId(special),
  }));
  const edges = [...edgesOf(verbs), ...extensions];
  const nodes = nodesOf(measured, verbs);
  const fixed = new Map(nodes.flatMap(({ id, width, height, rise }): [string, Box][] => {
    const box = Object.hasOwn(boxes, id) ? boxes[id] : undefined;
    return box ? [[id, { x: box.x, y: box.y - rise, width, height }]] : [];
  }));
  const { layout } = fitLayout({ nodes, edges }, {
    direction: "down",
    fold: true,
    fit: space,
    distances: { down: DISTANCES, right: DISTANCES },
    frame: FRAME,
    fixed,
    routes: routesOfLines(edges, lines),
  });
  return { measured, relationships, verbs, pairs, edges, layout };
}

/** Each entity that others extend, with one that extends it. */
function inheritedIn(def: unknown): [general: string, special: string][] {
  const entities = byName(entitiesOf(def));
  return [...entities.values()].flatMap(({ name, value }) => {
    const general = textOf(value.extends);
    return general !== name && entities.has(general) ? [[general, name]] : [];
  });
}

/** The point on the upper or lower border of a box, whichever is nearer, above or below another. */
function borderAt({ y, height }: Box, { x, y: near }: Point): Point {
  return { x, y: near < y + height / 2 ? y : y + height };
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter((point, at) =>
    at === 0 || point.x !== points[at - 1]?.x || point.y !== points[at - 1]?.y
  );
}

/** A node for each entity and for each diamond; its attributes rise above the box in the middle of it. */
function nodesOf(
  measured: ReadonlyMap<string, MeasuredChen>,
  verbs: ReadonlyMap<Located, ReturnType<typeof measureVerb>>,
): (LayoutNode & { readonly rise: number })[] {
  return [
    ...[...measured].map(([name, { width, height, ovals }]) => ({
      id: entityId(name),
      width,
      height: Math.max(height, ovals.height),
      rise: Math.max(0, ovals.height - height) / 2,
      margin: {
        top: 0,
        bottom: 0,
        left: ovals.side,
        right: ovals.texts.length > ovals.left ? ovals.side : 0,
      },
    })),
    ...[...verbs].map(([one, { half, ovals }]) => ({
      id: diamondId(one),
      width: 2 * half.x,
      height: Math.max(2 * half.y, ovals.height),
      rise: Math.max(0, ovals.height - 2 * half.y) / 2,
      margin: { top: 0, bottom: 0, left: 0, right: ovals.side },
    })),
  ];
}

/** Two edges for each relationship: from one entity to the diamond, and from there to the other one. */
function edgesOf(verbs: ReadonlyMap<Located, ReturnType<typeof measureVerb>>): LayoutGraph["edges"] {
  return [...verbs].flatMap(([{ value, index }, { half }]) => {
    const [upper, lower] = value.cardinality === "N:1" ? ["to", "from"] as const : ["from", "to"] as const;
    const towards = (end: "from" | "to") => ({
      id: `${index} ${end}`,
      from: `entity ${textOf(value[end])}`,
      to: `diamond ${index}`,
    });
    // Both lines of a relationship with itself leave the entity downwards, and end beside each other.
    if (value.from === value.to) return [towards(upper), towards(lower)];
    return [{ ...towards(upper), toPort: half.x }, {
      id: `${index} ${lower}`,
      from: `diamond ${index}`,
      to: `entity ${textOf(value[lower])}`,
      fromPort: half.x,
    }];
  });
}

function measure(entity: Located, lines: number): MeasuredChen {
  const title = wrappedText(entity.name, NAME, LONGEST);
  const width = Math.max(
    CHEN.rectMinWidth,
    Math.ceil(blockWidth(title) + 2 * CHEN.rectPadX),
    (lines + 1) * LINE_PITCH,
  );
  const attributes = attributesOf(entity).filter(({ name }) => name !== "");
  const height = CHEN.rectHeight + moreHeight(title);
  return { entity, title, width, height, ovals: measureOvals(attributes, Math.ceil(attributes.length / 2)) };
}

function measureVerb({ value }: Located): { label: MeasuredText; half: Point; ovals: Ovals } {
  const label = wrappedText(textOf(value.label).trim(), VERB, LONGEST);
  const more = moreHeight(label);
  const half = {
    x: Math.max(CHEN.diamondMinHalfWidth, Math.ceil(blockWidth(label) * 0.66 + 20 + more)),
    y: Math.max(CHEN.diamondHalfHeight, label.width > 0 ? 22 + more : 0),
  };
  const attributes = attributesOf({ value, path: "" }).filter(({ name }) => name !== "");
  return { label, half, ovals: measureOvals(attributes, 0) };
}

function placeEntity({ entity, title, width, height, ovals }: MeasuredChen, outer: Box): ChenEntity {
  const box = { x: outer.x, y: outer.y + (outer.height - height) / 2, width, height };
  return {
    name: entity.name,
    weak: entity.value.weak === true,
    box,
    title: centered(title, box.x + width / 2, box.y + height / 2),
    ovals: placeOvals(ovals, box, entity.value.weak === true),
  };
}

function placeDiamond(
  { value, index }: Located,
  { label, half, ovals }: ReturnType<typeof measureVerb>,
  outer: Box,
): ChenDiamond {
  const center = { x: outer.x + half.x, y: outer.y + outer.height / 2 };
  const box = { x: center.x - half.x, y: center.y - half.y, width: 2 * half.x, height: 2 * half.y };
  return {
    index,
    center,
    half,
    identifying: value.identifying === true,
    label: centered(label, center.x, center.y),
    ovals: placeOvals(ovals, box, false),
  };
}

function placeLine(
  { value, index, end, name }: { value: Located["value"]; index: number; end: "from" | "to"; name: string },
  route: readonly Point[],
  box: Box,
  diamond: ChenDiamond | undefined,
): ChenLine {
  // A line is laid out downwards: away from the upper entity, towards the lower one.
  const [first, last] = [route[0] ?? boxAt(box), route.at(-1) ?? boxAt(box)];
  const isAtEnd = diamond !== undefined && distance(last, diamond.center) > distance(first, diamond.center);
  const outwards = isAtEnd ? route.toReversed() : [...route];
  const start = outwards[0] ?? first;
  const border = borderAt(box, start);
  const tip = diamond ? outlineAt(diamond, outwards.at(-1) ?? start) : start;
  const points = withoutRepeats([border, ...outwards, tip]);
  const measured = measuredText(cardinalityText(value.cardinality, end), NUMBER, 40);
  const participation = end === "from" ? value.fromParticipation : value.toParticipation;
  const { x, y } = pointAway(points, NUMBER_AWAY);
  return {
    index,
    entity: name,
    points,
    total: participation === "total",
    cardinality: centered(measured, x, y),
  };
}

/** The first point of a line that is so far above or below its beginning; its end when there is none. */
function pointAway(points: readonly Point[], distance: number): Point {
  const [first] = points;
  for (let at = 1; first && at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to || Math.abs(to.y - first.y) < distance) continue;
    const share = (distance - Math.abs(from.y - first.y)) / Math.abs(to.y - from.y);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point of the outline of a diamond above or below another. */
function outlineAt({ center, half }: ChenDiamond, { x, y }: Point): Point {
  const height = half.y * Math.max(0, 1 - Math.abs(x - center.x) / half.x);
  return { x, y: y < center.y ? center.y - height : center.y + height };
}

/** The number at one end: 1, N, or M for the `from` end of many to many. */
function cardinalityText(cardinality: unknown, end: "from" | "to"): string {
  const texts: Readonly<Record<string, readonly [string, string]>> = {
    "1:1": ["1", "1"],
    "N:1": ["N", "1"],
    "N:M": ["M", "N"],
  };
  const [from, to] = texts[textOf(cardinality)] ?? ["1", "N"];
  return end === "from" ? from : to;
}

function extent(
  entities: readonly ChenEntity[],
  diamonds: readonly ChenDiamond[],
  lines: readonly ChenLine[],
): Box {
  const ovals = [...entities, ...diamonds].flatMap((owner) => owner.ovals);
  return boundsOf([
    ...entities.map(({ box }) => box),
    ...diamonds.map(({ center, half }) =>
      expanded(boxAt(center), { left: half.x, right: half.x, top: half.y, bottom: half.y })
    ),
    ...ovals.map(({ center, rx, ry }) =>
      expanded(boxAt(center), { left: rx, right: rx, top: ry, bottom: ry })
    ),
    ...lines.flatMap(({ points, cardinality: { x, y, width, size } }) => [
      ...points.map((point) => expanded(boxAt(point), evenly(3))),
      { x: x - width / 2, y: y - size, width, height: size },
    ]),
  ]);
}
