import { levelCrossings } from "../geometry/line_crossings.ts";
import type { Size } from "../geometry/box.ts";
import type { CutLevel } from "./cut_into_blocks.ts";
import type { FramedLevel, Layering, LevelFrame, LevelGraph } from "./graph/level.ts";
import { assignLayers } from "./layering/assign_layers.ts";
import { backEdges } from "./layering/back_edges.ts";
import { shapesOfLevel } from "./layering/shape_level.ts";
import { type KnownParts, layoutLevel } from "./layout_level.ts";
import { roomOf } from "./packing/pack_parts.ts";
import type { LayoutSettings } from "./options.ts";

/** Levels, cuts and parts by all that they depend on: several shapes of a drawing share most of them. */
export interface KnownLevels {
  readonly levels: Map<string, FramedLevel>;
  /** Default: cuts are not kept. */
  readonly cuts?: Map<string, CutLevel | undefined>;
  /** Default: parts are not kept. */
  readonly parts?: KnownParts;
  /** Tells whether lines between blocks are drawn in a drawing of that size. Default: always. */
  readonly isWorth?: (size: Size) => boolean;
}

/** The ratios that are tried for a level of so many nodes and at least that height; a lower one where containers may be cut into blocks. */
const ASPECTS = [0.5, 1, 1.6, 2.5];
const LEAST_NODES = 3;
const MOST_NODES = 60;
const TALL = { whole: 520, cut: 300 };
/** The number of shapes that are arranged, and of large levels when it is to be quick. */
const TRIED = { most: 4, quick: 2 };
/** A level is large with more nodes. */
const LARGE = 24;
/** Folded layers must be better by this factor than those that edges ask for. */
const FOLDED = 1.1;
/** The factor that a level costs more when every line crosses one. */
const CROSSED = 0.8;

/**
 * Arranges a level in the layers that take the least room: those that are given, or others that split wide layers and fold
 * long chains, as `settings.dense` asks for.
 *
 * @param isSettled Tells of an edge whether its other layers must lead the same way.
 * @param known Levels that were arranged before.
 */
export function layoutDensely(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
  isSettled: (edge: number) => boolean,
  known: KnownLevels,
): FramedLevel {
  // Only the way from levels to a whole drawing depends on `fold`.
  const others = { ...settings, blocks: settings.blocks !== undefined, fold: undefined };
  const blocks = level.blocks && { room: level.blocks.room, of: [...level.blocks.of] };
  const key = JSON.stringify([{ ...level, blocks }, [...layering.layerOf], frame, others]);
  const found = known.levels.get(key) ?? arranged(level, layering, frame, settings, isSettled, known.parts);
  known.levels.set(key, found);
  return found;
}

function arranged(
  level: LevelGraph,
  layering: Layering,
  frame: LevelFrame,
  settings: LayoutSettings,
  isSettled: (edge: number) => boolean,
  known: KnownParts | undefined,
): FramedLevel {
  const { dense, quick, blocks } = settings;
  const tall = blocks ? TALL.cut : TALL.whole;
  const given = layoutLevel(level, layering, frame, settings, known);
  const count = level.nodes.length;
  if (dense === undefined || level.row || count < LEAST_NODES || count > MOST_NODES || given.height < tall) {
    return given;
  }
  const settled = level.edges.filter((_, edge) => isSettled(edge));
  const back = backEdges(level);
  const plain = assignLayers(level, back);
  const key = layering.layerOf.join();
  const shapes = shapesOfLevel(level, back, plain, ASPECTS, settings)
    .filter(({ layering: other }) =>
      other.layerOf.join() !== key &&
      settled.every(({ from, to }) => wayOf(layering, from, to) === wayOf(other, from, to))
    )
    .sort((a, b) => roomOf(a, dense) - roomOf(b, dense));
  let best = given;
  let least = roomOf(given, dense) * crossed(given);
  for (const shape of shapes.slice(0, quick && count > LARGE ? TRIED.quick : TRIED.most)) {
    const shaped = { ...settings, aspect: shape.width / shape.height };
    const tried = layoutLevel(level, shape.layering, frame, shaped, known);
    const cost = FOLDED * roomOf(tried, dense) * crossed(tried);
    if (cost >= least) continue;
    best = tried;
    least = cost;
  }
  return best;
}

function wayOf({ layerOf }: Layering, from: number, to: number): number {
  return Math.sign(layerOf[from]! - layerOf[to]!);
}

/** The factor that crossings cost. */
function crossed({ routes }: FramedLevel): number {
  const crossings = levelCrossings(routes.map(({ points }) => points)).flat().length;
  return 1 + CROSSED * crossings / Math.max(1, routes.length);
}
