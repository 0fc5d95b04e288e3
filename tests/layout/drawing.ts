/**
 * An arranged graph as the measures see it: boxes, lines and labels, whoever drew them.
 *
 * @module
 */
import type { Box, GraphLayout, LayoutGraph, Point } from "@loom/protocol";

/** A box of a drawing. */
export interface DrawnBox extends Box {
  readonly id: string;
  /** The box that contains this one. */
  readonly parent?: string | undefined;
}

/** A line of a drawing. */
export interface DrawnEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The corners of the line. */
  readonly points: readonly Point[];
  readonly label?: Box | undefined;
}

/** What the measures take. */
export interface Drawing {
  readonly boxes: readonly DrawnBox[];
  readonly edges: readonly DrawnEdge[];
}

/** The drawing that a layout of a graph is. Edges without a route are left out. */
export function drawingOf(graph: LayoutGraph, layout: GraphLayout): Drawing {
  return {
    boxes: graph.nodes.flatMap(({ id, parent }) => {
      const box = layout.nodes.get(id);
      return box === undefined ? [] : [{ ...box, id, parent }];
    }),
    edges: graph.edges.flatMap(({ id, from, to }) => {
      const route = layout.edges.get(id);
      return route === undefined ? [] : [{ id, from, to, points: route.points, label: route.label }];
    }),
  };
}

/** Which box lies in which. */
export class Nesting {
  readonly #parents = new Map<string, string>();
  readonly #withChildren = new Set<string>();

  constructor(boxes: readonly DrawnBox[]) {
    for (const { id, parent } of boxes) {
      if (parent === undefined) continue;
      this.#parents.set(id, parent);
      this.#withChildren.add(parent);
    }
  }

  /** True of a box that contains none. */
  isLeaf(id: string): boolean {
    return !this.#withChildren.has(id);
  }

  /** True when `inner` lies in `outer` at any depth, or is it. */
  isWithin(inner: string, outer: string): boolean {
    for (let at: string | undefined = inner; at !== undefined; at = this.#parents.get(at)) {
      if (at === outer) return true;
    }
    return false;
  }

  /** True of the ends of an edge and of what contains one of them. */
  isRelated(edge: DrawnEdge, box: string): boolean {
    return this.isWithin(edge.from, box) || this.isWithin(edge.to, box);
  }
}
