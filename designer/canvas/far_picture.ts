import { type Box, overlaps, type Point } from "@loom/protocol";
import { boundsOf, boxAt, type PictureColor } from "@loom/protocol/drawing";
import type { DrawFar, FarView } from "./far_layer.tsx";

/** A box as it is seen from afar. */
export interface FarBox {
  readonly box: Box;
  readonly fill: PictureColor;
  readonly name?: string | undefined;
  /** The height of its head. */
  readonly head?: number | undefined;
}

/** What can be told apart from afar. */
export interface FarPicture {
  /** Boxes with others inside, the outer ones first; their names are in their upper left corners. */
  readonly containers: readonly FarBox[];
  readonly lines: readonly (readonly Point[])[];
  readonly boxes: readonly FarBox[];
}

/** The least scale at which names of boxes can be read. */
const NAME_SCALE = 0.12;
/** The size of names on the screen, in pixels; a name that does not fit its box is left out. */
const NAME_PIXELS = 12;
/** Lines that are drawn at once: a path of all of them takes much longer than several of some. */
const BATCH = 64;

/** Draws a board from afar: containers by the shade of their depth with their names, thin lines, boxes. */
export function drawFar({ containers, lines, boxes }: FarPicture): DrawFar {
  return (context, view) => {
    const isSeen = ({ box }: FarBox) => overlaps(box, view.window);
    const outer = containers.filter(isSeen);
    context.lineWidth = 1 / view.scale;
    drawBoxes(context, outer, view.colors);
    drawLines(context, lines, view);
    const seen = boxes.filter(isSeen);
    drawBoxes(context, seen, view.colors);
    if (view.scale >= NAME_SCALE) drawNames(context, seen, view);
    drawHeadings(context, outer, view);
  };
}

function drawBoxes(
  context: CanvasRenderingContext2D,
  boxes: readonly FarBox[],
  colors: FarView["colors"],
): void {
  context.strokeStyle = colors.nodeStroke ?? "";
  // Containers overlap: only boxes of one fill that follow each other are drawn at once.
  for (let from = 0, to = 0; from < boxes.length; from = to) {
    const fill = boxes[from]?.fill ?? "nodeFill";
    context.fillStyle = colors[fill] ?? "";
    context.beginPath();
    for (; boxes[to]?.fill === fill; to++) {
      const { x, y, width, height } = boxes[to]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
      context.rect(x, y, width, height);
    }
    context.fill();
    context.stroke();
  }
  context.fillStyle = colors.chipStroke ?? "";
  for (const { box, head } of boxes) {
    if (head !== undefined) context.fillRect(box.x, box.y, box.width, Math.min(box.height, head));
  }
}

function drawLines(
  context: CanvasRenderingContext2D,
  lines: FarPicture["lines"],
  { window, scale, colors }: FarView,
): void {
  context.strokeStyle = colors.nodeStroke ?? "";
  context.lineWidth = 0.6 / scale;
  let count = 0;
  context.beginPath();
  for (const points of lines) {
    const [first, ...rest] = points;
    if (!first || !touches(points, window)) continue;
    // Sharp corners: nobody sees from afar that they are round.
    context.moveTo(first.x, first.y);
    for (const { x, y } of rest) context.lineTo(x, y);
    if (++count % BATCH !== 0) continue;
    context.stroke();
    context.beginPath();
  }
  context.stroke();
  context.lineWidth = 1 / scale;
}

/** Checks whether a line may be seen; straight ones have boxes without a width or a height. */
export function touches(points: readonly Point[], window: Box): boolean {
  const { x, y, width, height } = boundsOf(points.map(boxAt));
  return x <= window.x + window.width && window.x <= x + width && y <= window.y + window.height &&
    window.y <= y + height;
}

function drawNames(
  context: CanvasRenderingContext2D,
  boxes: readonly FarBox[],
  { scale, colors }: FarView,
): void {
  context.fillStyle = colors.label ?? "";
  context.font = `600 ${NAME_PIXELS / scale}px Inter, system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { name, box } of boxes) {
    if (name === undefined || box.height < NAME_PIXELS / scale) continue;
    context.fillText(name, box.x + box.width / 2, box.y + box.height / 2, box.width - 8);
  }
}

function drawHeadings(
  context: CanvasRenderingContext2D,
  containers: readonly FarBox[],
  { scale, colors }: FarView,
): void {
  const size = NAME_PIXELS / scale;
  context.font = `600 ${size}px Inter, system-ui, sans-serif`;
  context.textAlign = "start";
  context.textBaseline = "top";
  for (const { box, name = "", fill } of containers) {
    if (box.height < size * 2 || box.width < size * 4) continue;
    const width = Math.min(box.width - size, context.measureText(name).width);
    // The name is larger than the head of its box now: what it covers does not show through.
    context.globalAlpha = 0.85;
    context.fillStyle = colors[fill] ?? "";
    context.fillRect(box.x + size * 0.3, box.y + size * 0.3, width + size * 0.4, size * 1.3);
    context.globalAlpha = 1;
    context.fillStyle = colors.label ?? "";
    context.fillText(name, box.x + size / 2, box.y + size / 2, width);
  }
}
