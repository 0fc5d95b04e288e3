import {
  type Box,
  type EntityRelationshipDefinition,
  type ErdDrawing,
  type ErdNotation,
  type LayoutBox,
  overlaps,
  type Point,
  relationshipsOf,
  textOrEmpty,
} from "@loom/protocol";
import {
  boundsOf,
  boxAt,
  chenEntityElement,
  chenLineElement,
  diamondElement,
  drawErd,
  entityElement,
  evenly,
  expanded,
  inheritanceElement,
  lineElement,
  numberElement,
  Palette,
  placeChen,
  placeErd,
  plateElement,
} from "@loom/protocol/drawing";
import { chenOf, drawingOf, measuredOf } from "./auto_layout.ts";

/** A part of a board that is drawn on its own: it is left out while it is not in sight. */
export interface ScenePart {
  readonly key: string;
  readonly bounds: Box;
  readonly markup: string;
}

/** An entity as it can be pointed at. */
export interface SceneTable {
  readonly name: string;
  readonly box: Box;
  readonly rows: readonly SceneRow[];
}

/** An attribute as it can be pointed at. */
export interface SceneRow {
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
  /** Where it ends, that of `from` first. */
  readonly ends: readonly [Point, Point];
  /** Where its label is, or would be. */
  readonly label: Box;
}

/** A diagram as a canvas shows it. */
export interface ErdScene {
  /** Lines, then entities, then what stands on lines. */
  readonly parts: readonly ScenePart[];
  readonly tables: readonly SceneTable[];
  readonly lines: readonly SceneLine[];
  readonly bounds: Box | undefined;
  /** The drawing, for the next scene to keep what it can; in crow's foot notation only. */
  readonly drawing: ErdDrawing | undefined;
}

/** The colours come from the style sheet: those of the palette are for programs without one. */
const PALETTE = new Palette("light");
const LABEL_ROOM = { width: 60, height: 20 };

/** Markup by what it was made of: what has not changed is not written again. */
const written = new WeakMap<object, string>();

function markupOf<Drawn extends object>(drawn: Drawn, write: (drawn: Drawn) => string): string {
  const known = written.get(drawn);
  if (known !== undefined) return known;
  const markup = write(drawn);
  written.set(drawn, markup);
  return markup;
}

/** The scene of a diagram with its entities at some places. */
export function sceneOf(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
  notation: ErdNotation,
  before: ErdScene | undefined,
): ErdScene {
  return notation === "chen" ? chenScene(def, positions) : crowsFootScene(def, positions, before);
}

/** The first drawing: as the diagram arranges itself where nothing was moved, else around what is where it was put. */
function firstDrawing(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
): ErdDrawing {
  const auto = drawingOf(def);
  const isMoved = auto.entities.some(({ name, box }) => {
    const at = positions[name];
    return at !== undefined && (at.x !== box.x || at.y !== box.y);
  });
  return isMoved ? drawErd(def, { boxes: positions, lines: [] }) : auto;
}

