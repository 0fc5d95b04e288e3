import { layoutGraph } from "@loom/protocol";
import { drawingOf } from "../../layout/drawing.ts";
import type { LayoutEngine } from "./engine.ts";

/** The loom's own layout, with its defaults. */
export const loomEngine: LayoutEngine = {
  name: "loom",
  isNested: true,
  prepare: (graph) => () => {
    const layout = layoutGraph(graph);
    return () => drawingOf(graph, layout);
  },
};
