import type { BoxNode } from "./box_tree.ts";

/** Where a walk stands: a state and how many of its ways have been tried. */
interface Step {
  readonly node: BoxNode;
  readonly ways: readonly BoxNode[];
  tried: number;
}

/**
 * Orders states so that arrows lead down and to neighbours: in document order, or in the order of a walk along
 * the arrows where that is clearly better.
 *
 * @param nodes The states in document order.
 * @param first The state to begin with.
 * @param waysOf Where a state leads, in document order.
 */
export function columnOrder(
  nodes: readonly BoxNode[],
  first: BoxNode | undefined,
  waysOf: (node: BoxNode) => readonly BoxNode[],
): BoxNode[] {
  const written = first ? [first, ...nodes.filter((node) => node !== first)] : [...nodes];
  const walked = walkOrder(written, waysOf);
  return costOf(walked, waysOf) < costOf(written, waysOf) ? walked : written;
}

/** What arrows cost that do not just lead down to the next state: their length, and more when they lead up. */
function costOf(order: readonly BoxNode[], waysOf: (node: BoxNode) => readonly BoxNode[]): number {
  const places = new Map(order.map((node, place) => [node, place]));
  let cost = 0;
  for (const [place, node] of order.entries()) {
    for (const way of waysOf(node)) {
      const distance = (places.get(way) ?? place) - place;
      if (distance !== 1) cost += Math.abs(distance) + (distance < 0 ? 2 : 1);
    }
  }
  return cost;
}

/**
 * The order of a walk. Ways back are those that a depth-first walk finds to lead to where it came from; the
 * others get a topological order, in which a state is followed by the first that it leads to, final states later
 * than others.
 */
function walkOrder(
  starts: readonly BoxNode[],
  waysOf: (node: BoxNode) => readonly BoxNode[],
): BoxNode[] {
  const back = new Map<BoxNode, Set<BoxNode>>();
  walk(starts, waysOf, (from, to) => back.set(from, (back.get(from) ?? new Set()).add(to)));
  return walk(starts, (node) => {
    const ways = waysOf(node).filter((way) => !back.get(node)?.has(way));
    const finals = ways.filter((way) => way.state.kind === "final");
    // What is walked last comes next in the order.
    return [...ways.filter((way) => way.state.kind !== "final"), ...finals].reverse();
  });
}

/** Walks depth first from each start; returns, start by start, what was found there in reverse postorder. */
function walk(
  starts: readonly BoxNode[],
  waysOf: (node: BoxNode) => readonly BoxNode[],
  onBack?: (from: BoxNode, to: BoxNode) => void,
): BoxNode[] {
  const seen = new Set<BoxNode>();
  const open = new Set<BoxNode>();
  const order: BoxNode[] = [];
  for (const start of starts) {
    if (seen.has(start)) continue;
    const found: BoxNode[] = [];
    const steps: Step[] = [enter(start)];
    for (let step = steps.at(-1); step; step = steps.at(-1)) {
      const way = step.ways[step.tried++];
      if (way === undefined) {
        open.delete(step.node);
        found.push(step.node);
        steps.pop();
      } else if (open.has(way)) onBack?.(step.node, way);
      else if (!seen.has(way)) steps.push(enter(way));
    }
    order.push(...found.reverse());
  }
  return order;

  function enter(node: BoxNode): Step {
    seen.add(node);
    open.add(node);
    return { node, ways: waysOf(node), tried: 0 };
  }
}
