import {
  type Box,
  type DrawnEntity,
  type DrawnLine,
  type DrawnRelationship,
  type EntityRelationshipDefinition,
  equalJson,
  type ErdDrawing,
  type ErdNotation,
  type LayoutBox,
  type Point,
  relationshipsOf,
  textOrEmpty,
} from "@loom/protocol";
import {
  boundsOf,
  boundsOfLine,
  boxAt,
  chenEntityElement,
  chenLineElement,
  diamondElement,
  drawErd,
  entityElement,
  evenly,
  expanded,
  inheritanceElement,
  levelCrossings,
  lineElement,
  numberElement,
  Palette,
  placeChen,
  placeErd,
  plateElement,
} from "@loom/protocol/drawing";
import type { BoardScene, Hit } from "../board.ts";
import { isIn, isNear } from "../geometry.ts";
import type { ScenePart } from "../parts.tsx";
import { chenOf, drawingOf, DRAWN, measuredOf } from "./auto_layout.ts";

/** The key of an entity among all elements. */
export const entityKey = (name: string): string => `entity:${name}`;
/** The key of an attribute among all elements. */
export const attributeKey = (entity: string, name: string): string => `attribute:${entity}.${name}`;
/** The key of a relationship among all elements. */
export const relationshipKey = (index: number): string => `relationship:${index}`;

/** An entity as it can be pointed at. */
export interface SceneTable {
  readonly name: string;
  readonly box: Box;
  readonly rows: readonly SceneRow[];
}

/** An attribute as it can be pointed at. */
export interface SceneRow {
  readonly key: string;
  readonly entity: string;
  readonly name: string;
  readonly box: Box;
  /** The machines whose state it stores. */
  readonly stateOf: readonly string[];
  /** The mark that says so. */
  readonly mark: Point | undefined;
}

/** A relationship as it can be pointed at. */
export interface SceneLine {
  readonly index: number;
  readonly from: string;
  readonly to: string;
  /** Its polylines: one, or in Chen's notation one for each end. */
  readonly paths: readonly (readonly Point[])[];
  /** Its end points, that of `from` first. */
  readonly ends: readonly [Point, Point];
  /** The place of its label, also when there is none. */
  readonly label: Box;
  /** The plate of its label, which a mark leaves free. */
  readonly plate?: Box | undefined;
}

/** A diagram as a canvas shows it. */
export interface ErdScene extends BoardScene {
  /** Lines, then entities, then what stands on lines. */
  readonly parts: readonly ScenePart[];
  readonly tables: readonly SceneTable[];
  /** The rows of all tables by their keys. */
  readonly rows: ReadonlyMap<string, SceneRow>;
  readonly lines: readonly SceneLine[];
  /** The drawing, for the next scene to keep what it can; in crow's foot notation only. */
  readonly drawing: ErdDrawing | undefined;
  /** The lines with their hops; in crow's foot notation only. */
  readonly hopping: readonly HoppingLine[];
}

/** A line and the points at which it hops over others. */
interface HoppingLine {
  readonly line: DrawnRelationship;
  readonly hops: readonly Point[];
}

/** The colours come from the style sheet: those of the palette are for programs without one. */
const PALETTE = new Palette("light");
const LABEL_ROOM = { width: 60, height: 20 };

/** In larger diagrams, lines that an edit or a movement changes lead straight from row to row: going around takes too long. */
const MOST_AROUND = 40;

/** The scene of nothing. */
export const NO_ERD: ErdScene = {
  parts: [],
  tables: [],
  rows: new Map(),
  lines: [],
  bounds: undefined,
  mapBoxes: [],
  drawing: undefined,
  hopping: [],
};

/**
 * The scene of a diagram with its entities at some places.
 *
 * @param lines Lines of a picture that the first scene continues.
 * @param isMoving True while a drag goes on: lines that stay keep their hops until it ends, and those that move have none.
 */
export function sceneOf(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
  notation: ErdNotation,
  before: ErdScene | undefined,
  isMoving: boolean = false,
  lines: readonly DrawnLine[] = [],
): ErdScene {
  if (notation === "chen") return chenScene(def, positions);
  const first = before?.drawing ?? drawingAt(def, positions, lines);
  return crowsFootScene(def, positions, before, isMoving, first);
}