function crowsFootScene(
  def: EntityRelationshipDefinition,
  positions: Readonly<Record<string, LayoutBox>>,
  before: ErdScene | undefined,
): ErdScene {
  const drawing = placeErd(def, measuredOf(def), positions, before?.drawing ?? firstDrawing(def, positions));
  const { entities, relationships, inheritance } = drawing;
  const lines = relationships.map((one) => ({
    key: `line ${one.index}`,
    bounds: expanded(boundsOf([...one.points.map(boxAt), ...one.roles.map(boxAt)]), evenly(24)),
    markup: markupOf(one, (drawn) => lineElement(drawn, PALETTE)),
  }));
  const plates = relationships.flatMap((one) =>
    one.label
      ? [{ key: `label ${one.index}`, bounds: one.label.box, markup: plateElement(one, PALETTE) }]
      : []
  );
  return {
    parts: [
      ...inheritance.map((one) => ({
        key: `extends ${one.special}`,
        bounds: expanded(boundsOf(one.points.map(boxAt)), evenly(12)),
        markup: inheritanceElement(one, PALETTE),
      })),
      ...lines,
      ...entities.map((entity) => ({
        key: `entity ${entity.name}`,
        bounds: entity.box,
        markup: markupOf(entity, (drawn) => entityElement(drawn, PALETTE, false)),
      })),
      ...plates,
    ],
    tables: entities.map(({ name, box, rows }) => ({
      name,
      box,
      rows: rows.filter((row) => row.name !== "").map((row) => ({
        name: row.name,
        box: row.box,
        stateOf: row.stateOf,
        mark: row.stateMark,
      })),
    })),
    lines: relationships.map(({ index, from, to, points, ends, label }) => ({
      index,
      from,
      to,
      paths: [points],
      ends: [ends[0].point, ends[1].point],
      label: label?.box ?? around(middleOf(points)),
    })),
    bounds: entities.length === 0 ? undefined : drawing,
    drawing,
  };
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
  return {
    parts: [
      ...inheritance.map((one) => ({
        key: `extends ${one.special}`,
        bounds: expanded(boundsOf(one.points.map(boxAt)), evenly(12)),
        markup: inheritanceElement(one, PALETTE),
      })),
      ...lines.map((line, at) => ({
        key: `line ${line.index} ${at}`,
        bounds: expanded(boundsOf(line.points.map(boxAt)), evenly(8)),
        markup: markupOf(line, (drawn) => chenLineElement(drawn, PALETTE)),
      })),
      ...entities.map((entity) => ({
        key: `entity ${entity.name}`,
        bounds: boundsOf([entity.box, ...entity.ovals.map(ovalBox)]),
        markup: markupOf(entity, (drawn) => chenEntityElement(drawn, PALETTE, false)),
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
        markup: markupOf(diamond, (drawn) => diamondElement(drawn, PALETTE)),
      })),
      ...lines.map((line, at) => ({
        key: `number ${line.index} ${at}`,
        bounds: expanded(boxAt(line.cardinality), evenly(12)),
        markup: numberElement(line, PALETTE),
      })),
    ],
    tables: entities.map(({ name, box, ovals }) => ({
      name,
      box,
      rows: ovals.map((oval) => ({ name: oval.name, box: ovalBox(oval), stateOf: [], mark: undefined })),
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
  };
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

/** The part of a diagram that is under a pointer. */
export type ErdHit =
  | { readonly kind: "entity"; readonly entity: string }
  | {
    readonly kind: "row";
    readonly entity: string;
    readonly attribute: string;
    readonly stateOf: readonly string[];
    /** True on the mark that says that it stores the state of a machine. */
    readonly isOnMark: boolean;
  }
  | { readonly kind: "end"; readonly index: number; readonly end: 0 | 1 }
  | { readonly kind: "line"; readonly index: number };

/** The distance from an end of a line within which the end is meant. */
const END_REACH = 26;
/** The distance from the mark of a stored state within which the mark is meant. */
const MARK_REACH = 9;

/**
 * The topmost part at a place.
 *
 * @param air The distance, in the world, within which something thin is hit.
 */
export function hitAt({ tables, lines }: ErdScene, at: Point, air: number): ErdHit | undefined {
  for (const { name, box, rows } of tables.toReversed()) {
    const row = rows.find((one) => isIn(at, one.box, 0));
    if (row) {
      const isOnMark = row.mark !== undefined &&
        Math.hypot(row.mark.x - at.x, row.mark.y - at.y) <= MARK_REACH;
      return { kind: "row", entity: name, attribute: row.name, stateOf: row.stateOf, isOnMark };
    }
    if (isIn(at, box, 0)) return { kind: "entity", entity: name };
  }
  const labelled = lines.find(({ label }) => isIn(at, label, 2));
  if (labelled) return { kind: "line", index: labelled.index };
  const line = lines.toReversed().find(({ paths }) => paths.some((points) => isNear(at, points, air)));
  if (line === undefined) return undefined;
  const end = line.ends.findIndex((one) => Math.hypot(one.x - at.x, one.y - at.y) <= END_REACH);
  return end < 0
    ? { kind: "line", index: line.index }
    : { kind: "end", index: line.index, end: end === 0 ? 0 : 1 };
}

/** The entities that a rectangle touches. */
export function tablesIn({ tables }: ErdScene, area: Box): string[] {
  return tables.filter(({ box }) => overlaps(box, area)).map(({ name }) => name);
}

function isIn({ x, y }: Point, box: Box, air: number): boolean {
  return x >= box.x - air && x <= box.x + box.width + air && y >= box.y - air &&
    y <= box.y + box.height + air;
}

function isNear(at: Point, points: readonly Point[], reach: number): boolean {
  return points.slice(1).some((b, index) => {
    const a = points[index] ?? b;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const share = length === 0
      ? 0
      : Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
    return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy) <= reach;
  });
}
