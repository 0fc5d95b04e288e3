import { LoomError } from "../../error.ts";
import type { LayoutEdge, LayoutGraph, LayoutNode } from "./graph.ts";

/** A graph that cannot be arranged. */
export class LayoutError extends LoomError {
  /** Makes the error from a sentence. */
  constructor(message: string) {
    super("layout/bad-graph", message);
    this.name = "LayoutError";
  }
}

/**
 * The containment of a graph by indices; the outermost container, which is no node, has the index
 * `nodes.length`.
 *
 * Arrays by node are read without checks (`!`), here and where a hierarchy is used: every index in them is
 * that of a node or of the outermost container.
 */
export class Hierarchy {
  /** The nodes of the graph. */
  readonly nodes: readonly LayoutNode[];
  /** The container of every node. */
  readonly parentOf: Int32Array;
  /** The children of every container, in the order of the graph. */
  readonly childrenOf: readonly (readonly number[])[];
  /** Every container that holds anything, outer ones before inner ones. */
  readonly containers: readonly number[];
  readonly #indices: ReadonlyMap<string, number>;
  readonly #depths: Int32Array;

  /**
   * Reads the containment of a graph.
   *
   * @throws {LayoutError} when an id occurs twice, a parent or an end does not exist, or nodes contain each other
   */
  constructor({ nodes, edges }: LayoutGraph) {
    this.nodes = nodes;
    this.#indices = indicesOf(nodes);
    const children: number[][] = Array.from({ length: nodes.length + 1 }, () => []);
    this.parentOf = Int32Array.from(nodes, (node, index) => {
      const container = this.#containerOf(node);
      children[container]!.push(index);
      return container;
    });
    this.childrenOf = children;
    this.#depths = new Int32Array(nodes.length + 1);
    this.containers = this.#outerFirst();
    checkEdges(edges, this.#indices);
  }

  #containerOf({ id, parent }: LayoutNode): number {
    const container = parent === undefined ? this.nodes.length : this.#indices.get(parent);
    if (container !== undefined) return container;
    throw new LayoutError(
      `Cannot arrange node ${JSON.stringify(id)}: its parent ${JSON.stringify(parent)} does not exist.`,
    );
  }

  /** Lists the containers, outer ones first, and records the depth of every node. */
  #outerFirst(): number[] {
    const containers = [this.nodes.length];
    let reached = 0;
    for (const container of containers) {
      for (const child of this.childrenOf[container]!) {
        reached++;
        this.#depths[child] = this.#depths[container]! + 1;
        if (this.childrenOf[child]!.length > 0) containers.push(child);
      }
    }
    if (reached === this.nodes.length) return containers;
    throw new LayoutError(
      "Cannot arrange nodes that contain each other in a circle: give one of them no parent.",
    );
  }

  /** The index of a node by its id, which must exist. */
  indexOf(id: string): number {
    return this.#indices.get(id)!;
  }

  /** The innermost container around both nodes; a node that contains the other counts. */
  around(a: number, b: number): number {
    let [x, y] = [a, b];
    while (x !== y) {
      if (this.#depths[x]! >= this.#depths[y]!) x = this.parentOf[x]!;
      else y = this.parentOf[y]!;
    }
    return x;
  }

  /** The child of `container` that is or contains `node`. */
  childAround(container: number, node: number): number {
    let at = node;
    while (this.parentOf[at] !== container) at = this.parentOf[at]!;
    return at;
  }
}

function indicesOf(nodes: readonly LayoutNode[]): Map<string, number> {
  const indices = new Map(nodes.map((node, index) => [node.id, index]));
  if (indices.size === nodes.length) return indices;
  const repeated = nodes.find((node, index) => indices.get(node.id) !== index);
  throw new LayoutError(
    `Cannot arrange two nodes with the id ${JSON.stringify(repeated?.id)}: ids must differ.`,
  );
}

function checkEdges(edges: readonly LayoutEdge[], nodes: ReadonlyMap<string, number>): void {
  const ids = new Set<string>();
  for (const { id, from, to } of edges) {
    if (ids.has(id)) {
      throw new LayoutError(`Cannot arrange two edges with the id ${JSON.stringify(id)}: ids must differ.`);
    }
    ids.add(id);
    const missing = nodes.has(from) ? nodes.has(to) ? undefined : to : from;
    if (missing === undefined) continue;
    throw new LayoutError(
      `Cannot arrange edge ${JSON.stringify(id)}: its end ${JSON.stringify(missing)} does not exist.`,
    );
  }
}