/** The drawing as the diagram arranges itself where nothing was moved, else with other lines around what is where it was put. */
function drawingAt(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
  lines: readonly DrawnLine[],
): ErdDrawing {
  const isPlaced = [...measuredOf(def).entities.keys()].every((name) => Object.hasOwn(positions, name));
  // To arrange a large diagram takes longer than to draw lines around its entities.
  if (isPlaced && !DRAWN.has(def)) return drawErd(def, { boxes: positions, lines });
  const auto = drawingOf(def);
  const isMoved = auto.entities.some(({ name, box }) => {
    const at = positions[name];
    return at !== undefined && (at.x !== box.x || at.y !== box.y);
  });
  return isMoved ? drawErd(def, { boxes: positions, lines }) : auto;
}

function crowsFootScene(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
  before: ErdScene | undefined,
  isMoving: boolean,
  first: ErdDrawing,
): ErdScene {
  const drawnAround = isMoving || measuredOf(def).entities.size > MOST_AROUND
    ? undefined
    : (lines: readonly DrawnLine[]) => drawingAt(def, positions, lines);
  const drawing = placeErd(def, measuredOf(def), positions, first, drawnAround);
  const { entities, relationships, inheritance } = drawing;
  const hopping = hoppingLines(relationships, before, isMoving);
  const lines = hopping.map((item) => ({
    key: `line ${item.line.index}`,
    bounds: expanded(boundsOfLine([...item.line.points, ...item.line.roles]), evenly(24)),
    item,
    paint: () => lineElement(item.line, PALETTE, item.hops),
    entities: [item.line.from, item.line.to],
  }));
  const plates = relationships.flatMap((one) =>
    one.label
      ? [{
        key: `label ${one.index}`,
        bounds: one.label.box,
        item: one,
        paint: () => plateElement(one, PALETTE),
        entities: [one.from, one.to],
      }]
      : []
  );
  return indexed({
    parts: [
      ...inheritance.map((one) => ({
        key: `extends ${one.special}`,
        bounds: expanded(boundsOfLine(one.points), evenly(12)),
        item: one,
        paint: () => inheritanceElement(one, PALETTE),
        entities: [one.general, one.special],
      })),
      ...lines,
      ...entities.map((entity) => ({
        key: `entity ${entity.name}`,
        bounds: entity.box,
        item: entity,
        paint: () => entityElement(entity, PALETTE, false),
        entities: [entity.name],
      })),
      ...plates,
    ],
    tables: entities.map(tableOf),
    lines: relationships.map(({ index, from, to, points, ends, label }) => ({
      index,
      from,
      to,
      paths: [points],
      ends: [ends[0].point, ends[1].point],
      label: label?.box ?? around(middleOf(points)),
      plate: label?.box,
    })),
    bounds: entities.length === 0 ? undefined : drawing,
    drawing,
    hopping,
  });
}

const tables = new WeakMap<DrawnEntity, SceneTable>();

/** An entity as it can be pointed at, the same one as long as it stays where it is. */
function tableOf(entity: DrawnEntity): SceneTable {
  const known = tables.get(entity);
  if (known) return known;
  const { name, box, rows } = entity;
  const table = {
    name,
    box,
    rows: rows.filter((row) => row.name !== "").map((row) => ({
      key: attributeKey(name, row.name),
      entity: name,
      name: row.name,
      box: row.box,
      stateOf: row.stateOf,
      mark: row.stateMark,
    })),
  };
  tables.set(entity, table);
  return table;
}

/** The lines with their hops; those of the last scene where both are the same, so that they are not painted again. */
function hoppingLines(
  lines: readonly DrawnRelationship[],
  before: ErdScene | undefined,
  isMoving: boolean,
): HoppingLine[] {
  const known = new Map(before?.hopping.map((one) => [one.line, one]));
  if (isMoving) return lines.map((line) => known.get(line) ?? { line, hops: [] });
  const crossings = levelCrossings(lines.map(({ points }) => points));
  return lines.map((line, at) => {
    const [was, hops = []] = [known.get(line), crossings[at]];
    return was && equalJson(was.hops, hops) ? was : { line, hops };
  });
}

