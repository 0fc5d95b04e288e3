import { type Block, type BlockRoom, loneRoom, TooNarrow } from "./block.ts";
import type { BoxNode } from "./box_tree.ts";

/** Columns between neighbouring regions. */
const GAP = 1;
/** A region that would get fewer columns is placed below the others. */
const LEAST_SHARE = 24;
/** Regions in regions in regions are put below each other without trying how they fit side by side. */
const MOST_TRIALS = 3;

/** Builds the block of a region. */
type Build = (node: BoxNode, room: BlockRoom) => Block;

/** The regions of a state: side by side where that fits, else below each other. */
export function regionBlocks(regions: readonly BoxNode[], width: number, build: Build): Block[] {
  const natural = regions.map((region) => build(region, loneRoom(width, "dashed")));
  if (regions.length < 2) return natural;
  if (widthOf(natural) <= width) return [besideEachOther(natural)];
  const narrow = depthInRegions(regions) > MOST_TRIALS ? null : narrowed(regions, natural, width, build);
  return narrow ? [besideEachOther(narrow)] : natural;
}

/** The regions in less room, of which each gets its share; `null` when something finds none. */
function narrowed(
  regions: readonly BoxNode[],
  natural: readonly Block[],
  width: number,
  build: Build,
): Block[] | null {
  const shares = sharesOf(natural.map((block) => block.width), width - GAP * (regions.length - 1));
  if (shares.some((share, index) => share < Math.min(LEAST_SHARE, natural[index]?.width ?? 0))) return null;
  try {
    const blocks = regions.map((region, index) => {
      const [block, share = 0] = [natural[index], shares[index]];
      return block && block.width <= share ? block : build(region, loneRoom(share, "dashed"));
    });
    const complete = blocks.every((block) => block.failed.length === 0) && cuts(blocks) <= cuts(natural);
    return complete && widthOf(blocks) <= width ? blocks : null;
  } catch (error) {
    if (error instanceof TooNarrow) return null;
    throw error;
  }
}

/**
 * Divides the columns: regions that need less than an even share get what they need; the others share the rest
 * by their need.
 */
function sharesOf(needs: readonly number[], whole: number): number[] {
  const even = Math.floor(whole / needs.length);
  const modest = needs.filter((need) => need <= even).reduce((sum, need) => sum + need, 0);
  const greedy = needs.filter((need) => need > even).reduce((sum, need) => sum + need, 0);
  return needs.map((need) => need <= even ? need : Math.floor((whole - modest) * need / greedy));
}

function besideEachOther(blocks: readonly Block[]): Block {
  const height = blocks.reduce((most, block) => Math.max(most, block.height), 0);
  return {
    width: widthOf(blocks),
    height,
    ports: [],
    failed: blocks.flatMap((block) => block.failed),
    cut: blocks.flatMap((block) => block.cut),
    paint(canvas, x, y) {
      let left = x;
      for (const block of blocks) {
        block.paint(canvas, left, y, height);
        left += block.width + GAP;
      }
    },
  };
}

function widthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.width + GAP, -GAP);
}

function cuts(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.cut.length, 0);
}

function depthInRegions([region]: readonly BoxNode[]): number {
  let depth = 0;
  for (let node: BoxNode | null = region ?? null; node !== null; node = node.parent) {
    if (node.slot === "region") depth++;
  }
  return depth;
}
