import type { Size } from "../geometry/box.ts";
import type { FramedLevel, Layering, LevelFrame, LevelGraph } from "./graph/level.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import { backEdges } from "./layering/back_edges.ts";
import { shapeLevel } from "./layering/shape_level.ts";
import { layoutLevel } from "./layout_level.ts";
import type { LayoutSettings } from "./options.ts";

/** The ratios that are tried for a level of so many nodes and at least that height. */
const ASPECTS = [0.5, 1, 1.6, 2.5];
const LEAST_NODES = 4;
const MOST_NODES = 60;
const TALL = 520;
/** Folded layers must be better by this factor than those that edges ask for. */
const FOLDED = 1.1;
/** The share of its area that a level costs more for a ratio that is off by a factor of e. */
const FAR = 0.15;

/**
 * Arranges a level in the layers that take the least room: those that are given, or others that fold long chains, as
 * `settings.dense` asks for.
 *
 * @param isSettled Tells of an edge whether its other layers must lead the same way.
 */
export function layoutDensely(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
  isSettled: (edge: number) => boolean,
): FramedLevel {
  const { dense } = settings;
  const given = layoutLevel(level, layering, frame, settings);
  const count = level.nodes.length;
  if (dense === undefined || level.row || count < LEAST_NODES || count > MOST_NODES || given.height < TALL) {
    return given;
  }
  const settled = level.edges.filter((_, edge) => isSettled(edge));
  const back = backEdges(level);
  const plain = assignLayers(level, back);
  const tried = new Set([layering.layerOf.join()]);
  let best = given;
  let least = costOf(given, dense);
  for (const aspect of ASPECTS) {
    const other = shapeLevel(level, back, plain, aspect, settings);
    const leadsAsBefore = settled.every(({ from, to }) =>
      wayOf(layering, from, to) === wayOf(other, from, to)
    );
    if (!leadsAsBefore || tried.has(other.layerOf.join())) continue;
    tried.add(other.layerOf.join());
    const arranged = layoutLevel(level, other, frame, { ...settings, aspect });
    const cost = FOLDED * costOf(arranged, dense);
    if (cost >= least) continue;
    best = arranged;
    least = cost;
  }
  return best;
}

function wayOf({ layerOf }: Layering, from: number, to: number): number {
  return Math.sign(layerOf[from]! - layerOf[to]!);
}

/** The area, and more where it is far from the wanted ratio. */
function costOf({ width, height }: Size, wanted: number): number {
  return width * height * (1 + FAR * Math.abs(Math.log(width / height / wanted)));
}
