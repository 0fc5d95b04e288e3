import type { CanvasTheme } from "@loom/protocol";
import type { DrawFar } from "../far_layer.tsx";
import type { ErdScene } from "./scene.ts";

/** The colours of a diagram from afar. */
export const ERD_FAR_COLORS: readonly (keyof CanvasTheme)[] = [
  "nodeFill",
  "nodeStroke",
  "edge",
  "label",
  "chipStroke",
];

/** The least scale at which names can be read. */
const NAME_SCALE = 0.12;
/** The size of names on the screen, in pixels. */
const NAME_PIXELS = 11;

/** Draws a diagram from afar: boxes with their heads, names, thin lines. */
export function drawFarErd({ tables, lines }: ErdScene): DrawFar {
  return (context, { window, scale, colors }) => {
    const isSeen = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      x < window.x + window.width && window.x < x + width && y < window.y + window.height &&
      window.y < y + height;
    context.lineWidth = 1 / scale;
    context.strokeStyle = colors.edge ?? "";
    context.globalAlpha = 0.7;
    context.beginPath();
    for (const { paths } of lines) {
      for (const points of paths) {
        for (const [index, { x, y }] of points.entries()) {
          if (index === 0) context.moveTo(x, y);
          else context.lineTo(x, y);
        }
      }
    }
    context.stroke();
    context.globalAlpha = 1;
    context.strokeStyle = colors.nodeStroke ?? "";
    const seen = tables.filter(({ box }) => isSeen(box));
    for (const { box } of seen) {
      context.fillStyle = colors.nodeFill ?? "";
      context.fillRect(box.x, box.y, box.width, box.height);
      context.fillStyle = colors.chipStroke ?? "";
      context.fillRect(box.x, box.y, box.width, Math.min(box.height, 28));
      context.strokeRect(box.x, box.y, box.width, box.height);
    }
    if (scale < NAME_SCALE) return;
    context.fillStyle = colors.label ?? "";
    context.font = `600 ${NAME_PIXELS / scale}px Inter, system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { name, box } of seen) {
      context.fillText(name, box.x + box.width / 2, box.y + box.height / 2, box.width - 8);
    }
  };
}
