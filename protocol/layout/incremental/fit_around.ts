import type { Size } from "../../geometry/box.ts";
import type { GraphLayout, LayoutGraph } from "../graph/graph.ts";
import type { Fit, FlowDirection, LayoutOptions } from "../options.ts";
import { layoutAround } from "./arrange_rest.ts";
import type { ArrangeInside } from "./place_nodes.ts";

/** Options of `fitLayout`. */
export interface FitOptions extends Pick<LayoutOptions, "fixed" | "routes" | "among" | "routing"> {
  /** The way that edges lead; `auto` for the one that fits best. */
  readonly direction: FlowDirection | "auto";
  /** True to fold a long ribbon where its edges have one way, too. Default: false. */
  readonly fold?: boolean;
  /** The space to fill. Default: any, unless it may be folded and would be a long ribbon. */
  readonly fit?: Fit | undefined;
  /** The distances, by direction. */
  readonly distances: Readonly<Record<FlowDirection, LayoutOptions>>;
  /** Room around the drawing that belongs to the picture. */
  readonly frame: Size;
}

/** An arrangement, and the way its edges lead. */
export interface FittedLayout {
  readonly layout: GraphLayout;
  readonly direction: FlowDirection;
}

/** Arranges a graph around its fixed boxes, the way that its edges are to lead; with `auto`, down. */
export function fitAround(graph: LayoutGraph, options: FitOptions, inside: ArrangeInside): FittedLayout {
  const { fixed, routes, among, routing, distances } = options;
  const direction = options.direction === "auto" ? "down" : options.direction;
  const given = {
    ...distances[direction],
    direction,
    ...(fixed ? { fixed } : {}),
    ...(routes ? { routes } : {}),
    ...(among ? { among } : {}),
    ...(routing ? { routing } : {}),
  };
  return { layout: layoutAround(graph, given, inside), direction };
}
