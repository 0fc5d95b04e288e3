import {
  type Box,
  type DrawnEdge,
  type DrawnInitial,
  type DrawnState,
  type LayoutBox,
  type Point,
  PORT_PITCH,
} from "@loom/protocol";
import { expanded, middleOfLine, moved, straightLine } from "@loom/protocol/drawing";
import type { Scene } from "./scene.ts";

/** A movement of states that goes on: the keys of all that move, and by how much. */
export interface LiveMove {
  readonly keys: ReadonlySet<string>;
  readonly by: Point;
}

/** The room that a container keeps around its children: beside them, and above for its name. */
const AROUND = { top: 58, right: 24, bottom: 24, left: 24 };

/** The keys with all that is inside of them. */
export function withInside(scene: Scene, keys: Iterable<string>): Set<string> {
  const all = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (all.has(key)) continue;
    all.add(key);
    waiting.push(...scene.children.get(key) ?? []);
  }
  return all;
}

/** The box of a state while a movement goes on. */
export function liveBox({ key, box }: DrawnState, move: LiveMove | undefined): Box {
  return move?.keys.has(key) ? moved(box, move.by) : box;
}

/** The lines of the states that move, as they are led meanwhile: straight from side to side. */
export function liveEdges(scene: Scene, move: LiveMove): Map<string, DrawnEdge> {
  const live = new Map<string, DrawnEdge>();
  for (const key of move.keys) {
    for (const edge of scene.edgesOf.get(key) ?? []) {
      if (live.has(edge.id)) continue;
      const [isFrom, isTo] = [move.keys.has(edge.from), move.keys.has(edge.to)];
      live.set(edge.id, isFrom && isTo ? movedEdge(edge, move.by) : ledAnew(scene, edge, move));
    }
  }
  return live;
}

function movedEdge(edge: DrawnEdge, by: Point): DrawnEdge {
  return {
    ...edge,
    points: edge.points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
    label: edge.label && movedLabel(edge.label, by),
  };
}

function movedLabel(label: NonNullable<DrawnEdge["label"]>, by: Point): DrawnEdge["label"] {
  const text = (one: typeof label.event): typeof label.event =>
    one &&
    {
      ...one,
      x: one.x + by.x,
      y: one.y + by.y,
      ...(one.more ? { more: one.more.map((line) => text(line) ?? line) } : {}),
    };
  return {
    box: moved(label.box, by),
    glyph: label.glyph && { ...label.glyph, x: label.glyph.x + by.x, y: label.glyph.y + by.y },
    event: text(label.event),
    guard: text(label.guard),
    actions: text(label.actions),
  };
}

function ledAnew(scene: Scene, edge: DrawnEdge, move: LiveMove): DrawnEdge {
  const [from, to] = [scene.byKey.get(edge.from), scene.byKey.get(edge.to)];
  if (!from || !to) return edge;
  const beside = (scene.edgesOf.get(edge.from) ?? []).filter((other) =>
    new Set([other.from, other.to, edge.from, edge.to]).size === new Set([edge.from, edge.to]).size
  );
  const shift = (beside.indexOf(edge) - (beside.length - 1) / 2) * PORT_PITCH;
  const points = straightLine(liveBox(from, move), liveBox(to, move), shift);
  const middle = middleOfLine(points);
  const { label } = edge;
  const by = label && {
    x: middle.x - label.box.x - label.box.width / 2,
    y: middle.y - label.box.y - label.box.height / 2,
  };
  return { ...edge, points, label: label && by && movedLabel(label, by) };
}

/** A mark of a default state whose state moves. */
export function liveInitial(initial: DrawnInitial, move: LiveMove): DrawnInitial {
  if (!move.keys.has(initial.to)) return initial;
  const at = ({ x, y }: Point) => ({ x: x + move.by.x, y: y + move.by.y });
  return { ...initial, center: at(initial.center), points: initial.points.map(at) };
}

/** The boxes after a movement: of what has moved, and of the containers that grow to hold it. */
export function boxesAfter(scene: Scene, { keys, by }: LiveMove): Record<string, LayoutBox> {
  const boxes: Record<string, LayoutBox> = {};
  for (const key of keys) {
    const state = scene.byKey.get(key);
    if (state) boxes[key] = moved(state.box, by);
  }
  for (const key of keys) {
    let inner = boxes[key];
    for (let at = scene.byKey.get(key)?.parent; at !== undefined && inner; at = scene.byKey.get(at)?.parent) {
      const state = scene.byKey.get(at);
      if (keys.has(at) || !state || state.slot === "root") break;
      const grown = around(boxes[at] ?? state.box, expanded(inner, AROUND));
      if (grown !== (boxes[at] ?? state.box)) boxes[at] = grown;
      inner = grown;
    }
  }
  return boxes;
}

function around(outer: Box, inner: Box): Box {
  const x = Math.min(outer.x, inner.x);
  const y = Math.min(outer.y, inner.y);
  const right = Math.max(outer.x + outer.width, inner.x + inner.width);
  const bottom = Math.max(outer.y + outer.height, inner.y + inner.height);
  if (x === outer.x && y === outer.y && right - x === outer.width && bottom - y === outer.height) {
    return outer;
  }
  return { x, y, width: right - x, height: bottom - y };
}
