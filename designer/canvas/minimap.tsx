import type { Box, Size, Viewport } from "@loom/protocol";
import { screenToWorld } from "@loom/protocol";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { currentColors } from "./theme.ts";
import { visibleBox } from "./view_window.ts";

/** A box on the map. */
export interface MapBox {
  readonly box: Box;
  readonly isContainer: boolean;
}

interface MinimapProps {
  readonly bounds: Box;
  readonly boxes: readonly MapBox[];
  readonly viewport: Viewport;
  readonly size: Size;
  readonly onViewportChange: (viewport: Viewport) => void;
}

const WIDTH = 168;
const HEIGHT = 112;
const PADDING = 6;
/** The pause of changes after which the map is painted: a drag or a first picture does not wait for it. */
const PAUSE = 100;

/** The whole board, small, with the part that is shown; a press on it goes there. */
export function Minimap({ bounds, boxes, viewport, size, onViewportChange }: MinimapProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min((WIDTH - 2 * PADDING) / bounds.width, (HEIGHT - 2 * PADDING) / bounds.height);
  const left = (WIDTH - bounds.width * scale) / 2 - bounds.x * scale;
  const top = (HEIGHT - bounds.height * scale) / 2 - bounds.y * scale;
  useEffect(() => {
    const timer = setTimeout(() => canvas.current && paint(canvas.current, boxes, scale, left, top), PAUSE);
    return () => clearTimeout(timer);
  }, [boxes, scale, left, top]);
  const shown = visibleBox(viewport, size);
  const goTo = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const area = event.currentTarget.getBoundingClientRect();
    const at = screenToWorld({ x: left, y: top, scale }, {
      x: event.clientX - area.left,
      y: event.clientY - area.top,
    });
    onViewportChange({
      x: size.width / 2 - at.x * viewport.scale,
      y: size.height / 2 - at.y * viewport.scale,
      scale: viewport.scale,
    });
  };
  const frame = {
    left: Math.max(0, shown.x * scale + left),
    top: Math.max(0, shown.y * scale + top),
    right: Math.min(WIDTH, (shown.x + shown.width) * scale + left),
    bottom: Math.min(HEIGHT, (shown.y + shown.height) * scale + top),
  };
  return (
    <div class="slc-map" data-canvas-chrome="" aria-hidden="true" onPointerDown={goTo} onPointerMove={goTo}>
      <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} />
      <div
        class="slc-map-frame"
        style={{
          transform: `translate(${frame.left}px,${frame.top}px)`,
          width: `${Math.max(4, frame.right - frame.left)}px`,
          height: `${Math.max(4, frame.bottom - frame.top)}px`,
        }}
      />
    </div>
  );
}

function paint(
  canvas: HTMLCanvasElement,
  boxes: readonly MapBox[],
  scale: number,
  left: number,
  top: number,
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const colors = currentColors(canvas.parentElement ?? canvas, ["composite", "nodeStroke"]);
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colors.nodeStroke ?? "";
  for (const isContainer of [true, false]) {
    context.globalAlpha = isContainer ? 0.18 : 0.7;
    for (const { box, isContainer: is } of boxes) {
      if (is !== isContainer) continue;
      context.fillRect(
        box.x * scale + left,
        box.y * scale + top,
        Math.max(1.2, box.width * scale),
        Math.max(1, box.height * scale),
      );
    }
  }
}
