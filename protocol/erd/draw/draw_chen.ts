import { boundsOf, type Box, boxAt, evenly, expanded, type Point } from "../../geometry/box.ts";
import { isObject } from "../../json/value.ts";
import type { LayoutGraph } from "../../layout/graph/graph.ts";
import { layoutGraph } from "../../layout/layout_graph.ts";
import { type DrawnText, type MeasuredText, measuredText, placedText } from "../../picture/drawn_text.ts";
import {
  attributesOf,
  byName,
  entitiesOf,
  type Located,
  relationshipsOf,
  stateOfList,
  textOf,
} from "../lookup.ts";
import type { EntityRelationshipDefinition } from "../types.ts";

/** An attribute as an oval. */
export interface ChenOval {
  /** The name. */
  readonly name: string;
  /** The center. */
  readonly center: Point;
  /** Half the width. */
  readonly rx: number;
  /** Half the height. */
  readonly ry: number;
  /** The name, as it is shown. */
  readonly text: DrawnText;
  /** A primary key is underlined, the partial key of a weak entity with dashes. */
  readonly underline: "none" | "solid" | "dashed";
  /** True when it stores the state of a machine. */
  readonly isState: boolean;
  /** The line to its owner, from the owner on. */
  readonly line: readonly [Point, Point];
}

/** An entity as a rectangle. */
export interface ChenEntity {
  /** The name. */
  readonly name: string;
  /** True for a double outline. */
  readonly weak: boolean;
  /** The outline. */
  readonly box: Box;
  /** The name, as it is shown. */
  readonly title: DrawnText;
  /** The attributes. */
  readonly ovals: readonly ChenOval[];
}

/** A relationship as a diamond. */
export interface ChenDiamond {
  /** Its index in the document. */
  readonly index: number;
  /** The center. */
  readonly center: Point;
  /** Half the width and half the height. */
  readonly half: Point;
  /** True for a double outline. */
  readonly identifying: boolean;
  /** The verb. */
  readonly label: DrawnText;
  /** The attributes of the relationship. */
  readonly ovals: readonly ChenOval[];
}

/** A line between an entity and a diamond. */
export interface ChenLine {
  /** The relationship. */
  readonly index: number;
  /** The entity. */
  readonly entity: string;
  /** The corners, from the entity to the diamond. */
  readonly points: readonly Point[];
  /** True for a double line: each of the entity takes part. */
  readonly total: boolean;
  /** `1`, `N` or `M`. */
  readonly cardinality: DrawnText;
}

/** A diagram in Chen's notation (P. Chen, 1976), measured and placed. */
export interface ChenDrawing extends Box {
  /** The diagram's name. */
  readonly name: string;
  /** The entities. */
  readonly entities: readonly ChenEntity[];
  /** The relationships. */
  readonly diamonds: readonly ChenDiamond[];
  /** The lines. */
  readonly lines: readonly ChenLine[];
}

/** The sizes of the notation, in world units. */
export const CHEN = {
  rectHeight: 40,
  rectMinWidth: 110,
  rectPadX: 18,
  ovalRy: 13,
  ovalMinRx: 38,
  ovalPadX: 14,
  pitch: 32,
  gap: 34,
  diamondMinHalfWidth: 34,
  diamondHalfHeight: 18,
} as const;

const NAME = { size: 14, weight: 600 } as const;
const OVAL = { size: 11, weight: 400 } as const;
const KEY = { size: 11, weight: 600 } as const;
const VERB = { size: 11, weight: 500 } as const;
const NUMBER = { size: 12, weight: 600 } as const;
const LONGEST = 240;
const HALF_CAPITAL = 0.3635;
/** The room of a line with its number at an entity. */
const LINE_PITCH = 24;
const DISTANCES = { nodeGap: 40, layerGap: 44, edgeGap: 16, aspect: 4 / 3 };

/** Ovals in columns at both sides of an owner, or at its right only. */
interface Ovals {
  readonly texts: readonly { readonly attribute: Located; readonly text: MeasuredText }[];
  readonly rx: number;
  /** The number of those at the left. */
  readonly left: number;
  /** The width of one side. */
  readonly side: number;
  readonly height: number;
}

interface MeasuredChen {
  readonly entity: Located;
  readonly title: MeasuredText;
  readonly width: number;
  readonly ovals: Ovals;
}

/**
 * Draws a diagram in Chen's notation: a rectangle an entity, an oval an attribute, a diamond a relationship.
 *
 * @param def The definition; it need not be valid.
 */
export function drawChen(def: EntityRelationshipDefinition): ChenDrawing {
  const lineCounts = new Map<string, number>();
  for (const { value } of relationshipsOf(def)) {
    for (const end of [textOf(value.from), textOf(value.to)]) {
      lineCounts.set(end, (lineCounts.get(end) ?? 0) + 1);
    }
  }
  const measured = new Map(
    [...byName(entitiesOf(def))].map(([name, entity]) => [name, measure(entity, lineCounts.get(name) ?? 0)]),
  );
  const relationships = relationshipsOf(def).filter(({ value }) =>
    measured.has(textOf(value.from)) && measured.has(textOf(value.to))
  );
  const verbs = new Map(relationships.map((one) => [one, measureVerb(one)]));
  const layout = layoutGraph({ nodes: nodesOf(measured, verbs), edges: edgesOf(verbs) }, DISTANCES);
  const boxOf = (id: string): Box => layout.nodes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const entities = [...measured].map(([name, one]) => placeEntity(one, boxOf(`entity ${name}`)));
  const diamonds = [...verbs].map(([one, verb]) => placeDiamond(one, verb, boxOf(`diamond ${one.index}`)));
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
  return { name, ...extent(entities, diamonds, lines), entities, diamonds, lines };
}

