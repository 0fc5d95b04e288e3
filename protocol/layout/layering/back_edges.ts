import type { LevelGraph } from "../graph/level.ts";

/**
 * Finds the back edges of a level, so that the others form no cycle: those that a depth-first walk finds
 * leading to a node on its path, started at the first node and then at each node in order, and those that lead
 * to the node where reading begins.
 *
 * The walk follows the order of reading; a smaller set of edges (Eades, Lin and Smyth, "A fast and effective
 * heuristic for the feedback arc set problem", 1993) would reverse the main path of many machines.
 *
 * @returns 1 for each edge that leads back, by index
 */
export function backEdges({ nodes, edges }: LevelGraph): Uint8Array {
  const back = new Uint8Array(edges.length);
  const outgoing: number[][] = nodes.map(() => []);
  edges.forEach((edge, index) => {
    if (edge.from !== edge.to) outgoing[edge.from]?.push(index);
  });
  const state = new Uint8Array(nodes.length);
  const starts = nodes.map((_, index) => index)
    .sort((a, b) => Number(nodes[b]?.first) - Number(nodes[a]?.first) || a - b);
  for (const start of starts) if (state[start] === 0) walk(start);
  edges.forEach((edge, index) => {
    if (edge.from !== edge.to && nodes[edge.to]?.first === true) back[index] = 1;
  });
  return back;

  function walk(start: number): void {
    const stack = [start];
    const next = [0];
    state[start] = 1;
    while (stack.length > 0) {
      const node = stack[stack.length - 1] ?? 0;
      const at = next[next.length - 1] ?? 0;
      const index = outgoing[node]?.[at];
      if (index === undefined) {
        state[node] = 2;
        stack.pop();
        next.pop();
        continue;
      }
      next[next.length - 1] = at + 1;
      const to = edges[index]?.to ?? 0;
      if (state[to] === 1) back[index] = 1;
      if (state[to] !== 0) continue;
      state[to] = 1;
      stack.push(to);
      next.push(0);
    }
  }
}
