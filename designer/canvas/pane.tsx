import {
  type Box,
  type CanvasTheme,
  fitToBoxes,
  type Point,
  type ScaleLimits,
  type Size,
  themeStyle,
  type Viewport,
  VIEWPORT_LIMITS,
  viewportTransform,
  zoomAt,
} from "@loom/protocol";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "preact/hooks";
import { type DrawFar, FarLayer, SETTLE_MS } from "./far_layer.tsx";
import type { GestureHandlers, Gestures } from "./gestures.ts";
import { Hud, ZOOM_STEP } from "./hud.tsx";
import { useGestures, useIsCoarse, useLatest, useSize } from "./use_pane.ts";
import {
  type Detail,
  detailAt,
  FIRST_PADDING,
  REVEAL_MARGIN,
  revealed,
  windowAround,
} from "./view_window.ts";

/** Content that Preact draws. */
export type CanvasContent = object | string | number | boolean | null | undefined;

/** Props that every canvas has. */
export interface CommonCanvasProps {
  /** The part of the world that is shown. */
  readonly viewport: Viewport;
  /** Called when the board is moved or zoomed. */
  readonly onViewportChange: (viewport: Viewport) => void;
  /** Frames the board whenever it changes; `undefined` for never. A framed board stays so when the pane changes its size. */
  readonly fitKey?: string | number | undefined;
  /** True for a canvas that takes the focus at the beginning, where nothing else has it. Default: false. */
  readonly takesFocus?: boolean | undefined;
  /** True for a zoom bar. Default: true. */
  readonly showHud?: boolean | undefined;
  /** More controls in the zoom bar. */
  readonly hudExtras?: CanvasContent;
  /** Other colours than those of the page. */
  readonly theme?: Partial<CanvasTheme> | undefined;
  /** More classes of the pane. */
  readonly className?: string | undefined;
  /** More declarations of the pane. */
  readonly style?: Readonly<Record<string, string | number>> | undefined;
  /** The id of the SVG element. */
  readonly svgId?: string | undefined;
  /** The value of `data-pinch-owner`: the part of the page that a pinch on the pane belongs to. */
  readonly pinchOwner?: string | undefined;
}

/** Methods of a canvas. */
export interface CanvasHandle {
  /** Frames the board. */
  fit(): void;
  /** Zooms in by a step. */
  zoomIn(): void;
  /** Zooms out by a step. */
  zoomOut(): void;
  /** Zooms to 100 %. */
  resetZoom(): void;
  /** The SVG element. */
  element(): SVGSVGElement | null;
}

/** The place where a host wants the methods of a canvas. */
export type HandleRef = { current: CanvasHandle | null } | ((handle: CanvasHandle | null) => void) | null;

/** Data of the moment for what draws on a pane. */
export interface PaneView {
  /** The part of the world whose elements exist. */
  readonly window: Box;
  readonly detail: Detail;
}

/** Parts of a pane that its board works with. */
export interface PaneTools {
  readonly handle: CanvasHandle;
  readonly pane: HTMLDivElement | null;
  readonly size: Size;
  readonly isCoarse: boolean;
  /** The newest viewport, even between two drawings. */
  readonly viewport: () => Viewport;
  readonly gestures: Gestures | undefined;
  /** Moves the board, as little as needed, so that a box of the world is shown. */
  readonly reveal: (box: Box, isWhole?: boolean) => void;
}

