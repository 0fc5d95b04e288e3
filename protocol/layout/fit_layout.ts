import { type Box, distance, enters, type Point } from "../geometry/box.ts";
import type { EdgeRoute, LayoutGraph } from "./graph/graph.ts";
import { checkBoxes, checkGraph } from "./graph/check_graph.ts";
import { compactLayout } from "./compaction/compact_layout.ts";
import type { KnownLevels } from "./layout_densely.ts";
import { layoutKnown } from "./layout_graph.ts";
import { fitAround, type FitOptions, type FittedLayout } from "./incremental/fit_around.ts";
import { boxesInLayers } from "./compound_layout.ts";
import { effortOf, fitCost, isNoRibbon, isWithin, longerSide, SCREEN, SHORT } from "./fit_cost.ts";
import { type FlowDirection, LAYOUT_DEFAULTS, type LayoutOptions, MARK } from "./options.ts";

/** Graphs with more nodes are arranged in one direction. */
const MANY = 300;
/** Graphs with more nodes are not cut into blocks, and try fewer shapes of their containers. */
const LARGE = 200;
/** Graphs with more nodes keep their containers as they are where that gives a good shape. */
const SEVERAL = 100;
/** The ratios that are tried for a screen. */
const SCREEN_ASPECTS = [SCREEN, 1.1];
/** The ratios with which a large drawing is not arranged again. */
const GOOD = { least: 0.45, most: 2.2 };
/** A drawing whose longer side is no longer is not folded where its edges have one way. */
const SHORT_ONE_WAY = 2000;
/** A drawing of so few nodes whose longer side is no longer is not folded. */
const FEW = 30;
const SCREEN_SIDE = 800;
/** The ratios that are tried for a column. */
const COLUMN_ASPECTS = [0.4, 0.7, 1, 1.5];
/** A folded drawing must be better by these factors than one whose edges all lead one way, one to the right than one down. */
const FOLDED = 1.15;
const RIGHT = 1.05;
/** The ratios that are tried for containers that are cut into blocks, by the usual one. */
const NARROW = [1, 0.6];
/** The largest share of edges that are cut. */
const SHARE = 0.6;
/** The difference of ratios, as a logarithm, that is worth more attempts. */
const ROUGH = 0.25;
/** The most attempts for a ratio, and the part of a difference that the next one makes up for. */
const ATTEMPTS = 3;
const CORRECTED = 0.8;
/** The room for the head at the end of a line. */
const HEAD = 12;

/**
 * Arranges a graph in several ways, and takes the one that can be shown largest in the space to fill, moved together. With
 * `fixed`, it arranges the rest around these boxes instead.
 */
export function fitLayout(graph: LayoutGraph, options: FitOptions): FittedLayout {
  if (options.fixed && options.fixed.size > 0) {
    checkGraph(graph, LAYOUT_DEFAULTS);
    checkBoxes(options.fixed);
    return fitAround(graph, options, boxesInLayers);
  }
  const { layout, direction } = bestShape(graph, options);
  return { layout: compactLayout(graph, layout, direction), direction };
}