/** A node for each entity and for each diamond. */
function nodesOf(
  measured: ReadonlyMap<string, MeasuredChen>,
  verbs: ReadonlyMap<Located, ReturnType<typeof measureVerb>>,
): LayoutGraph["nodes"] {
  return [
    ...[...measured].map(([name, { width, ovals }]) => ({
      id: `entity ${name}`,
      width,
      height: Math.max(CHEN.rectHeight, ovals.height),
      margin: {
        top: 0,
        bottom: 0,
        left: ovals.side,
        right: ovals.texts.length > ovals.left ? ovals.side : 0,
      },
    })),
    ...[...verbs].map(([{ index }, { half, ovals }]) => ({
      id: `diamond ${index}`,
      width: 2 * half.x,
      height: Math.max(2 * half.y, ovals.height),
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
      toPort: half.x,
    });
    // Both lines of a relationship with itself leave the entity downwards.
    if (value.from === value.to) return [towards(upper), towards(lower)];
    return [towards(upper), {
      id: `${index} ${lower}`,
      from: `diamond ${index}`,
      to: `entity ${textOf(value[lower])}`,
      fromPort: half.x,
    }];
  });
}

function measure(entity: Located, lines: number): MeasuredChen {
  const title = measuredText(entity.name, NAME, LONGEST);
  const width = Math.max(
    CHEN.rectMinWidth,
    Math.ceil(title.width + 2 * CHEN.rectPadX),
    (lines + 1) * LINE_PITCH,
  );
  const attributes = attributesOf(entity).filter(({ name }) => name !== "");
  return { entity, title, width, ovals: measureOvals(attributes, Math.ceil(attributes.length / 2)) };
}

function measureOvals(attributes: readonly Located[], left: number): Ovals {
  const texts = attributes.map((attribute) => ({
    attribute,
    text: measuredText(attribute.name, attribute.value.key === "pk" ? KEY : OVAL, LONGEST),
  }));
  const widest = Math.max(0, ...texts.map(({ text }) => text.width));
  const rx = Math.max(CHEN.ovalMinRx, Math.ceil(widest / 2 + CHEN.ovalPadX));
  const rows = Math.max(left, attributes.length - left);
  return {
    texts,
    rx,
    left,
    side: attributes.length === 0 ? 0 : CHEN.gap + 2 * rx,
    height: rows * CHEN.pitch,
  };
}

function measureVerb({ value }: Located): { label: MeasuredText; half: Point; ovals: Ovals } {
  const label = measuredText(textOf(value.label).trim(), VERB, LONGEST);
  const half = {
    x: Math.max(CHEN.diamondMinHalfWidth, Math.ceil(label.width * 0.62 + 20)),
    y: Math.max(CHEN.diamondHalfHeight, label.width > 0 ? 22 : 0),
  };
  const attributes = attributesOf({ value, path: "" }).filter(({ name }) => name !== "");
  return { label, half, ovals: measureOvals(attributes, 0) };
}

function placeEntity({ entity, title, width, ovals }: MeasuredChen, outer: Box): ChenEntity {
  const height = CHEN.rectHeight;
  const box = { x: outer.x, y: outer.y + (outer.height - height) / 2, width, height };
  return {
    name: entity.name,
    weak: entity.value.weak === true,
    box,
    title: centered(title, box.x + width / 2, box.y + height / 2),
    ovals: placeOvals(ovals, box, entity.value.weak === true),
  };
}

function placeOvals({ texts, rx, left }: Ovals, owner: Box, isWeak: boolean): ChenOval[] {
  const middle = owner.y + owner.height / 2;
  return texts.map(({ attribute: { value, name }, text }, index) => {
    const isLeft = index < left;
    const column = isLeft ? left : texts.length - left;
    const row = isLeft ? index : index - left;
    const side = isLeft ? owner.x : owner.x + owner.width;
    const away = isLeft ? -1 : 1;
    const center = { x: side + away * (CHEN.gap + rx), y: middle + (row - (column - 1) / 2) * CHEN.pitch };
    const isKey = value.key === "pk";
    return {
      name,
      center,
      rx,
      ry: CHEN.ovalRy,
      text: centered(text, center.x, center.y),
      underline: !isKey ? "none" : isWeak ? "dashed" : "solid",
      isState: stateOfList(value.stateOf).length > 0,
      line: [{ x: side, y: middle }, { x: center.x - away * rx, y: center.y }],
    };
  });
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
  const border = { x: start.x, y: start.y < box.y + box.height / 2 ? box.y : box.y + box.height };
  const tip = diamond ? tipOf(diamond, outwards.at(-1) ?? start) : start;
  const points = [border, ...outwards, tip].filter((point, at, all) =>
    at === 0 || point.x !== all[at - 1]?.x || point.y !== all[at - 1]?.y
  );
  const away = (points[1]?.y ?? border.y) < border.y ? -1 : 1;
  const measured = measuredText(cardinalityText(value.cardinality, end), NUMBER, 40);
  const participation = end === "from" ? value.fromParticipation : value.toParticipation;
  return {
    index,
    entity: name,
    points,
    total: participation === "total",
    cardinality: placedText(measured, border.x + 7, border.y + (away < 0 ? -6 : 15)),
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The upper or lower corner of a diamond, whichever is nearer. */
function tipOf({ center, half }: ChenDiamond, { y }: Point): Point {
  return { x: center.x, y: y < center.y ? center.y - half.y : center.y + half.y };
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

function centered(text: MeasuredText, x: number, y: number): DrawnText {
  return placedText(text, x, y + text.size * HALF_CAPITAL, "middle");
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
      { x, y: y - size, width, height: size },
    ]),
  ]);
}
