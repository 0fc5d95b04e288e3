import { type Box, type DrawnState, overlaps, type Point } from "@loom/protocol";
import type { Hit } from "../board.ts";
import { isIn, isNear } from "../geometry.ts";
import { isInside } from "../view_window.ts";
import type { Scene } from "./scene.ts";

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

/** The topmost part at a place: labels, boxes, lines, containers. A container has the part `inside` beside its head and border. */
export function hitAt(scene: Scene, at: Point, scale: number, reach: Reach): Hit | undefined {
  const [air, line] = [reach.box / scale, reach.line / scale];
  const label = scene.edges.findLast(({ label }) => label !== undefined && isIn(at, label.box, air));
  if (label) return { key: `transition:${label.id}` };
  const box = boxAt(scene, at, 0) ?? boxAt(scene, at, air);
  if (box) return { key: `state:${box.key}` };
  const edge = scene.edges.findLast(({ points }) => isNear(at, points, line));
  if (edge) return { key: `transition:${edge.id}` };
  const container = containerAt(scene, at, air);
  if (container === undefined) return undefined;
  const { key, box: outer } = container;
  const onHead = at.y < outer.y + HEAD + air || !isIn(at, outer, -6 / scale);
  return { key: `state:${key}`, part: onHead ? undefined : "inside" };
}

function boxAt({ states }: Scene, at: Point, air: number): DrawnState | undefined {
  return states.findLast(({ isContainer, box }) => !isContainer && isIn(at, box, air));
}

/** The state at a place, for a line that is to end there. */
export function stateAt(scene: Scene, at: Point, air: number): DrawnState | undefined {
  return boxAt(scene, at, air) ?? containerAt(scene, at);
}

/** The innermost container at a place. */
export function containerAt({ states, ghosts }: Scene, at: Point, air: number = 0): DrawnState | undefined {
  return states.findLast(({ isContainer, box, key, slot }) =>
    isContainer && slot !== "root" && !ghosts.has(key) && isIn(at, box, air)
  );
}

/** The states that a rectangle touches: boxes, and containers that lie in it. */
export function statesIn({ states, ghosts }: Scene, area: Box): string[] {
  return states.filter(({ box, isContainer, key }) =>
    !ghosts.has(key) && (isContainer ? isInside(box, area) : overlaps(box, area))
  ).map(({ key }) => key);
}