/** Props of {@linkcode CanvasPane}. */
export interface CanvasPaneProps extends CommonCanvasProps {
  /** The box around all that the board has; `undefined` when it has nothing. */
  readonly bounds: Box | undefined;
  /** The name of the board for those who do not see it. */
  readonly label: string;
  readonly handlers: GestureHandlers;
  /** The elements of the world, in SVG. It runs again only when its result may differ: pass a stable function. */
  readonly world: (view: PaneView) => ComponentChildren;
  /** Elements that are over those of `world` while they move. */
  readonly over?: ((view: PaneView) => ComponentChildren) | undefined;
  /** Draws the board from afar, in place of the elements that `world` leaves out then. */
  readonly far?: DrawFar | undefined;
  /** Elements of the world over all others, drawn again at every change. */
  readonly marks?:
    | ((view: { readonly scale: number; readonly isCoarse: boolean }) => ComponentChildren)
    | undefined;
  /** HTML in and over the board, in pixels of the pane. */
  readonly children?: ComponentChildren | ((tools: PaneTools) => ComponentChildren);
  readonly tools?: { current: PaneTools | undefined } | undefined;
  /** The ref that receives the methods. */
  readonly handleRef?: HandleRef | undefined;
  /** The part of the world that is framed first, in the free part of the pane. Default: all. */
  readonly firstView?: ((bounds: Box, size: Size) => Viewport | undefined) | undefined;
  readonly hint?: string | undefined;
  /** More classes of the pane. */
  readonly modes?: string | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** The least scale at all; boards that are too large for the usual least may be zoomed out to all of it. */
const LEAST_SCALE = 0.05;
const FIT_PADDING = 48;

/** A board that is moved and zoomed: the ground of every canvas. */
export function CanvasPane(props: CanvasPaneProps): VNode {
  const { viewport, bounds, world, far } = props;
  const pane = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(pane);
  const isCoarse = useIsCoarse(pane);
  const limits = useMemo(() => limitsFor(bounds, size), [bounds, size]);
  const { mode, gestures, view } = useGestures(pane, { ...props, limits });
  const { base, isSettled, isPaused } = useBase(viewport, size);
  const detail = useDetail(viewport.scale, isPaused, far !== undefined);
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (props.takesFocus && isFree) pane.current?.focus({ preventScroll: true });
  }, []);
  // Before the board is framed the first time, its elements would be made at a place where nobody sees them.
  const [isFramed, setFramed] = useState(props.fitKey === undefined);
  const isShown = isFramed && size.width > 0;
  const shown = useMemo(
    () => isShown ? world({ window: base.window, detail }) : null,
    [world, base.window, detail, isShown],
  );
  const latest = useLatest({ ...props, size, limits });
  const change = (next: Viewport) => {
    view.current = next;
    latest.current.onViewportChange(next);
  };
  const framed = useRef<{ readonly viewport: Viewport; readonly isFirst: boolean } | undefined>(undefined);
  const frame = (isFirst: boolean) => {
    const next = framing(latest.current, pane.current, isFirst);
    if (next === undefined) return;
    framed.current = { viewport: next, isFirst };
    change(next);
  };
  const handle = useMemo(() => handleOf(latest, view, svg, { change, fit: () => frame(false) }), []);
  useImperativeHandle(props.handleRef ?? null, () => handle, [handle]);
  const tools: PaneTools = {
    handle,
    pane: pane.current,
    size,
    isCoarse,
    viewport: () => view.current,
    gestures: gestures.current,
    reveal(box, isWhole) {
      const { bottom } = coveredBy(pane.current, REVEAL_MARGIN);
      change(revealed(box, view.current, { width: size.width, height: size.height - bottom }, isWhole));
    },
  };
  if (props.tools) props.tools.current = tools;
  useFit(props.fitKey, () => {
    frame(true);
    setFramed(true);
    pane.current?.setAttribute("data-framed", String(props.fitKey));
  }, size);
  useEffect(() => {
    const last = framed.current;
    if (last && isSame(last.viewport, view.current)) frame(last.isFirst);
  }, [size]);
  const { children, showHud = true, over } = props;
  const layer = {
    class: "slc-surface",
    width: base.window.width * base.scale,
    height: base.window.height * base.scale,
    style: { transform: layerTransform(base, viewport) },
    "aria-hidden": "true",
    focusable: "false",
  } as const;
  const shift = viewportTransform({
    x: -base.window.x * base.scale,
    y: -base.window.y * base.scale,
    scale: base.scale,
  });
  return (
    <div
      class={["slc-pane", `slc-pane--${detail}`, `slc-pane--${mode}`, props.modes, props.className].filter(
        Boolean,
      )
        .join(" ")}
      style={{ ...themeStyle(props.theme ?? {}), ...props.style }}
      data-pinch-owner={props.pinchOwner ?? "canvas"}
      data-coarse={isCoarse ? "" : undefined}
      data-settled={isSettled ? "" : undefined}
      ref={pane}
      tabIndex={0}
      role="group"
      aria-label={props.label}
      onKeyDown={props.onKeyDown}
    >
      {detail === "far" && far !== undefined ? <FarLayer viewport={viewport} size={size} draw={far} /> : null}
      <svg ref={svg} id={props.svgId} {...layer}>
        <g class="slc-world" transform={shift}>{shown}</g>
      </svg>
      {/* In a layer of its own, so that a mark or a drag paints no text of the board again. */}
      <svg {...layer} class="slc-surface slc-over">
        <g transform={shift}>
          {isShown ? over?.({ window: base.window, detail }) : null}
          {isShown ? props.marks?.({ scale: viewport.scale, isCoarse }) : null}
        </g>
      </svg>
      {typeof children === "function" ? children(tools) : children}
      {showHud
        ? (
          <Hud
            viewport={viewport}
            limits={limits}
            size={size}
            onViewportChange={change}
            onFit={handle.fit}
            mode={mode}
            isCoarse={isCoarse}
            hint={props.hint}
          >
            {props.hudExtras}
          </Hud>
        )
        : null}
    </div>
  );
}

/** The part of the world that is drawn, and at which scale. */
interface Base {
  readonly window: Box;
  readonly scale: number;
}

/** The most that what is drawn is stretched. */
const STRETCH = 1.5;

/**
 * The base that what is shown is drawn on. It stays while the board moves a little or is zoomed, and is only shifted and stretched
 * then; when the zoom pauses it is drawn again, sharp.
 */
