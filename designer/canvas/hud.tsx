import { type ScaleLimits, type Size, type Viewport, zoomAt, zoomTo } from "@loom/protocol";
import type { ComponentChildren } from "preact";
import type { GestureMode } from "./gestures.ts";
import { Icon } from "./icon.tsx";

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
      {mode === "idle"
        ? hint === undefined ? null : <span class="slc-hud-hint">{hint}</span>
        : <span class="slc-hud-hint">{HINTS[mode]}</span>}
    </div>
  );
}
