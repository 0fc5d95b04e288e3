import type { PictureColor } from "@loom/protocol/drawing";
import type { Box, Size, Viewport } from "@loom/protocol";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { currentColors } from "./theme.ts";
import { windowAround } from "./view_window.ts";

/** The way to draw a board from afar: world units, the colours of the canvas, and what of the world is needed. */
export type DrawFar = (context: CanvasRenderingContext2D, view: FarView) => void;

/** Data for {@linkcode DrawFar}. */
export interface FarView {
  readonly window: Box;
  readonly scale: number;
  readonly colors: Partial<Record<PictureColor, string>>;
}

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
/** The time after which a stretched picture is drawn anew, in milliseconds, and the most that it is stretched. */
export const SETTLE_MS = 120;
const STRETCH = 2;

interface Drawn {
  readonly window: Box;
  readonly scale: number;
  readonly draw: DrawFar;
}

/**
 * A board from afar as one picture. It is larger than the pane: movement only shifts it, a zoom stretches it until the zoom pauses,
 * and it is drawn anew when it no longer covers the pane.
 */
export function FarLayer({ viewport, size, draw }: FarLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const paint = () => {
    const { current } = canvas;
    if (current === null || size.width === 0) return;
    const window = windowAround(undefined, viewport, size);
    paintOn(current, window, viewport.scale, draw);
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
  useEffect(() => {
    const query = matchMedia(SCHEME);
    query.addEventListener("change", paint);
    return () => query.removeEventListener("change", paint);
  });
  return <canvas ref={canvas} class="slc-far" aria-hidden="true" />;
}

function paintOn(
  canvas: HTMLCanvasElement,
  window: Box,
  scale: number,
  draw: DrawFar,
): void {
  const ratio = Math.min(2, globalThis.devicePixelRatio || 1);
  const [width, height] = [Math.ceil(window.width * scale), Math.ceil(window.height * scale)];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  const pane = canvas.parentElement;
  if (context === null || pane === null) return;
  context.setTransform(
    ratio * scale,
    0,
    0,
    ratio * scale,
    -window.x * scale * ratio,
    -window.y * scale * ratio,
  );
  draw(context, { window, scale, colors: currentColors(pane, FAR_COLORS) });
}

function shift(canvas: HTMLCanvasElement, { window, scale }: Drawn, viewport: Viewport): void {
  const x = window.x * viewport.scale + viewport.x;
  const y = window.y * viewport.scale + viewport.y;
  canvas.style.transform = `translate(${x}px,${y}px) scale(${viewport.scale / scale})`;
}
