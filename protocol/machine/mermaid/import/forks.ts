import type { Edge, Graph, Level, Node } from "./graph.ts";

/** The end of a fork's branches: their join, or the end mark of the level. */
type Exit = Node | "end";

/**
 * Turns each fork into a state with a region for each of its branches, if its branches are only that: each
 * begins at the fork, no arrow leads from one into another or in from elsewhere, and all that leave lead to one
 * join (or to the end mark), to which nothing else leads. The completed regions lead to the join.
 *
 * @returns The forks and joins that were taken over.
 */
export function forksToRegions(graph: Graph): ReadonlySet<Node> {
  const maker = new RegionMaker(graph);
  // A fork inside a branch of another one is mentioned after it, and must be one state before that is looked at.
  for (const node of graph.nodes.toReversed()) if (node.shape === "fork") maker.convert(node);
  maker.finish();
  return maker.converted;
}

class RegionMaker {
  readonly converted = new Set<Node>();
  readonly #graph: Graph;
  readonly #out = new Map<Node, Edge[]>();
  readonly #in = new Map<Node, Edge[]>();
  /** The nodes of each level, and those that were moved away from it. */
  readonly #children = new Map<Level, Node[]>();
  readonly #gone = new Set<Edge>();
  readonly #added: Edge[] = [];
  /** The number of states that may still be visited: nested forks would visit the same ones again and again. */
  #budget: number;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#budget = 10_000 + 50 * graph.nodes.length;
    for (const node of graph.nodes) listAt(this.#children, node.level).push(node);
    for (const edge of graph.edges) {
      listAt(this.#out, edge.from).push(edge);
      if (edge.to) listAt(this.#in, edge.to).push(edge);
    }
  }

  /** Puts the edges of the graph in order. */
  finish(): void {
    const { edges } = this.#graph;
    const kept = edges.filter((edge) => !this.#gone.has(edge));
    edges.length = 0;
    for (const edge of [...kept, ...this.#added]) edges.push(edge);
  }

  convert(fork: Node): void {
    const ways = listAt(this.#out, fork);
    const firsts = new Set(ways.map(({ to }) => to));
    const isPlain = ways.every(({ to, label }) => to && to.level === fork.level && label === "");
    if (!isPlain || firsts.size < 2 || firsts.size < ways.length || fork.sections.length > 0) return;
    const branches = this.#branches(fork, ways.map(({ to }) => to!)); // `isPlain` says that each has one
    if (branches) this.#makeRegions(fork, branches);
  }

  /** The branches of a fork with the edges that leave them; `undefined` when they are not apart. */
  #branches(fork: Node, firsts: readonly Node[]): Branches | undefined {
    const branchOf = new Map<Node, number>();
    const leaving: Edge[] = [];
    const waiting: Node[] = [];
    const enter = (node: Node, branch: number): boolean => {
      const known = branchOf.get(node);
      if (known === undefined) {
        branchOf.set(node, branch);
        waiting.push(node);
      }
      return known === undefined || known === branch;
    };
    if (!firsts.every((first, index) => first !== fork && enter(first, index))) return undefined;
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.shape === "fork" || this.#budget <= 0) return undefined;
      const branch = branchOf.get(node) ?? 0;
      for (const edge of this.#edgesOutOf(node)) {
        const exit = exitOf(edge, node, fork.level);
        if (exit === undefined) return undefined;
        if (exit === "end" || exit.shape === "join") leaving.push(edge);
        else if (exit === fork || !enter(exit, branch)) return undefined;
      }
    }
    const isApart = [...branchOf].every(([node, branch]) =>
      this.#isEnteredOnlyFrom(node, branch, branchOf, fork)
    );
    const exits = new Set(leaving.map(({ to }): Exit => to ?? "end"));
    const [exit] = exits;
    if (!isApart || exits.size > 1) return undefined;
    const isJoined = exit === undefined || exit === "end" || listAt(this.#in, exit).length === leaving.length;
    return isJoined ? { branchOf, leaving, exit, count: firsts.length } : undefined;
  }

  /** All edges that leave a state for a place outside of it. */
  *#edgesOutOf(node: Node): Generator<Edge> {
    for (const inner of this.#below(node)) {
      for (const edge of listAt(this.#out, inner)) {
        if (
          edge.to
            ? !isWithin(edge.to, node)
            : edge.level.owner === undefined || !isWithin(edge.level.owner, node)
        ) {
          yield edge;
        }
      }
    }
  }

  /** A state and all inside it. */
  *#below(node: Node): Generator<Node> {
    this.#budget--;
    yield node;
    for (const section of node.sections) {
      for (const inner of listAt(this.#children, section)) {
        if (inner.level === section) yield* this.#below(inner);
      }
    }
  }

  #isEnteredOnlyFrom(node: Node, branch: number, branchOf: ReadonlyMap<Node, number>, fork: Node): boolean {
    if (fork.level.starts.some(({ to }) => to && isWithin(to, node))) return false;
    for (const inner of this.#below(node)) {
      for (const { from } of listAt(this.#in, inner)) {
        const source = atLevel(from, fork.level);
        if (source !== fork && (source === undefined || branchOf.get(source) !== branch)) return false;
      }
    }
    return true;
  }

  #makeRegions(fork: Node, { branchOf, leaving, exit, count }: Branches): void {
    const ways = new Set(listAt(this.#out, fork));
    fork.sections = Array.from({ length: count }, () => ({ owner: fork, starts: [], at: fork.at }));
    for (const [index, { to, label, at }] of [...ways].entries()) {
      fork.sections[index]?.starts.push({ to, label, at });
      if (to) this.#in.set(to, listAt(this.#in, to).filter((edge) => !ways.has(edge)));
    }
    for (const edge of leaving) {
      const branch = branchOf.get(atLevel(edge.from, fork.level) ?? edge.from) ?? 0;
      edge.to = undefined;
      edge.level = fork.sections[branch] ?? edge.level;
    }
    this.#moveInto(fork, branchOf);
    fork.shape = undefined;
    const completion = exit === undefined ? [] : [this.#completion(fork, exit)];
    this.#out.set(fork, completion);
    for (const way of ways) this.#gone.add(way);
    this.#added.push(...completion);
    this.converted.add(fork);
    if (exit !== undefined && exit !== "end") {
      this.#in.set(exit, completion);
      this.converted.add(exit);
    }
  }

  #completion(fork: Node, exit: Exit): Edge {
    return { from: fork, to: exit === "end" ? undefined : exit, label: "", level: fork.level, at: fork.at };
  }

  #moveInto(fork: Node, branchOf: ReadonlyMap<Node, number>): void {
    for (const [node, branch] of branchOf) {
      node.level = fork.sections[branch] ?? node.level;
      listAt(this.#children, node.level).push(node);
    }
  }
}

interface Branches {
  /** The branch of each state at the level of the fork. */
  readonly branchOf: ReadonlyMap<Node, number>;
  /** The edges that leave the branches. */
  readonly leaving: readonly Edge[];
  /** Their target; `undefined` when there are none. */
  readonly exit: Exit | undefined;
  readonly count: number;
}

/** The node of the level that an edge out of `node` leads to; `undefined` when that is outside of the level. */
function exitOf({ to, from, level: drawn }: Edge, node: Node, level: Level): Exit | undefined {
  if (to) return atLevel(to, level);
  return drawn === level && from === node ? "end" : undefined;
}

/** The state itself, or its ancestor at the level. */
function atLevel(node: Node, level: Level): Node | undefined {
  let one: Node | undefined = node;
  while (one && one.level !== level) one = one.level.owner;
  return one;
}

function isWithin(node: Node, outer: Node): boolean {
  let one: Node | undefined = node;
  while (one && one !== outer) one = one.level.owner;
  return one !== undefined;
}

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  let list = lists.get(key);
  if (!list) lists.set(key, list = []);
  return list;
}