function useBase(
  viewport: Viewport,
  size: Size,
): { readonly base: Base; readonly isSettled: boolean; readonly isPaused: boolean } {
  const [settled, setSettled] = useState(viewport.scale);
  const base = useRef<Base | undefined>(undefined);
  const known = base.current;
  const window = windowAround(known?.window, viewport, size);
  const stretch = viewport.scale / (known?.scale ?? Infinity);
  if (known?.window !== window || stretch > STRETCH || stretch < 1 / STRETCH || settled === viewport.scale) {
    const isSharp = known?.window === window && known.scale === viewport.scale;
    base.current = isSharp ? known : { window, scale: viewport.scale };
  }
  useEffect(() => {
    if (settled === viewport.scale) return;
    const timer = setTimeout(() => setSettled(viewport.scale), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [viewport.scale, settled]);
  const now = base.current ?? { window, scale: viewport.scale };
  return { base: now, isSettled: now.scale === viewport.scale, isPaused: settled === viewport.scale };
}

/** The place of the drawn layer; on whole pixels where it is not stretched, so that texts are sharp. */
function layerTransform({ window, scale }: Base, viewport: Viewport): string {
  const x = window.x * viewport.scale + viewport.x;
  const y = window.y * viewport.scale + viewport.y;
  if (scale === viewport.scale) return `translate(${Math.round(x)}px,${Math.round(y)}px)`;
  return `translate(${x}px,${y}px) scale(${viewport.scale / scale})`;
}

/**
 * The level of detail. A board that is zoomed in from afar stays one picture until the zoom pauses: to make its elements takes longer
 * than a frame.
 */
function useDetail(scale: number, isPaused: boolean, hasFar: boolean): Detail {
  const last = useRef<Detail>(detailAt(scale));
  const wanted = detailAt(scale);
  if (isPaused || last.current !== "far") last.current = wanted;
  return last.current === "far" && !hasFar ? "names" : last.current;
}

/** More than any fit leaves at the borders. */
const LIMIT_PADDING = 72;

function limitsFor(bounds: Box | undefined, size: Size): ScaleLimits {
  if (bounds === undefined || size.width === 0) return VIEWPORT_LIMITS;
  const whole = fitToBoxes([bounds], size.width, size.height, {
    padding: LIMIT_PADDING,
    limits: { min: LEAST_SCALE, max: 1 },
  });
  return { min: Math.min(VIEWPORT_LIMITS.min, whole.scale), max: VIEWPORT_LIMITS.max };
}

function handleOf(
  latest: { readonly current: CanvasPaneProps & { readonly size: Size; readonly limits: ScaleLimits } },
  view: { readonly current: Viewport },
  svg: { readonly current: SVGSVGElement | null },
  { change, fit }: { readonly change: (viewport: Viewport) => void; readonly fit: () => void },
): CanvasHandle {
  const middle = (): Point => ({ x: latest.current.size.width / 2, y: latest.current.size.height / 2 });
  const zoom = (factor: number) => change(zoomAt(view.current, factor, middle(), latest.current.limits));
  return {
    fit,
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    resetZoom: () => zoom(1 / view.current.scale),
    element: () => svg.current,
  };
}

/** The viewport that shows all of a board, or its first view, in the free part of the pane; `undefined` where there is nothing. */
function framing(
  { bounds, firstView, size, limits }: CanvasPaneProps & {
    readonly size: Size;
    readonly limits: ScaleLimits;
  },
  pane: HTMLElement | null,
  isFirst: boolean,
): Viewport | undefined {
  if (bounds === undefined || size.width === 0) return undefined;
  const within = (padding: number, place: (free: Size) => Viewport | undefined) => {
    const { top, bottom } = coveredBy(pane, padding);
    const placed = place({ width: size.width, height: size.height - top - bottom });
    return placed && { ...placed, y: placed.y + top };
  };
  const padding = Math.min(FIT_PADDING, size.width / 12);
  return (isFirst ? within(FIRST_PADDING, (free) => firstView?.(bounds, free)) : undefined) ??
    within(padding, ({ width, height }) => fitToBoxes([bounds], width, height, { padding, limits }));
}

function isSame(a: Viewport, b: Viewport): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale;
}

/** The least space between the drawing and a control at the border. */
const CONTROL_GAP = 8;

/** Pixels at the upper and the lower border, beyond a padding, that breadcrumbs and zoom bar take. */
function coveredBy(
  pane: HTMLElement | null,
  padding: number,
): { readonly top: number; readonly bottom: number } {
  const [crumbs, hud] = [".slc-crumbs", ".slc-hud"].map((one) => pane?.querySelector<HTMLElement>(one));
  const beyond = (pixels: number) => Math.max(0, pixels + CONTROL_GAP - padding);
  return {
    top: crumbs ? beyond(crumbs.offsetTop + crumbs.offsetHeight) : 0,
    bottom: hud && pane ? beyond(pane.clientHeight - hud.offsetTop) : 0,
  };
}

/** Frames the board one frame after the key has changed, or after the pane has got a size. */
function useFit(fitKey: string | number | undefined, fit: () => void, size: Size): void {
  const hasSize = size.width > 0 && size.height > 0;
  useEffect(() => {
    if (fitKey === undefined || !hasSize) return;
    const frame = requestAnimationFrame(fit);
    return () => cancelAnimationFrame(frame);
  }, [fitKey, hasSize]);
}
