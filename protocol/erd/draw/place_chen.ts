import { boundsOf, type Box, boxAt, evenly, expanded, type Point } from "../../geometry/box.ts";
import { movedText } from "../../picture/drawn_text.ts";
import type { ChenDiamond, ChenDrawing, ChenEntity, ChenLine, ChenOval } from "./chen_drawing.ts";

/** From the border of an entity to the middle of the number of a line. */
const NUMBER_AWAY = 16;
/** The least distance of a line from the corner of an entity. */
const CORNER = 14;

/**
 * Draws a diagram in Chen's notation with its entities where they are wanted. What belongs to entities that are where they
 * were in an earlier drawing stays; a relationship of one that is elsewhere stands in the middle between its entities.
 *
 * @param drawing The drawing of the same document.
 * @param places The places of the rectangles, by name; entities without one are left out, with their lines.
 */
export function placeChen(drawing: ChenDrawing, places: Readonly<Record<string, Point>>): ChenDrawing {
  const entities = drawing.entities.flatMap((entity) => {
    const place = Object.hasOwn(places, entity.name) ? places[entity.name] : undefined;
    return place ? [movedEntity(entity, { x: place.x - entity.box.x, y: place.y - entity.box.y })] : [];
  });
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const stays = new Set(
    entities.filter((entity) => drawing.entities.includes(entity)).map(({ name }) => name),
  );
  const ends = Map.groupBy(drawing.lines, ({ index }) => index);
  const beside = new Map<string, number>();
  const diamonds = new Map<number, ChenDiamond>();
  for (const diamond of drawing.diamonds) {
    const names = (ends.get(diamond.index) ?? []).map(({ entity }) => entity);
    const owners = names.flatMap((name) => byName.get(name) ?? []);
    if (owners.length < names.length) continue;
    if (names.every((name) => stays.has(name))) {
      diamonds.set(diamond.index, diamond);
      continue;
    }
    const pair = names.toSorted().join("\n");
    const nth = beside.get(pair) ?? 0;
    beside.set(pair, nth + 1);
    diamonds.set(diamond.index, movedDiamond(diamond, betweenOf(owners, nth)));
  }
  const lines = drawing.lines.flatMap((line) => {
    const [entity, diamond] = [byName.get(line.entity), diamonds.get(line.index)];
    if (!entity || !diamond) return [];
    return [drawing.diamonds.includes(diamond) ? line : lineBetween(line, entity.box, diamond)];
  });
  const inheritance = drawing.inheritance.flatMap((one) => {
    const [general, special] = [byName.get(one.general), byName.get(one.special)];
    if (!general || !special) return [];
    if (stays.has(one.general) && stays.has(one.special)) return [one];
    return [{ ...one, points: straight(general.box, special.box) }];
  });
  const placed = [...diamonds.values()];
  const bounds = boundsOf([
    ...entities.map(({ box }) => box),
    ...[...entities, ...placed].flatMap(({ ovals }) =>
      ovals.map(({ center, rx, ry }) => around(center, rx, ry))
    ),
    ...placed.map(({ center, half }) => around(center, half.x, half.y)),
    ...[...lines, ...inheritance].flatMap(({ points }) =>
      points.map((point) => expanded(boxAt(point), evenly(3)))
    ),
  ]);
  return { name: drawing.name, ...bounds, entities, diamonds: placed, lines, inheritance };
}

function around({ x, y }: Point, rx: number, ry: number): Box {
  return { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry };
}

function movedEntity(entity: ChenEntity, by: Point): ChenEntity {
  if (by.x === 0 && by.y === 0) return entity;
  return {
    ...entity,
    box: { ...entity.box, ...movedPoint(entity.box, by) },
    title: movedText(entity.title, by),
    ovals: entity.ovals.map((oval) => movedOval(oval, by)),
  };
}

function movedDiamond(diamond: ChenDiamond, to: Point): ChenDiamond {
  const by = { x: to.x - diamond.center.x, y: to.y - diamond.center.y };
  return {
    ...diamond,
    center: to,
    label: movedText(diamond.label, by),
    ovals: diamond.ovals.map((oval) => movedOval(oval, by)),
  };
}

function movedOval(oval: ChenOval, by: Point): ChenOval {
  return {
    ...oval,
    center: movedPoint(oval.center, by),
    text: movedText(oval.text, by),
    line: [movedPoint(oval.line[0], by), movedPoint(oval.line[1], by)],
  };
}

function movedPoint({ x, y }: Point, by: Point): Point {
  return { x: x + by.x, y: y + by.y };
}

/** The middle between two entities; below an entity for a relationship with itself; several stand below each other. */
function betweenOf(owners: readonly ChenEntity[], nth: number): Point {
  const [a, b = a] = owners;
  if (!a || !b) return { x: 0, y: 0 };
  const shift = Math.ceil(nth / 2) * 60 * (nth % 2 === 0 ? 1 : -1);
  if (a === b) return { x: a.box.x + a.box.width / 2 + shift, y: a.box.y + a.box.height + 80 };
  return {
    x: (a.box.x + b.box.x + (a.box.width + b.box.width) / 2) / 2,
    y: (a.box.y + b.box.y + (a.box.height + b.box.height) / 2) / 2 + shift,
  };
}

function lineBetween(line: ChenLine, box: Box, { center, half }: ChenDiamond): ChenLine {
  const down = center.y >= box.y + box.height / 2;
  const x = within(center.x, box);
  const start = { x, y: down ? box.y + box.height : box.y };
  const tip = { x: center.x, y: down ? center.y - half.y : center.y + half.y };
  const length = Math.hypot(tip.x - start.x, tip.y - start.y) || 1;
  const share = Math.min(0.5, NUMBER_AWAY / length);
  const number = line.cardinality;
  return {
    ...line,
    points: [start, tip],
    cardinality: {
      ...number,
      x: start.x + (tip.x - start.x) * share,
      y: start.y + (tip.y - start.y) * share + number.size * 0.3635,
    },
  };
}

function straight(general: Box, special: Box): Point[] {
  const down = special.y >= general.y + general.height / 2;
  const start = {
    x: within(special.x + special.width / 2, general),
    y: down ? general.y + general.height : general.y,
  };
  return [start, { x: within(start.x, special), y: down ? special.y : special.y + special.height }];
}

function within(x: number, box: Box): number {
  return Math.max(box.x + CORNER, Math.min(box.x + box.width - CORNER, x));
}
