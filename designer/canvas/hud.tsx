import { type ScaleLimits, type Size, type Viewport, zoomAt, zoomTo } from "@loom/protocol";
import type { ComponentChildren } from "preact";
import type { GestureMode } from "./gestures.ts";

interface HudProps {
  readonly viewport: Viewport;
  readonly limits: ScaleLimits;
  readonly size: Size;
  readonly onViewportChange: (viewport: Viewport) => void;
  readonly onFit: () => void;
  readonly mode: GestureMode;
  readonly isCoarse: boolean;
  /** The hint at rest. */
  readonly hint?: string | undefined;
  readonly children?: ComponentChildren;
}

/** The factor of a zoom step. */
export const ZOOM_STEP = 1.25;

const HINTS: Readonly<Record<Exclude<GestureMode, "idle">, string>> = {
  held: "Drag to move the board",
  panning: "Moving the board",
  pinching: "Zooming",
  dragging: "Esc takes it back",
};

/** The zoom bar: out, the percentage, in, fit. */
export function Hud(
  { viewport, limits, size, onViewportChange, onFit, mode, isCoarse, hint, children }: HudProps,
) {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoom = (factor: number) => onViewportChange(zoomAt(viewport, factor, middle, limits));
  const percent = `${Math.round(viewport.scale * 100)} %`;
  return (
    <div
      class={isCoarse ? "slc-hud slc-hud--coarse" : "slc-hud"}
      data-canvas-chrome=""
      role="toolbar"
      aria-label="Zoom"
    >
      <button
        type="button"
        class="slc-hud-btn"
        aria-label="Zoom out"
        title="Zoom out (-)"
        disabled={viewport.scale <= limits.min}
        onClick={() => zoom(1 / ZOOM_STEP)}
      >
        <Icon name="minus" />
      </button>
      <button
        type="button"
        class="slc-hud-btn slc-hud-btn--scale"
        aria-label={`Zoom is ${percent}, set to 100 %`}
        title="Zoom to 100 %"
        onClick={() => onViewportChange(zoomTo(viewport, 1, middle, limits))}
      >
        {percent}
      </button>
      <button
        type="button"
        class="slc-hud-btn"
        aria-label="Zoom in"
        title="Zoom in (+)"
        disabled={viewport.scale >= limits.max}
        onClick={() => zoom(ZOOM_STEP)}
      >
        <Icon name="plus" />
      </button>
      <button type="button" class="slc-hud-btn" aria-label="Fit" title="Fit the drawing (0)" onClick={onFit}>
        <Icon name="fit" />
      </button>
      {children}
      {mode === "idle" || isCoarse
        ? hint === undefined ? null : <span class="slc-hud-hint">{hint}</span>
        : <span class="slc-hud-hint">{HINTS[mode]}</span>}
    </div>
  );
}

/** The pictures of controls, in a square of 16. */
const PATHS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit:
    "M2.5 6V3.5a1 1 0 0 1 1-1H6M10 2.5h2.5a1 1 0 0 1 1 1V6M13.5 10v2.5a1 1 0 0 1-1 1H10M6 13.5H3.5a1 1 0 0 1-1-1V10",
  map: "M2.5 3.5h11v9h-11zM5 6h3v2.5H5z",
  up: "M8 13V3M4 7l4-4 4 4",
  chevron: "M6 4l4 4-4 4",
  close: "M4 4l8 8M12 4l-8 8",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  unlock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1",
} as const;

/** An icon in the colour of the text around it. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="slc-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
