import type { Box, Point } from "./box.ts";

/** The part of the world that a pane shows: `screen = world * scale + (x, y)`. */
export interface Viewport {
  /** The place of the world's origin on the pane, from its left. */
  readonly x: number;
  /** The place of the world's origin on the pane, from its top. */
  readonly y: number;
  /** Pixels for each world unit. */
  readonly scale: number;
}

/** The least and the greatest scale. */
export interface ScaleLimits {
  /** The least scale. */
  readonly min: number;
  /** The greatest scale. */
  readonly max: number;
}

/** Options of {@linkcode fitToBoxes}. */
export interface FitOptions {
  /** Pixels kept free at every side of the pane. Default: 48. */
  readonly padding?: number;
  /** The most that is zoomed in to fill the pane. Default: 1. */
  readonly maxScale?: number;
  /** Default: {@linkcode VIEWPORT_LIMITS}. */
  readonly limits?: ScaleLimits;
}

/** The scales that a canvas allows. */
export const VIEWPORT_LIMITS: ScaleLimits = Object.freeze({ min: 0.2, max: 2.5 });

/** The viewport that shows the world as it is, its origin at the top left. */
export const IDENTITY_VIEWPORT: Viewport = Object.freeze({ x: 0, y: 0, scale: 1 });

const FIT_PADDING = 48;

/** The nearest scale within the limits; 1 for what is no finite number. */
export function clampScale(scale: number, limits: ScaleLimits = VIEWPORT_LIMITS): number {
  if (!Number.isFinite(scale)) return 1;
  return Math.min(limits.max, Math.max(limits.min, scale));
}

/**
 * Makes a viewport of a stored one: what is missing or no finite number becomes that of
 * {@linkcode IDENTITY_VIEWPORT}, and the scale is clamped.
 *
 * @param stored What was stored; it may come from anywhere.
 * @returns Always a new object.
 */
export function normalizeViewport(
  stored?: Partial<Viewport> | null,
  limits: ScaleLimits = VIEWPORT_LIMITS,
): Viewport {
  const { x, y, scale } = stored ?? IDENTITY_VIEWPORT;
  return { x: finiteOr0(x), y: finiteOr0(y), scale: clampScale(scale ?? 1, limits) };
}

/** The place in the world that a place on the pane shows. */
export function screenToWorld(viewport: Viewport, point: Point): Point {
  return { x: (point.x - viewport.x) / viewport.scale, y: (point.y - viewport.y) / viewport.scale };
}

/** The place on the pane that shows a place in the world. */
export function worldToScreen(viewport: Viewport, point: Point): Point {
  return { x: point.x * viewport.scale + viewport.x, y: point.y * viewport.scale + viewport.y };
}

/** The vector in the world for a movement of the pointer on the pane. */
export function screenDeltaToWorld(viewport: Viewport, dx: number, dy: number): Point {
  return { x: dx / viewport.scale, y: dy / viewport.scale };
}

/** Moves the picture by so many pixels. */
export function panBy(viewport: Viewport, dx: number, dy: number): Viewport {
  return { x: viewport.x + dx, y: viewport.y + dy, scale: viewport.scale };
}

/**
 * Multiplies the scale and keeps the place under the anchor, as {@linkcode zoomTo} does.
 *
 * @example
 * ```ts
 * import { IDENTITY_VIEWPORT, screenToWorld, zoomAt } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const pointer = { x: 300, y: 200 };
 * const closer = zoomAt(IDENTITY_VIEWPORT, 2, pointer);
 * assertEquals(closer, { x: -300, y: -200, scale: 2 });
 * assertEquals(screenToWorld(closer, pointer), pointer);
 * ```
 */
export function zoomAt(
  viewport: Viewport,
  factor: number,
  anchor: Point,
  limits: ScaleLimits = VIEWPORT_LIMITS,
): Viewport {
  return zoomTo(viewport, viewport.scale * factor, anchor, limits);
}

/**
 * Sets the scale, within the limits, and keeps the place under the anchor.
 *
 * @param anchor A place on the pane.
 * @returns The same object when the scale does not change, so that nothing needs redrawing.
 */
export function zoomTo(
  viewport: Viewport,
  target: number,
  anchor: Point,
  limits: ScaleLimits = VIEWPORT_LIMITS,
): Viewport {
  const scale = clampScale(target, limits);
  if (scale === viewport.scale) return viewport;
  const world = screenToWorld(viewport, anchor);
  return { x: anchor.x - world.x * scale, y: anchor.y - world.y * scale, scale };
}

/**
 * The viewport that shows all boxes in the middle of a pane.
 *
 * @param width The pane's width in pixels.
 * @param height The pane's height in pixels.
 * @returns The identity when there are no boxes or the pane has no size yet.
 *
 * @example
 * ```ts
 * import { fitToBoxes } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const boxes = [{ x: 100, y: 100, width: 160, height: 60 }, { x: 300, y: 300, width: 160, height: 60 }];
 * assertEquals(fitToBoxes(boxes, 800, 600), { x: 120, y: 70, scale: 1 });
 * ```
 */
export function fitToBoxes(
  boxes: Iterable<Box>,
  width: number,
  height: number,
  options: FitOptions = {},
): Viewport {
  const { padding = FIT_PADDING, maxScale = 1, limits = VIEWPORT_LIMITS } = options;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  if (left === Infinity || !(width > 0 && height > 0)) return { ...IDENTITY_VIEWPORT };
  const content = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  const usable = { width: Math.max(1, width - 2 * padding), height: Math.max(1, height - 2 * padding) };
  const filling = Math.min(maxScale, usable.width / content.width, usable.height / content.height);
  const scale = clampScale(filling, limits);
  return {
    x: (width - content.width * scale) / 2 - left * scale,
    y: (height - content.height * scale) / 2 - top * scale,
    scale,
  };
}

/** The viewport as the `transform` of an SVG group. */
export function viewportTransform(viewport: Viewport): string {
  return `translate(${viewport.x} ${viewport.y}) scale(${viewport.scale})`;
}

/** Checks whether two viewports show exactly the same. */
export function sameViewport(a: Viewport, b: Viewport): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale;
}

function finiteOr0(value: number | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