function chenScene(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
): ErdScene {
  const drawing = placeChen(chenOf(def), positions);
  const { entities, diamonds, lines, inheritance } = drawing;
  const ovalBox = ({ center, rx, ry }: typeof entities[number]["ovals"][number]) => ({
    x: center.x - rx,
    y: center.y - ry,
    width: 2 * rx,
    height: 2 * ry,
  });
  const byIndex = Map.groupBy(lines, ({ index }) => index);
  const ends = new Map(relationshipsOf(def).map(({ index, value }) => [index, value]));
  return indexed({
    parts: [
      ...inheritance.map((one) => ({
        key: `extends ${one.special}`,
        bounds: expanded(boundsOfLine(one.points), evenly(12)),
        item: one,
        paint: () => inheritanceElement(one, PALETTE),
        entities: [one.general, one.special],
      })),
      ...lines.map((line, at) => ({
        key: `line ${line.index} ${at}`,
        bounds: expanded(boundsOfLine(line.points), evenly(8)),
        item: line,
        paint: () => chenLineElement(line, PALETTE),
      })),
      ...entities.map((entity) => ({
        key: `entity ${entity.name}`,
        bounds: boundsOf([entity.box, ...entity.ovals.map(ovalBox)]),
        item: entity,
        paint: () => chenEntityElement(entity, PALETTE, false),
      })),
      ...diamonds.map((diamond) => ({
        key: `diamond ${diamond.index}`,
        bounds: boundsOf([
          {
            x: diamond.center.x - diamond.half.x,
            y: diamond.center.y - diamond.half.y,
            width: 2 * diamond.half.x,
            height: 2 * diamond.half.y,
          },
          ...diamond.ovals.map(ovalBox),
        ]),
        item: diamond,
        paint: () => diamondElement(diamond, PALETTE),
      })),
      ...lines.map((line, at) => ({
        key: `number ${line.index} ${at}`,
        bounds: expanded(boxAt(line.cardinality), evenly(12)),
        item: line,
        paint: () => numberElement(line, PALETTE),
      })),
    ],
    tables: entities.map(({ name, box, ovals }) => ({
      name,
      box,
      rows: ovals.map((oval) => ({
        key: attributeKey(name, oval.name),
        entity: name,
        name: oval.name,
        box: ovalBox(oval),
        stateOf: [],
        mark: undefined,
      })),
    })),
    lines: diamonds.map(({ index, center, half }) => {
      const own = byIndex.get(index) ?? [];
      const [one, other = one] = own;
      const { from, to } = ends.get(index) ?? {};
      return {
        index,
        from: textOrEmpty(from),
        to: textOrEmpty(to),
        paths: own.map(({ points }) => points),
        ends: [one?.cardinality ?? center, other?.cardinality ?? center],
        label: { x: center.x - half.x, y: center.y - half.y, width: 2 * half.x, height: 2 * half.y },
      };
    }),
    bounds: entities.length === 0 ? undefined : drawing,
    drawing: undefined,
    hopping: [],
  });
}

/** The middle of the longest part of a line. */
function middleOf(points: readonly Point[]): Point {
  let [best, longest] = [points[0] ?? { x: 0, y: 0 }, -1];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (next === undefined) break;
    const length = Math.abs(next.x - point.x) + Math.abs(next.y - point.y);
    if (length > longest) {
      [best, longest] = [{ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, length];
    }
  }
  return best;
}

function around({ x, y }: Point): Box {
  return { x: x - LABEL_ROOM.width / 2, y: y - LABEL_ROOM.height / 2, ...LABEL_ROOM };
}

/** Adds what is found by walking through the tables. */
function indexed(scene: Omit<ErdScene, "rows" | "mapBoxes">): ErdScene {
  return {
    ...scene,
    rows: new Map(scene.tables.flatMap(({ rows }) => rows.map((row) => [row.key, row]))),
    mapBoxes: scene.tables.map(({ box }) => ({ box, isContainer: false })),
  };
}

/** The distance from an end of a line within which the end is meant. */
const END_REACH = 26;
/** The distance from the mark of a stored state within which the mark is meant. */
const MARK_REACH = 9;

/**
 * The topmost part at a place. Attributes have the part `mark`, relationships `from` and `to`.
 *
 * @param air The distance, in the world, within which something thin is hit.
 */
export function hitAt({ tables, lines }: ErdScene, at: Point, air: number): Hit | undefined {
  for (const { name, box, rows } of tables.toReversed()) {
    const row = rows.find((one) => isIn(at, one.box, 0));
    if (row) return { key: row.key, part: isClose(row.mark, at, MARK_REACH) ? "mark" : undefined };
    if (isIn(at, box, 0)) return { key: entityKey(name) };
  }
  const labelled = lines.find(({ label }) => isIn(at, label, 2));
  if (labelled) return { key: relationshipKey(labelled.index) };
  const line = lines.findLast(({ paths }) => paths.some((points) => isNear(at, points, air)));
  if (line === undefined) return undefined;
  const end = line.ends.findIndex((one) => isClose(one, at, END_REACH));
  return { key: relationshipKey(line.index), part: end < 0 ? undefined : end === 0 ? "from" : "to" };
}

function isClose(point: Point | undefined, at: Point, reach: number): boolean {
  return point !== undefined && Math.hypot(point.x - at.x, point.y - at.y) <= reach;
}
