import type { Size } from "../geometry/box.ts";
import type { GraphLayout, LayoutGraph } from "./graph/graph.ts";
import { layoutGraph } from "./layout_graph.ts";
import type { FlowDirection, LayoutOptions } from "./options.ts";

/** The space that a drawing aims to fill: one of some ratios of width to height, or a column of that width. */
export type Fit = { readonly aspects: readonly number[] } | { readonly width: number };

/** Options of {@linkcode fitLayout}. */
export interface FitOptions {
  /** The way that edges lead; `auto` for the one that fits best. */
  readonly direction: FlowDirection | "auto";
  /** The space to fill. Default: any, unless the direction is `auto` and the drawing would be a long ribbon. */
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

/** Graphs with more nodes are arranged twice at most. */
const MANY = 300;
/** The ratio of a screen, and those within which a drawing that fits nothing in particular may be. */
const SCREEN = 1.5;
const RIBBON = { least: 0.55, most: 2 };
/** A drawing is no ribbon when its longer side is no longer. */
const SHORT = 1400;
/** The ratios that are tried for a column. */
const COLUMN_ASPECTS = [0.4, 0.7, 1, 1.5];
/** A folded drawing must be better by these factors than one whose edges all lead one way, one to the right than one down. */
const FOLDED = 1.15;
const RIGHT = 1.05;
/** The difference of ratios, as a logarithm, that is worth more attempts. */
const ROUGH = 0.25;
/** A difference of ratios, as a logarithm, that costs this factor. */
const FAR = 0.45;
const MISSED = 1.3;

/** Arranges a graph in several ways, and takes the one that can be shown largest in the space to fill. */
export function fitLayout(graph: LayoutGraph, options: FitOptions): FittedLayout {
  const { direction, fit, distances, frame } = options;
  const isFree = direction === "auto";
  const arrange = (way: FlowDirection, aspect?: number): FittedLayout => {
    const shape = aspect === undefined ? {} : { aspect, fold: true };
    return { layout: layoutGraph(graph, { ...distances[way], ...shape, direction: way }), direction: way };
  };
  const first = isFree ? "down" : direction;
  const plain = arrange(first);
  const size = ({ layout: { width, height } }: FittedLayout) => ({
    width: width + frame.width,
    height: height + frame.height,
  });
  if (fit === undefined && (!isFree || isNoRibbon(size(plain)))) return plain;
  const wanted = fit ?? { aspects: [SCREEN] };
  const aspects = "width" in wanted ? COLUMN_ASPECTS : wanted.aspects;
  const ways: FlowDirection[] = isFree && graph.nodes.length <= MANY ? ["down", "right"] : [first];
  let best = plain;
  let least = costOf(size(plain), wanted);
  const compare = (tried: FittedLayout, factor: number) => {
    const cost = factor * costOf(size(tried), wanted);
    if (cost < least) [best, least] = [tried, cost];
  };
  for (const way of ways) {
    const factor = way === first ? 1 : RIGHT;
    if (way !== first) compare(arrange(way), factor);
    for (const aspect of aspects) {
      const tried = arrange(way, aspect);
      compare(tried, FOLDED * factor);
      // Estimates of containers are rough: more attempts make up for what the first one missed.
      const { width, height } = size(tried);
      const missed = aspect * height / width;
      if (Math.abs(Math.log(missed)) <= ROUGH) continue;
      for (const other of [aspect * missed, aspect * Math.sqrt(missed)]) {
        compare(arrange(way, other), FOLDED * factor);
      }
    }
  }
  return best;
}

function isNoRibbon({ width, height }: Size): boolean {
  const ratio = width / height;
  return Math.max(width, height) <= SHORT || (ratio >= RIBBON.least && ratio <= RIBBON.most);
}

/** The cost of a size: the height of the frame that it needs, or for a column its height, and more when it is too wide. */
function costOf({ width, height }: Size, fit: Fit): number {
  if ("width" in fit) return height * Math.max(1, width / fit.width) ** 3;
  return fit.aspects.reduce((least, aspect) => {
    // Frames of one area, whatever their ratio.
    const isFar = Math.abs(Math.log(width / height / aspect)) > FAR;
    return Math.min(least, Math.max(width / aspect, height) * Math.sqrt(aspect) * (isFar ? MISSED : 1));
  }, Infinity);
}
