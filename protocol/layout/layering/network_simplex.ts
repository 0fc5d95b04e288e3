/** Sums of weights closer to 0 than this are 0. */
const EPSILON = 1e-6;

/** Edges as parallel arrays: `tail[e]` shall lie at least `length[e]` ranks above `head[e]`. */
export interface RankEdges {
  /** The upper node. */
  readonly tail: Int32Array;
  /** The lower node. */
  readonly head: Int32Array;
  /** The least number of ranks between the two. */
  readonly length: Int32Array;
  /** The cost of each rank between the two. */
  readonly weight: Float64Array;
}

/**
 * Gives every node a rank that minimises the weighted sum of the lengths of the edges.
 *
 * The network simplex of Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993),
 * with one difference: since edges inside of a subtree cancel out, the cut value of a tree edge is the sum of
 * (outgoing minus incoming weight) over the nodes below it, so that no separate bookkeeping is needed.
 *
 * Arrays are read without checks (`!`): the nodes and edges in them are those of the graph.
 *
 * @param count how many nodes there are; the edges must join all of them and have no cycle
 * @param work the work after which the search ends with what it has, in visits of edges
 * @returns the ranks, the least being 0
 */
export function networkSimplex(count: number, edges: RankEdges, work: number): Int32Array {
  const rank = longestPath(count, edges);
  if (count > 1) new Simplex(count, edges, rank).run(work);
  return fromZero(rank);
}

/** The rank of every node: its longest path from a node without incoming edges. */
export function longestPath(count: number, { tail, head, length }: RankEdges): Int32Array {
  const rank = new Int32Array(count);
  const open = new Int32Array(count);
  for (const node of head) open[node] = (open[node] ?? 0) + 1;
  const outgoing = incidence(count, tail);
  const queue: number[] = [];
  for (let node = 0; node < count; node++) if (open[node] === 0) queue.push(node);
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!; // within the bounds
    for (let i = outgoing.start[node]!; i < outgoing.start[node + 1]!; i++) {
      const edge = outgoing.items[i]!;
      const to = head[edge]!;
      rank[to] = Math.max(rank[to]!, rank[node]! + length[edge]!);
      if (--open[to]! === 0) queue.push(to);
    }
  }
  return rank;
}

/** Lists of edges by node: those of node `n` are `items[start[n]]` to `items[start[n + 1] - 1]`. */
interface Incidence {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

function incidence(count: number, ...ends: readonly Int32Array[]): Incidence {
  const start = new Int32Array(count + 1);
  for (const end of ends) for (const node of end) start[node + 1]!++;
  for (let node = 0; node < count; node++) start[node + 1]! += start[node]!;
  const items = new Int32Array(start[count]!);
  const free = start.slice(0, count);
  for (const end of ends) for (let edge = 0; edge < end.length; edge++) items[free[end[edge]!]!++] = edge;
  return { start, items };
}

function fromZero(rank: Int32Array): Int32Array {
  const least = rank.reduce((least, value) => Math.min(least, value), Number.MAX_SAFE_INTEGER);
  return rank.map((value) => value - least);
}

/** The spanning tree of tight edges, whose edges are exchanged while that shortens the drawing. */
class Simplex {
  readonly #edges: RankEdges;
  readonly #rank: Int32Array;
  readonly #count: number;
  readonly #incident: Incidence;
  /** The tree edges at every node. */
  readonly #tree: number[][];
  readonly #inTree: Uint8Array;
  readonly #parent: Int32Array;
  /** The tree edge to the parent. */
  readonly #parentEdge: Int32Array;
  /** Postorder numbers: the subtree of a node holds the numbers from `low` to `lim`. */
  readonly #low: Int32Array;
  readonly #lim: Int32Array;
  readonly #byLim: Int32Array;
  /** Outgoing minus incoming weight of a node, and summed over its subtree. */
  readonly #balance: Float64Array;
  readonly #sum: Float64Array;
  #work = 0;

  constructor(count: number, edges: RankEdges, rank: Int32Array) {
    this.#count = count;
    this.#edges = edges;
    this.#rank = rank;
    this.#incident = incidence(count, edges.tail, edges.head);
    this.#tree = Array.from({ length: count }, () => []);
    this.#inTree = new Uint8Array(edges.tail.length);
    this.#parent = new Int32Array(count).fill(-1);
    this.#parentEdge = new Int32Array(count).fill(-1);
    this.#low = new Int32Array(count);
    this.#lim = new Int32Array(count);
    this.#byLim = new Int32Array(count);
    this.#sum = new Float64Array(count);
    this.#balance = new Float64Array(count);
    edges.weight.forEach((weight, edge) => {
      this.#balance[edges.tail[edge]!]! += weight;
      this.#balance[edges.head[edge]!]! -= weight;
    });
  }

  run(work: number): void {
    this.#growTightTree();
    this.#number(0, -1, 0);
    let scan = 0;
    for (let quiet = 0; quiet < this.#count && this.#work < work; quiet++) {
      const node = scan;
      scan = (scan + 1) % this.#count;
      if (!this.#worthLeaving(node)) continue;
      this.#exchange(node);
      quiet = -1;
    }
  }

  /** Checks whether the tree edge above the node has a negative cut value. */
  #worthLeaving(node: number): boolean {
    const edge = this.#parentEdge[node]!;
    if (edge < 0) return false;
    return (this.#edges.tail[edge] === node ? this.#sum[node]! : -this.#sum[node]!) < -EPSILON;
  }

  #slack(edge: number): number {
    const { tail, head, length } = this.#edges;
    return this.#rank[head[edge]!]! - this.#rank[tail[edge]!]! - length[edge]!;
  }

