import { type Box, equalJson, overlaps, type Point, type Size, type Viewport } from "@loom/protocol";
import { boundsOfLine, type PictureColor } from "@loom/protocol/drawing";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { currentColors } from "./theme.ts";
import { windowAround } from "./view_window.ts";

/** A box as it is seen from afar. */
export interface FarBox {
  readonly box: Box;
  readonly fill: PictureColor;
  readonly name?: string | undefined;
  /** The height of its head. */
  readonly head?: number | undefined;
}

/** Shapes that stay distinct at a small zoom. */
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
  const { x, y, width, height } = boundsOfLine(points);
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
  const plates: Box[] = [];
  for (const { box, name = "", fill } of containers) {
    if (box.height < size * 2 || box.width < size * 4) continue;
    const width = Math.min(box.width - size, context.measureText(name).width);
    const plate = {
      x: box.x + size * 0.3,
      y: box.y + size * 0.3,
      width: width + size * 0.4,
      height: size * 1.3,
    };
    // The outer name is drawn where two would lie over each other.
    if (plates.some((other) => overlaps(plate, other))) continue;
    plates.push(plate);
    // The name is larger than the head of its box now: what it covers does not show through.
    context.globalAlpha = 0.85;
    context.fillStyle = colors[fill] ?? "";
    context.fillRect(plate.x, plate.y, plate.width, plate.height);
    context.globalAlpha = 1;
    context.fillStyle = colors.label ?? "";
    context.fillText(name, box.x + size / 2, box.y + size / 2, width);
  }
}

/** The way to draw a board from afar: world units, the colours of the canvas, and what of the world is needed. */
export type DrawFar = (context: CanvasRenderingContext2D, view: FarView) => void;

/** Data for {@linkcode DrawFar}. */
export interface FarView {
  readonly window: Box;
  readonly scale: number;
  readonly colors: Colors;
}

type Colors = Partial<Record<PictureColor, string>>;

const FAR_COLORS: readonly PictureColor[] = [
  "nodeFill",
  "nodeStroke",
  "compositeFill",
  "compositeFill2",
  "compositeFill3",
  "edge",
  "label",
  "chipStroke",
  "active",
];

interface FarLayerProps {
  readonly viewport: Viewport;
  readonly size: Size;
  readonly draw: DrawFar;
}

/** Colours change with the scheme of the system, too. */
const SCHEME = "(prefers-color-scheme: dark)";
/** The time after which a stretched picture is drawn again, in milliseconds, and the most that it is stretched. */
export const SETTLE_MS = 120;
const STRETCH = 2;

interface Drawn {
  readonly window: Box;
  readonly scale: number;
  readonly draw: DrawFar;
}

/**
 * A board from afar as one picture. It is larger than the pane: movement only shifts it, a zoom stretches it until the zoom pauses,
 * and it is drawn again when it no longer covers the pane.
 */
export function FarLayer({ viewport, size, draw }: FarLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const colors = useRef<Colors | undefined>(undefined);
  const paint = () => {
    const { current } = canvas;
    if (current === null || size.width === 0) return;
    const window = windowAround(undefined, viewport, size);
    colors.current ??= colorsOf(current);
    paintOn(current, { window, scale: viewport.scale, colors: colors.current }, draw);
    drawn.current = { window, scale: viewport.scale, draw };
  };
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null || size.width === 0) return;
    const last = drawn.current;
    const stretch = last === undefined ? Infinity : viewport.scale / last.scale;
    const stays = last !== undefined && last.draw === draw && stretch < STRETCH && stretch > 1 / STRETCH &&
      windowAround(last.window, viewport, size) === last.window;
    if (!stays) paint();
    if (drawn.current) shift(current, drawn.current, viewport);
    if (drawn.current?.scale === viewport.scale) return;
    const timer = setTimeout(() => {
      paint();
      if (drawn.current) shift(current, drawn.current, viewport);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [viewport, size, draw]);
  // To read colours computes the styles of the page: after the frame, and painted again where they are others.
  const refresh = () => {
    const before = colors.current;
    colors.current = colorsOf(canvas.current);
    if (!equalJson(colors.current, before)) paint();
  };
  useEffect(refresh, [draw]);
  useEffect(() => {
    const query = matchMedia(SCHEME);
    query.addEventListener("change", refresh);
    return () => query.removeEventListener("change", refresh);
  });
  return <canvas ref={canvas} class="slc-far" aria-hidden="true" />;
}

function colorsOf(canvas: HTMLCanvasElement | null): Colors {
  const pane = canvas?.parentElement;
  return pane ? currentColors(pane, FAR_COLORS) : {};
}

function paintOn(canvas: HTMLCanvasElement, view: FarView, draw: DrawFar): void {
  const { window, scale } = view;
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  const [width, height] = [Math.ceil(window.width * scale), Math.ceil(window.height * scale)];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(
    ratio * scale,
    0,
    0,
    ratio * scale,
    -window.x * scale * ratio,
    -window.y * scale * ratio,
  );
  draw(context, view);
}

function shift(canvas: HTMLCanvasElement, { window, scale }: Drawn, viewport: Viewport): void {
  const x = window.x * viewport.scale + viewport.x;
  const y = window.y * viewport.scale + viewport.y;
  canvas.style.transform = `translate(${x}px,${y}px) scale(${viewport.scale / scale})`;
}
