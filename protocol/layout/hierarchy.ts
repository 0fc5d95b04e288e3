import { LoomError } from "../error.ts";
import type { LayoutGraph, LayoutNode } from "./graph.ts";

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
   * Finds the containment of a graph.
   *
   * @throws {LayoutError} when ids are there twice, or parents or ends do not exist
   */
  constructor({ nodes, edges }: LayoutGraph) {
    this.nodes = nodes;
    const indices = new Map(nodes.map((node, index) => [node.id, index]));
    this.#indices = indices;
    if (indices.size < nodes.length) {
      const repeated = nodes.find((node, index) => indices.get(node.id) !== index);
      throw new LayoutError(
        `Cannot arrange two nodes with the id ${JSON.stringify(repeated?.id)}: ids must differ.`,
      );
    }
    const root = nodes.length;
    const children: number[][] = Array.from({ length: root + 1 }, () => []);
    this.parentOf = Int32Array.from(nodes, ({ id, parent }, index) => {
      const container = parent === undefined ? root : indices.get(parent);
      if (container === undefined) {
        throw new LayoutError(
          `Cannot arrange node ${JSON.stringify(id)}: its parent ${JSON.stringify(parent)} does not exist.`,
        );
      }
      children[container]!.push(index);
      return container;
    });
    this.childrenOf = children;
    const containers = [root];
    this.#depths = new Int32Array(root + 1);
    let reached = 0;
    for (const container of containers) {
      for (const child of children[container]!) {
        reached++;
        this.#depths[child] = this.#depths[container]! + 1;
        if (children[child]!.length > 0) containers.push(child);
      }
    }
    if (reached < nodes.length) {
      throw new LayoutError(
        "Cannot arrange nodes that contain each other in a circle: give one of them no parent.",
      );
    }
    this.containers = containers;
    const edgeIds = new Set<string>();
    for (const { id, from, to } of edges) {
      if (edgeIds.has(id)) {
        throw new LayoutError(
          `Cannot arrange two edges with the id ${JSON.stringify(id)}: ids must differ.`,
        );
      }
      edgeIds.add(id);
      const missing = indices.has(from) ? indices.has(to) ? undefined : to : from;
      if (missing === undefined) continue;
      throw new LayoutError(
        `Cannot arrange edge ${JSON.stringify(id)}: its end ${JSON.stringify(missing)} does not exist.`,
      );
    }
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