  #growTightTree(): void {
    const { tail, head } = this.#edges;
    const inside = new Uint8Array(this.#count);
    const members: number[] = [];
    const add = (start: number) => {
      inside[start] = 1;
      members.push(start);
      for (let at = members.length - 1; at < members.length; at++) {
        const node = members[at]!;
        for (let i = this.#incident.start[node]!; i < this.#incident.start[node + 1]!; i++) {
          const edge = this.#incident.items[i]!;
          const other = tail[edge] === node ? head[edge]! : tail[edge]!;
          if (inside[other] === 1 || this.#slack(edge) !== 0) continue;
          this.#join(edge);
          inside[other] = 1;
          members.push(other);
        }
      }
    };
    add(0);
    while (members.length < this.#count) {
      let best = -1;
      let least = Number.MAX_SAFE_INTEGER;
      for (let edge = 0; edge < tail.length; edge++) {
        if (inside[tail[edge]!] === inside[head[edge]!]) continue;
        const slack = this.#slack(edge);
        if (slack < least) [best, least] = [edge, slack];
      }
      if (best < 0) return;
      const outward = inside[tail[best]!] === 1;
      for (const node of members) this.#rank[node]! += outward ? least : -least;
      this.#join(best);
      add(outward ? head[best]! : tail[best]!);
    }
  }

  #join(edge: number): void {
    this.#inTree[edge] = 1;
    this.#tree[this.#edges.tail[edge]!]!.push(edge);
    this.#tree[this.#edges.head[edge]!]!.push(edge);
  }

  #cut(edge: number): void {
    this.#inTree[edge] = 0;
    for (const node of [this.#edges.tail[edge]!, this.#edges.head[edge]!]) {
      const list = this.#tree[node]!;
      list.splice(list.indexOf(edge), 1);
    }
  }

  /** Numbers the subtree of `root` in postorder from `from` on, and sums its balances. */
  #number(root: number, parentEdge: number, from: number): void {
    const { tail, head } = this.#edges;
    const stack = [root];
    const next = [0];
    let number = from;
    this.#parentEdge[root] = parentEdge;
    this.#low[root] = number;
    this.#sum[root] = this.#balance[root]!;
    while (stack.length > 0) {
      const node = stack[stack.length - 1]!;
      const at = next[next.length - 1]!++;
      const edge = this.#tree[node]![at];
      if (edge === undefined) {
        this.#lim[node] = number;
        this.#byLim[number++] = node;
        stack.pop();
        next.pop();
        if (stack.length > 0) this.#sum[this.#parent[node]!]! += this.#sum[node]!;
        continue;
      }
      if (edge === this.#parentEdge[node]) continue;
      const child = tail[edge] === node ? head[edge]! : tail[edge]!;
      this.#parent[child] = node;
      this.#parentEdge[child] = edge;
      this.#low[child] = number;
      this.#sum[child] = this.#balance[child]!;
      stack.push(child);
      next.push(0);
    }
    this.#work += number - from;
  }

  #contains(ancestor: number, node: number): boolean {
    return this.#lim[node]! >= this.#low[ancestor]! && this.#lim[node]! <= this.#lim[ancestor]!;
  }

  /** Replaces the tree edge above `node` by the tightest edge in the opposite direction. */
  #exchange(node: number): void {
    const leaving = this.#parentEdge[node]!;
    const inward = this.#edges.tail[leaving] === node;
    const entering = this.#tightest(node, inward);
    if (entering < 0) return;
    const shift = inward ? -this.#slack(entering) : this.#slack(entering);
    if (shift !== 0) {
      for (let lim = this.#low[node]!; lim <= this.#lim[node]!; lim++) {
        this.#rank[this.#byLim[lim]!]! += shift;
      }
    }
    let top = node;
    const { tail, head } = this.#edges;
    while (!this.#contains(top, tail[entering]!) || !this.#contains(top, head[entering]!)) {
      top = this.#parent[top]!;
    }
    this.#cut(leaving);
    this.#join(entering);
    this.#number(top, this.#parentEdge[top]!, this.#low[top]!);
  }

  /** The edge of least slack that enters (or leaves) the subtree of `node`; -1 when there is none. */
  #tightest(node: number, entering: boolean): number {
    const { tail, head } = this.#edges;
    let best = -1;
    let least = Number.MAX_SAFE_INTEGER;
    for (let lim = this.#low[node]!; lim <= this.#lim[node]!; lim++) {
      const inner = this.#byLim[lim]!;
      const end = this.#incident.start[inner + 1]!;
      this.#work += end - this.#incident.start[inner]!;
      for (let i = this.#incident.start[inner]!; i < end; i++) {
        const edge = this.#incident.items[i]!;
        if ((entering ? head[edge] : tail[edge]) !== inner) continue;
        if (this.#contains(node, entering ? tail[edge]! : head[edge]!)) continue;
        const slack = this.#slack(edge);
        if (slack < least) [best, least] = [edge, slack];
      }
    }
    return best;
  }
}
