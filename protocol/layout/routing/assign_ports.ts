import { type LayeredGraph, PORT_SPREAD, portOffset, type SegmentLists } from "../graph/layered_graph.ts";

/** The least distance of two ends where there is room, as a share of the usual one. */
const CLOSE = 0.6;

/** The x of both ends of every segment at nodes; at other vertices it is the x of the vertex. */
export interface Ports {
  /** At the upper vertex. */
  readonly upper: Float64Array;
  /** At the lower vertex. */
  readonly lower: Float64Array;
}

/**
 * Gives every end of an edge its own place on the side of its node: in the order of the other ends, straight
 * above or below these where the side is wide enough, and `gap` apart where there is room.
 */
export function assignPorts(graph: LayeredGraph, x: Float64Array, gap: number): Ports {
  const { upper, lower, upperPort, lowerPort, above, below, level } = graph;
  const ports: Ports = {
    upper: Float64Array.from(upper, (vertex, segment) => x[vertex]! + portOffset(upperPort[segment]!)),
    lower: Float64Array.from(lower, (vertex, segment) => x[vertex]! + portOffset(lowerPort[segment]!)),
  };
  level.nodes.forEach((node, vertex) => {
    if (node.border !== undefined) return;
    spread(below, ports.upper, upperPort, ports.lower, lower, vertex, node.width);
    spread(above, ports.lower, lowerPort, ports.upper, upper, vertex, node.width);
  });
  return ports;

  function spread(
    lists: SegmentLists,
    own: Float64Array,
    fixed: Float64Array,
    others: Float64Array,
    ends: Int32Array,
    vertex: number,
    width: number,
  ): void {
    if (lists.start[vertex] === lists.start[vertex + 1]) return;
    const segments = [...lists.items.subarray(lists.start[vertex], lists.start[vertex + 1])]
      .sort((a, b) => x[ends[a]!]! - x[ends[b]!]! || others[a]! - others[b]! || a - b);
    const half = width * PORT_SPREAD / 2;
    const [left, right] = [x[vertex]! - half, x[vertex]! + half];
    for (const { group, before, after } of groupsOf(segments, (segment) => !Number.isNaN(fixed[segment]!))) {
      const low = before === undefined ? left : own[before]! + gap / 2;
      const high = after === undefined ? right : own[after]! - gap / 2;
      const places = group.map((segment) => wantedAt(vertex, ends[segment]!, half));
      share(places, low <= high ? low : left, low <= high ? high : right, gap)
        .forEach((place, at) => own[group[at]!] = place);
    }
  }

  /** The best place to leave for another vertex: straight towards it if the sides overlap, else at the near end. */
  function wantedAt(vertex: number, end: number, half: number): number {
    const node = level.nodes[end];
    const reach = node === undefined || node.border !== undefined ? 0 : node.width * PORT_SPREAD / 2;
    const low = Math.max(x[vertex]! - half, x[end]! - reach);
    const high = Math.min(x[vertex]! + half, x[end]! + reach);
    if (low <= high) return (low + high) / 2;
    return Math.min(x[vertex]! + half, Math.max(x[vertex]! - half, x[end]!));
  }
}

/** Groups of segments without a given port, each with the neighbouring segments that have one. */
function groupsOf(
  segments: readonly number[],
  isGiven: (segment: number) => boolean,
): { group: number[]; before: number | undefined; after: number | undefined }[] {
  const groups: { group: number[]; before: number | undefined; after: number | undefined }[] = [];
  let group: number[] = [];
  let before: number | undefined;
  for (const segment of [...segments, undefined]) {
    if (segment !== undefined && !isGiven(segment)) {
      group.push(segment);
      continue;
    }
    if (group.length > 0) groups.push({ group, before, after: segment });
    group = [];
    before = segment;
  }
  return groups;
}

/**
 * Distributes places along a side: places that crowd at one end of it are `gap` apart, others at least
 * {@linkcode CLOSE} of that, and all less where the side is short.
 */
function share(wanted: readonly number[], low: number, high: number, gap: number): number[] {
  const room = wanted.length > 1 ? (high - low) / (wanted.length - 1) : 0;
  const step = Math.min(gap, room);
  const atLeft = wanted.filter((place) => place <= low).length;
  const atRight = wanted.filter((place) => place >= high).length;
  const spread = wanted.map((place, at) => {
    if (at < atLeft) return low + at * step;
    return at >= wanted.length - atRight ? high - (wanted.length - 1 - at) * step : place;
  });
  return apart(spread, Math.min(CLOSE * gap, room), low, high);
}

/**
 * Moves ascending places as little as possible (in squares) until neighbours are `step` apart and all lie
 * within the bounds: the pool adjacent violators algorithm (Ayer et al., 1955) on the places less their share
 * of steps.
 */
export function apart(wanted: readonly number[], step: number, low: number, high: number): number[] {
  const pools: { sum: number; count: number }[] = [];
  wanted.forEach((place, at) => {
    let pool = { sum: place - at * step, count: 1 };
    for (
      let last = pools.at(-1);
      last && last.sum / last.count >= pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
    }
    pools.push(pool);
  });
  const places = pools.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  return places.map((place, at) =>
    Math.min(high - (wanted.length - 1 - at) * step, Math.max(low + at * step, place + at * step))
  );
}
