import type { Size } from "../../geometry/box.ts";
import type { LevelGraph } from "../graph/level.ts";
import type { LayoutSettings } from "../options.ts";

/** The estimated room of the nodes of one rank, with the distance to the next. */
export interface Extent extends Size {}

/** The estimated room of each rank of some nodes of a level, their labels and the lines that pass them included. */
export function measuredRanks(
  level: LevelGraph,
  members: readonly number[],
  rank: Int32Array,
  { nodeGap, layerGap, edgeGap }: LayoutSettings,
): Extent[] {
  const last = members.reduce((most, node) => Math.max(most, rank[node]!), 0);
  const extents = Array.from({ length: last + 1 }, () => ({ width: 0, height: 0, label: 0 }));
  for (const node of members) {
    const { width, height, margin } = level.nodes[node]!;
    const extent = extents[rank[node]!]!;
    extent.width += width + margin.left + margin.right + nodeGap;
    extent.height = Math.max(extent.height, height + margin.top + margin.bottom + layerGap);
  }
  const isMember = new Set(members);
  for (const { from, to, label } of level.edges) {
    if (!isMember.has(from) || !isMember.has(to)) continue;
    const [upper, lower] = [Math.min(rank[from]!, rank[to]!), Math.max(rank[from]!, rank[to]!)];
    for (let at = upper + 1; at < lower; at++) extents[at]!.width += edgeGap;
    extents[upper]!.label = Math.max(extents[upper]!.label, label?.height ?? 0);
  }
  return extents.map(({ width, height, label }) => ({ width, height: height + label }));
}
