import { type Box, contains, distance, enters, overlaps, type Point, type Size } from "../geometry/box.ts";
import type { EdgeRoute, LayoutGraph } from "./graph/graph.ts";
import { checkBoxes, checkGraph } from "./graph/check_graph.ts";
import { compactLayout } from "./compaction/compact_layout.ts";
import { transposedSize } from "./transpose.ts";
import { type Costly, varyProportions } from "./vary_proportions.ts";
import type { KnownLevels } from "./layout_densely.ts";
import { layoutKnown } from "./layout_graph.ts";
import { fitAround, type FitOptions, type FittedLayout } from "./incremental/fit_around.ts";
import { boxesInLayers } from "./compound_layout.ts";
import { effortOf, fitCost, isNoRibbon, longerSide, SCREEN, SHORT } from "./fit_cost.ts";
import { type FlowDirection, LAYOUT_DEFAULTS, type LayoutOptions, MARK } from "./options.ts";

/** Graphs with more nodes are arranged in one direction. */
const MANY = 200;
/** Graphs with more nodes are not cut into blocks or checked, and try fewer shapes of their containers. */
const LARGE = 450;
/** Graphs with more nodes vary the shapes of containers in one drawing only. */
const SEVERAL = 100;
/** The ratios that a drawing of containers may have where none is asked for. */
const WANTED = [1.6, 1.1, 0.8];
/** The ratios that are tried for a screen; the last only when it is to be quick. */
const SCREEN_ASPECTS = [SCREEN, 1.1];
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
/** The number of drawings whose containers are varied, and the factor of the least cost that the others cost at most. */
const VARIED = 2;
const CLOSE = 1.3;
/** The least share of a drawing that a container covers whose shape is varied, for each so many nodes. */
const LEAST = 0.05;
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
  const compact = { layout: compactLayout(graph, layout, direction), direction };
  if (graph.nodes.length > LARGE || isClean(graph, compact)) return compact;
  return isClean(graph, { layout }) ? { layout, direction } : compact;
}

/** An arrangement, and what it was asked for. */
interface Tried extends FittedLayout {
  readonly shape: LayoutOptions;
}

