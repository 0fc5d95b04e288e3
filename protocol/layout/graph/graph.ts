import type { Box, Insets, Point, Size } from "../../geometry/box.ts";

/** A node of a {@linkcode LayoutGraph}. */
export interface LayoutNode {
  /** Unique among the nodes. */
  readonly id: string;
  /** Of a node with children: the least width it gets. */
  readonly width: number;
  /** Of a node with children: the least height it gets. */
  readonly height: number;
  /** The node that contains this one. */
  readonly parent?: string;
  /** Room between the border and the children, for example for a title. */
  readonly padding?: Insets;
  /** Room kept free around the border, for marks outside of it. */
  readonly margin?: Insets;
  /**
   * Arrangement of the children: in layers, as edges lead (the default), or side by side in a row, as regions do; with
   * `dense`, a long row is a column where that takes less room.
   */
  readonly arrange?: "layers" | "row";
  /** Lies in the first layer of its parent, at the left: where reading begins. */
  readonly first?: boolean;
}

/**
 * A directed edge of a {@linkcode LayoutGraph}; it may join any two nodes, also a node and one inside of it.
 */
export interface LayoutEdge {
  /** Unique among the edges. */
  readonly id: string;
  /** The id of the node that it leaves. */
  readonly from: string;
  /** The id of the node that it leads to. */
  readonly to: string;
  /** The size of the label, which gets a place on the route. */
  readonly label?: Size;
  /**
   * Start of the edge at the top or bottom of `from`, as a distance from its left side; chosen when absent.
   */
  readonly fromPort?: number;
  /**
   * End of the edge at the top or bottom of `to`, as a distance from its left side; chosen when absent.
   */
  readonly toPort?: number;
}

/** The input of {@linkcode layoutGraph}. */
export interface LayoutGraph {
  /**
   * Containers and their content, in any order; children of one container keep that order where the edges allow
   * it.
   */
  readonly nodes: readonly LayoutNode[];
  /** The edges, in any order. */
  readonly edges: readonly LayoutEdge[];
}

/** The route of an edge from the border of one node to that of the other. */
export interface EdgeRoute {
  /** The corners of the line, first and last on the borders of its nodes; never two equal ones in a row. */
  readonly points: readonly Point[];
  /** The box of the label; the line passes through its middle, or beside it for an edge from a node to itself. */
  readonly label?: Box;
}

/** An arranged graph: its outermost left and top are at 0. */
export interface GraphLayout extends Size {
  /** The box of every node, by id, in the order of the graph. */
  readonly nodes: ReadonlyMap<string, Box>;
  /** The route of every edge, by id, in the order of the graph. */
  readonly edges: ReadonlyMap<string, EdgeRoute>;
}
