import type { Box, DrawnEdge, DrawnState, Point } from "@loom/protocol";
import type { Scene } from "./scene.ts";

/** The part of a board that is under a pointer. */
export type Hit =
  | { readonly kind: "state"; readonly id: string; readonly onHead: boolean }
  | { readonly kind: "transition"; readonly id: string };

/** The reach of a pointer in pixels. */
export interface Reach {
  readonly box: number;
  readonly line: number;
}

/** The reach of a mouse, and that of a finger: a fingertip covers 44 pixels. */
export const REACH: Readonly<Record<"mouse" | "touch", Reach>> = {
  mouse: { box: 0, line: 5 },
  touch: { box: 10, line: 14 },
};

/** The height of the part of a container that is taken in hand like a box. */
const HEAD = 34;

/** The topmost part at a place: labels, boxes, lines, containers. */
export function hitAt(scene: Scene, at: Point, scale: number, reach: Reach): Hit | undefined {
  const [air, line] = [reach.box / scale, reach.line / scale];
  const label = findLast(scene.edges, ({ label }) => label !== undefined && isIn(at, label.box, air));
  if (label) return { kind: "transition", id: label.id };
  const box = findLast(scene.states, ({ isContainer, box }) => !isContainer && isIn(at, box, 0)) ??
    findLast(scene.states, ({ isContainer, box }) => !isContainer && isIn(at, box, air));
  if (box) return { kind: "state", id: box.key, onHead: true };
  const edge = findLast(scene.edges, (one) => isNearLine(at, one, line));
  if (edge) return { kind: "transition", id: edge.id };
  const container = containerAt(scene, at, air);
  if (container === undefined) return undefined;
  const { key, box: outer } = container;
  const onHead = at.y < outer.y + HEAD + air || !isIn(at, outer, -6 / scale);
  return { kind: "state", id: key, onHead };
}

/** The state at a place, for a line that is to end there. */
export function stateAt(scene: Scene, at: Point, air: number): DrawnState | undefined {
  return findLast(scene.states, ({ isContainer, box }) => !isContainer && isIn(at, box, air)) ??
    containerAt(scene, at, 0);
}

/** The innermost container at a place. */
export function containerAt(scene: Scene, at: Point, air: number = 0): DrawnState | undefined {
  return findLast(
    scene.states,
    ({ isContainer, box, key, slot }) =>
      isContainer && slot !== "root" && !scene.ghosts.has(key) && isIn(at, box, air),
  );
}

/** The states that a rectangle touches: boxes, and containers that lie in it. */
export function statesIn(scene: Scene, area: Box): string[] {
  return scene.states.filter(({ box, isContainer, key }) => {
    if (scene.ghosts.has(key)) return false;
    const { x, y, width, height } = box;
    if (isContainer) {
      return x >= area.x && y >= area.y && x + width <= area.x + area.width &&
        y + height <= area.y + area.height;
    }
    return x < area.x + area.width && area.x < x + width && y < area.y + area.height && area.y < y + height;
  }).map(({ key }) => key);
}

function isIn({ x, y }: Point, box: Box, air: number): boolean {
  return x >= box.x - air && x <= box.x + box.width + air && y >= box.y - air &&
    y <= box.y + box.height + air;
}

function isNearLine(at: Point, { points }: DrawnEdge, reach: number): boolean {
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    if (a && b && distanceTo(at, a, b) <= reach) return true;
  }
  return false;
}

function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

function findLast<Item>(items: readonly Item[], test: (item: Item) => boolean): Item | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item !== undefined && test(item)) return item;
  }
  return undefined;
}
