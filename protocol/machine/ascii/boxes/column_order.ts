/** A node that can be ordered. */
interface Ordered {
  readonly state: { readonly kind: string };
}

/** A step of a walk: a state and the number of its edges that have been tried. */
interface Step<Node> {
  readonly node: Node;
  readonly ways: readonly Node[];
  tried: number;
}

/**
 * Orders states so that arrows lead down and to neighbours: in document order, or in the order of a walk along
 * the arrows where that costs less.
 *
 * @param nodes The states in document order.
 * @param first The state to begin with.
 * @param waysOf Where a state leads, in document order.
 */
export function columnOrder<Node extends Ordered>(
  nodes: readonly Node[],
  first: Node | undefined,
  waysOf: (node: Node) => readonly Node[],
): Node[] {
  const written = first ? [first, ...nodes.filter((node) => node !== first)] : [...nodes];
  const walked = walkOrder(written, waysOf);
  return costOf(walked, waysOf) < costOf(written, waysOf) ? walked : written;
}

/** The cost of arrows that do not lead to the next state: their length, and more when they lead up. */
function costOf<Node>(order: readonly Node[], waysOf: (node: Node) => readonly Node[]): number {
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
 * The order of a walk. Back edges are those that a depth-first walk finds; the others give a topological order,
 * in which a state is followed by the first state that it leads to, final states later than others.
 */
function walkOrder<Node extends Ordered>(
  starts: readonly Node[],
  waysOf: (node: Node) => readonly Node[],
): Node[] {
  const back = new Map<Node, Set<Node>>();
  walk(starts, waysOf, (from, to) => back.set(from, (back.get(from) ?? new Set()).add(to)));
  return walk(starts, (node) => {
    const ways = waysOf(node).filter((way) => !back.get(node)?.has(way));
    const finals = ways.filter((way) => way.state.kind === "final");
    // What is walked last comes next in the order.
    return [...ways.filter((way) => way.state.kind !== "final"), ...finals].reverse();
  });
}

/** Walks depth first from each start; returns, start by start, what was found there in reverse postorder. */
function walk<Node>(
  starts: readonly Node[],
  waysOf: (node: Node) => readonly Node[],
  onBack?: (from: Node, to: Node) => void,
): Node[] {
  const seen = new Set<Node>();
  const open = new Set<Node>();
  const order: Node[] = [];
  for (const start of starts) {
    if (seen.has(start)) continue;
    const found: Node[] = [];
    const steps: Step<Node>[] = [enter(start)];
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

  function enter(node: Node): Step<Node> {
    seen.add(node);
    open.add(node);
    return { node, ways: waysOf(node), tried: 0 };
  }
}