/** The arrangement that can be shown largest. */
function bestShape(graph: LayoutGraph, options: FitOptions): FittedLayout {
  const { direction, fit, distances, frame } = options;
  const isFree = direction === "auto";
  const known: KnownLevels = { levels: new Map(), orders: new Map() };
  const quick = graph.nodes.length > LARGE;
  const arrange = (way: FlowDirection, shape: LayoutOptions = { fold: isFree }): FittedLayout => ({
    layout: layoutKnown(graph, { ...distances[way], ...shape, direction: way, quick }, known),
    direction: way,
  });
  const first = isFree ? "down" : direction;
  const size = ({ layout: { width, height } }: FittedLayout) => ({
    width: width + frame.width,
    height: height + frame.height,
  });
  if (isFree && fit === undefined && graph.nodes.length <= FEW) {
    const unfolded = arrange(first, {});
    if (longerSide(size(unfolded)) <= SCREEN_SIDE) return unfolded;
  }
  const plain = arrange(first);
  const isShort = longerSide(size(plain)) <= (isFree ? SHORT : SHORT_ONE_WAY);
  const isMany = graph.nodes.length > MANY;
  const isFine = fit === undefined && isNoRibbon(size(plain));
  const isKept = isFree ? isFine && isMany : isFine || !options.fold;
  if (fit === undefined && (isShort || isKept)) return plain;
  const wanted = fit ?? { aspects: [SCREEN] };
  const aspects = isFine
    ? []
    : fit === undefined
    ? SCREEN_ASPECTS
    : "width" in fit
    ? COLUMN_ASPECTS
    : fit.aspects;
  const ways: FlowDirection[] = isFree && !isMany && !isFine ? ["down", "right"] : [first];
  const isNested = graph.nodes.some(({ parent }) => parent !== undefined);
  const isLarge = isNested && isFree && graph.nodes.length > SEVERAL;
  const cost = (tried: FittedLayout, factor: number) =>
    factor * fitCost(size(tried), wanted) * (1 + effortOf([...tried.layout.edges.values()]));
  let best = plain;
  let least = cost(plain, 1);
  const compare = (tried: FittedLayout, factor: number) => {
    const now = cost(tried, factor);
    if (now < least) [best, least] = [tried, now];
  };
  const fill = (way: FlowDirection, factor: number, outside?: true) => {
    for (const aspect of aspects) {
      let asked = aspect;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const tried = arrange(way, { aspect: asked, fold: true, outside });
        compare(tried, FOLDED * factor);
        // Estimates of containers are rough: further attempts make up for what the first one missed.
        const { width, height } = size(tried);
        const missed = aspect * height / width;
        if (Math.abs(Math.log(missed)) <= ROUGH) break;
        asked *= missed ** CORRECTED;
      }
    }
  };
  for (const way of ways) {
    const factor = way === first ? 1 : RIGHT;
    if (way !== first) compare(arrange(way), factor);
    if (isNested && !quick) {
      for (const narrow of NARROW) {
        const { dense } = distances[way];
        const tried = arrange(way, {
          fold: isFree,
          blocks: SHARE,
          ...(dense ? { dense: narrow * dense } : {}),
        });
        if (isClean(graph, tried)) compare(tried, factor);
      }
    }
    fill(way, factor, isLarge || undefined);
    // The containers of a large graph take most of the time: what has a good shape with those arranged so far is taken.
    if (isLarge && isWithin(size(best), GOOD)) return best;
  }
  if (isLarge) fill(best.direction, best.direction === first ? 1 : RIGHT);
  return best;
}

/** Checks that every label is on its line and on no other, that lines keep off marks, and that every end has room for its head. */
function isClean(graph: LayoutGraph, { layout: { nodes, edges } }: FittedLayout): boolean {
  const loops = new Set(graph.edges.filter(({ from, to }) => from === to).map(({ id }) => edges.get(id)));
  const lines = [...edges.values()];
  const isShort = (a: Point | undefined, b: Point | undefined) => a && b && distance(a, b) < HEAD;
  const passes = (line: EdgeRoute, box: Box) =>
    line.points.some((point, at) => at > 0 && enters(line.points[at - 1]!, point, box));
  const marks = graph.nodes.flatMap(({ id, margin }) => {
    const box = nodes.get(id);
    if (!box || !margin?.left) return [];
    return [{ x: box.x - margin.left, y: box.y, width: margin.left, height: Math.min(MARK, box.height) }];
  });
  return lines.every((line) =>
    !isShort(line.points[0], line.points[1]) && !isShort(line.points.at(-1), line.points.at(-2)) &&
    !marks.some((mark) => passes(line, mark)) &&
    (line.label === undefined ||
      lines.every((other) => passes(other, line.label!) === (other === line && !loops.has(line))))
  );
}
