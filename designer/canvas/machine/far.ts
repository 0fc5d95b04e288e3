import { depthFill, depthsOf, type PictureColor } from "@loom/protocol/drawing";
import { type Box, type DrawnEdge, type DrawnState, overlaps } from "@loom/protocol";
import type { DrawFar, FarView } from "../far_layer.tsx";
import type { Scene } from "./scene.ts";

/** The colours that a board from afar needs. */
export const FAR_COLORS: readonly (PictureColor)[] = [
  "nodeFill",
  "nodeStroke",
  "compositeFill",
  "compositeFill2",
  "compositeFill3",
  "edge",
  "label",
  "accent",
  "active",
];

/** Options of {@linkcode drawFarMachine}. */
export interface FarMarks {
  readonly active: ReadonlySet<string>;
  /** States and lines that something else shows, as those that are being moved. */
  readonly hidden: ReadonlySet<string>;
}

/** Draws a machine from afar: boxes, containers by the shade of their depth with their names, thin lines. */
export function drawFarMachine(scene: Scene, marks: FarMarks): DrawFar {
  const depths = depthsOf(scene.drawing);
  return (context, view) => {
    const { window, scale, colors } = view;
    const shown = scene.states.filter(({ box, key }) => !marks.hidden.has(key) && overlaps(box, window));
    const containers = shown.filter(({ isContainer }) => isContainer);
    context.lineWidth = 1 / scale;
    for (const state of containers) drawContainer(context, state, depths.get(state.key) ?? 0, colors);
    drawLines(context, scene, view, marks.hidden);
    drawBoxes(context, shown.filter(({ isContainer }) => !isContainer), marks.active, colors);
    drawNames(context, containers, view, depths);
  };
}

type Colors = FarView["colors"];

function drawContainer(
  context: CanvasRenderingContext2D,
  { box }: DrawnState,
  depth: number,
  colors: Colors,
): void {
  context.fillStyle = colors[depthFill(depth)] ?? "";
  context.fillRect(box.x, box.y, box.width, box.height);
  context.strokeStyle = colors.nodeStroke ?? "";
  context.strokeRect(box.x, box.y, box.width, box.height);
}

/** Lines that are drawn at once: a path of all of them takes much longer than several of some. */
const BATCH = 64;

function drawLines(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { window, scale, colors }: FarView,
  hidden: ReadonlySet<string>,
): void {
  context.strokeStyle = colors.nodeStroke ?? "";
  context.lineWidth = 0.6 / scale;
  let count = 0;
  context.beginPath();
  for (const edge of scene.edges) {
    if (!addLine(context, edge, window, hidden) || ++count % BATCH !== 0) continue;
    context.stroke();
    context.beginPath();
  }
  context.stroke();
  context.lineWidth = 1 / scale;
}

/** Adds a line that may be seen; the corners are sharp, which nobody sees from afar. */
function addLine(
  context: CanvasRenderingContext2D,
  { points, from, to }: DrawnEdge,
  window: Box,
  hidden: ReadonlySet<string>,
): boolean {
  const [first, ...rest] = points;
  if (!first || hidden.has(from) || hidden.has(to)) return false;
  const isOutside = (at: "x" | "y", begin: number, length: number) =>
    points.every((point) => point[at] < begin) || points.every((point) => point[at] > begin + length);
  if (isOutside("x", window.x, window.width) || isOutside("y", window.y, window.height)) return false;
  context.moveTo(first.x, first.y);
  for (const { x, y } of rest) context.lineTo(x, y);
  return true;
}

function drawBoxes(
  context: CanvasRenderingContext2D,
  states: readonly DrawnState[],
  active: ReadonlySet<string>,
  colors: Colors,
): void {
  context.fillStyle = colors.nodeFill ?? "";
  context.strokeStyle = colors.nodeStroke ?? "";
  context.beginPath();
  for (const { box } of states) context.rect(box.x, box.y, box.width, box.height);
  context.fill();
  context.stroke();
  const lit = states.filter(({ name }) => active.has(name));
  if (lit.length === 0) return;
  context.fillStyle = colors.active ?? "";
  for (const { box } of lit) context.fillRect(box.x, box.y, box.width, box.height);
}

/** The height of names in pixels; a name that does not fit its box is left out. */
const NAME_PIXELS = 12;

function drawNames(
  context: CanvasRenderingContext2D,
  containers: readonly DrawnState[],
  { scale, colors }: FarView,
  depths: ReadonlyMap<string, number>,
): void {
  const size = NAME_PIXELS / scale;
  context.font = `600 ${size}px Inter, system-ui, sans-serif`;
  context.textBaseline = "top";
  for (const { box, name, key } of containers) {
    if (box.height < size * 2 || box.width < size * 4) continue;
    const width = Math.min(box.width - size, context.measureText(name).width);
    // The name is larger than the head of its box now: what it covers does not show through.
    context.globalAlpha = 0.85;
    context.fillStyle = colors[depthFill(depths.get(key) ?? 0)] ?? "";
    context.fillRect(box.x + size * 0.3, box.y + size * 0.3, width + size * 0.4, size * 1.3);
    context.globalAlpha = 1;
    context.fillStyle = colors.label ?? "";
    context.fillText(name, box.x + size / 2, box.y + size / 2, width);
  }
}
