import { layoutGraph, type LineShape } from "@loom/protocol";
import { drawingOf } from "../../layout/drawing.ts";
import type { LayoutEngine } from "./engine.ts";

/** The loom's own layout with a shape of lines, and its defaults. */
export function loomEngine(lines: LineShape): LayoutEngine {
  return {
    name: lines === "straight" ? "loom" : `loom ${lines}`,
    isNested: true,
    prepare: (graph) => () => {
      const layout = layoutGraph(graph, { lines });
      return () => drawingOf(graph, layout);
    },
  };
}
