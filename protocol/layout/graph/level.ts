import type { Insets, Point, Size } from "../../geometry/box.ts";

/** The sides of a box through which edges go. */
export type Side = "top" | "bottom";

/**
 * A node of one level: a child of the level's container, or the place on the container's border where an edge
 * from outside comes in.
 */
export interface LevelNode {
  /** The width of the box; 0 for a place on the border. */
  readonly width: number;
  /** The height of the box; 0 for a place on the border. */
  readonly height: number;
  /** Room around the box. */
  readonly margin: Insets;
  /** The room around the box in a part that is arranged from left to right; default: the same. */
  readonly turnedMargin?: Insets;
  /** The side of the container that this place is on; `undefined` for a child. */
  readonly border: Side | undefined;
  /** True for the node where reading begins. */
  readonly first: boolean;
}

/** An edge of one level, by the indices of its nodes. */
export interface LevelEdge {
  /** The index of the source. */
  readonly from: number;
  /** The index of the target. */
  readonly to: number;
  /** The size of the label. */
  readonly label: Size | undefined;
  /** Distance of the end from the left side of `from`; chosen when `undefined`. */
  readonly fromPort: number | undefined;
  /** Distance of the end from the left side of `to`; chosen when `undefined`. */
  readonly toPort: number | undefined;
}

/**
 * The children of one container and the edges among them: the graph that the stages of the layered drawing
 * take. The ends of its edges are indices of its nodes, and arrays by node or edge are as long as its lists,
 * so all are read without checks (`!`).
 */
export interface LevelGraph {
  /** The children, then the places on the border. */
  readonly nodes: readonly LevelNode[];
  /** The edges that lie in this level, or the part of them that does. */
  readonly edges: readonly LevelEdge[];
  /** True if the children lie side by side, in the given order, instead of in layers. */
  readonly row: boolean;
  /** The blocks that the level is cut into. */
  readonly blocks?: Blocks | undefined;
}

/** The blocks of a level: parts that have edges between them which are drawn later. */
export interface Blocks {
  /** The block of every child. */
  readonly of: Int32Array;
  /** The room between blocks for labels. */
  readonly room: Size;
}

/** The layer of every node of a level, downwards from 0, and whether any layer holds labels only. */
export interface Layering {
  /** The layer of a node, by index. */
  readonly layerOf: Int32Array;
  /** The number of layers, including those without nodes. */
  readonly layerCount: number;
  /** The least number of layers that an edge spans: 2 where labels have layers between those of the nodes. */
  readonly span: number;
}

/** A drawn edge of a level, from its source to its target. */
export interface LevelRoute {
  /** The corners of the line, with its ends. */
  readonly points: Point[];
  /** The middle of the label. */
  readonly label: Point | undefined;
}

/** Places in a level: top left corners of the nodes and routes, by index. */
export interface LevelLayout {
  /** The left side of a node. */
  readonly x: Float64Array;
  /** The top of a node. */
  readonly y: Float64Array;
  /** The route of an edge. */
  readonly routes: readonly LevelRoute[];
  /** The nodes in parts that are arranged from left to right. */
  readonly turned?: readonly number[];
}

/** The container around a level. */
export interface LevelFrame {
  /** Room between its border and the children. */
  readonly padding: Insets;
  /** The size it has at least. */
  readonly least: Size;
}

/** A level in its container, whose top left corner is at 0. */
export interface FramedLevel extends LevelLayout, Size {}