/** The arrangement that can be shown largest. */
function bestShape(graph: LayoutGraph, options: FitOptions): FittedLayout {
  const { direction, fit, distances, frame } = options;
  const isFree = direction === "auto";
  const quick = graph.nodes.length > LARGE;
  const size = ({ width, height }: Size) => ({ width: width + frame.width, height: height + frame.height });
  const known: KnownLevels = {
    levels: new Map(),
    cuts: new Map(),
    parts: { orders: new Map(), layouts: new Map() },
  };
  const arrange = (
    way: FlowDirection,
    shape: LayoutOptions = { fold: isFree },
    isWorth: (size: Size) => boolean = () => true,
  ): Tried => {
    const layout = layoutKnown(graph, { ...distances[way], ...shape, direction: way, quick }, {
      ...known,
      isWorth: (size) => isWorth(way === "down" ? size : transposedSize(size)),
    });
    return { layout, direction: way, shape };
  };
  const first = isFree ? "down" : direction;
  if (isFree && fit === undefined && graph.nodes.length <= FEW) {
    const unfolded = arrange(first, {});
    if (longerSide(size(unfolded.layout)) <= SCREEN_SIDE) return unfolded;
  }
  const isNested = graph.nodes.some(({ parent }) => parent !== undefined);
  const wanted = fit ?? { aspects: isNested ? WANTED : [SCREEN] };
  const costOfSize = (of: Size) => fitCost(size(of), wanted);
  const plain = arrange(first);
  const isShort = longerSide(size(plain.layout)) <= (isFree ? SHORT : SHORT_ONE_WAY);
  const isMany = graph.nodes.length > MANY;
  const isFine = fit === undefined && isNoRibbon(size(plain.layout));
  const isKept = isFree ? isFine && (isNested ? quick : isMany) : isFine || !options.fold;
  if (fit === undefined && (isShort || isKept)) return plain;
  const isVaried = isNested && isFree && !quick;
  const aspects = fit === undefined && (isFine || isVaried)
    ? []
    : fit === undefined
    ? SCREEN_ASPECTS.slice(quick ? 1 : 0)
    : "width" in fit
    ? COLUMN_ASPECTS
    : fit.aspects;
  const ways: FlowDirection[] = isFree && !isMany && (!isFine || isVaried) ? ["down", "right"] : [first];
  const withCost = (tried: Tried, factor: number) => {
    const { layout } = tried;
    const cost = factor * costOfSize(layout) * (1 + effortOf([...layout.edges.values()]));
    return { ...tried, cost, factor };
  };
  const found = [withCost(plain, 1)];
  const compare = (tried: Tried, factor: number) => found.push(withCost(tried, factor));
  const best = () => least(found);
  const fill = (way: FlowDirection, factor: number) => {
    for (const aspect of aspects) {
      let asked = aspect;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const tried = arrange(way, { aspect: asked, fold: true });
        compare(tried, FOLDED * factor);
        // Estimates of containers are rough: further attempts make up for what the first one missed.
        const { width, height } = size(tried.layout);
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
    fill(way, factor);
    if (quick && isNoRibbon(size(best().layout))) break;
  }
  if (!isVaried) return best();
  const several = Math.ceil(graph.nodes.length / SEVERAL);
  const bases = found.toSorted((a, b) => a.cost - b.cost).slice(0, several > 1 ? 1 : VARIED)
    .filter(({ cost }) => cost < CLOSE * best().cost);
  return least(bases.map((base): Costly => {
    const { direction: way, shape, factor } = base;
    const seen = new Set<string>();
    return varyProportions(graph, base, several * LEAST, (proportions, most) => {
      const tried = arrange(way, { ...shape, proportions }, (size) => {
        // A drawing of the same size is nearly always the same.
        const isNew = seen.size < seen.add(`${size.width} ${size.height}`).size;
        return isNew && factor * costOfSize(size) < most;
      });
      return Number.isFinite(tried.layout.width) && isClean(graph, tried)
        ? withCost(tried, factor)
        : undefined;
    });
  }));
}

/** The one that costs least, the first of several. */
function least<T extends Costly>(all: readonly T[]): T {
  return all.reduce((best, other) => other.cost < best.cost ? other : best);
}

/** Checks that every label is on its line, on no other and on no box, that lines keep off marks, and that every end has room for its head. */
function isClean(graph: LayoutGraph, { layout: { nodes, edges } }: Pick<FittedLayout, "layout">): boolean {
  const loops = new Set(graph.edges.filter(({ from, to }) => from === to).map(({ id }) => edges.get(id)));
  const lines = [...edges.values()];
  const isShort = (a: Point | undefined, b: Point | undefined) => a && b && distance(a, b) < HEAD;
  const passes = (line: EdgeRoute, box: Box) =>
    line.points.some((point, at) => at > 0 && enters(line.points[at - 1]!, point, box));
  const parents = new Set(graph.nodes.map(({ parent }) => parent));
  const boxes = graph.nodes.map(({ id }) => ({ box: nodes.get(id)!, isLeaf: !parents.has(id) }));
  const marks = graph.nodes.flatMap(({ id, margin }) => {
    const box = nodes.get(id);
    if (!box || !margin?.left) return [];
    return [{ x: box.x - margin.left, y: box.y, width: margin.left, height: Math.min(MARK, box.height) }];
  });
  const isFree = (label: Box, line: EdgeRoute) =>
    !boxes.some(({ box, isLeaf }) => overlaps(box, label) && (isLeaf || !contains(box, label))) &&
    lines.every((other) => other === line || !other.label || !overlaps(other.label, label)) &&
    lines.every((other) => passes(other, label) === (other === line && !loops.has(line)));
  return lines.every((line) =>
    !isShort(line.points[0], line.points[1]) && !isShort(line.points.at(-1), line.points.at(-2)) &&
    !marks.some((mark) => passes(line, mark)) && (line.label === undefined || isFree(line.label, line))
  );
}
