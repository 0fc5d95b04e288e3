import type { Box, Point } from "../geometry/box.ts";

/** A document as a graph of boxes and lines, for the text formats of other drawing programs. */
export interface Diagram {
  /** The document's name; `""` when it has none. */
  readonly title: string;
  /** The nodes, by the groups around them. */
  readonly groups: readonly DiagramGroup[];
  /** The lines between nodes. */
  readonly edges: readonly DiagramEdge[];
}

/** Nodes that stand together. */
export interface DiagramGroup {
  /** The words above them; `""` for nodes without a frame. */
  readonly title: string;
  /** The nodes. */
  readonly nodes: readonly DiagramNode[];
}

/** A box. */
export interface DiagramNode {
  /** Its id: a letter and a number. */
  readonly id: string;
  /** Its words; lines are divided by line ends. */
  readonly title: string;
  /** A table has rows, an actor takes part from outside. */
  readonly shape: "table" | "box" | "actor";
  /** The rows of a table. */
  readonly rows: readonly DiagramRow[];
  /** Its place in the picture of the document. */
  readonly box: Box;
}

/** A row of a table. */
export interface DiagramRow {
  /** The name. */
  readonly name: string;
  /** The type, with `?` behind it where it may be missing; `""` for none. */
  readonly type: string;
  /** Key marks. */
  readonly keys: readonly ("PK" | "UK" | "FK")[];
}

/** A line between two nodes. */
export interface DiagramEdge {
  /** The id of one node. */
  readonly from: string;
  /** The id of the other. */
  readonly to: string;
  /** Its words; `""` for none. */
  readonly label: string;
  /** The marks at its ends, that of `from` first. */
  readonly ends: readonly [DiagramEnd, DiagramEnd];
  /** Its corners in the picture of the document, from end to end. */
  readonly points: readonly Point[];
}

/** The mark at the end of a line: a number of crow's foot notation, a triangle at what is more general, or none. */
export type DiagramEnd = "none" | "general" | "one" | "at most one" | "many" | "at least one";

/** The nodes of all groups. */
export function nodesOf({ groups }: Diagram): readonly DiagramNode[] {
  return groups.flatMap(({ nodes }) => nodes);
}

/** The marks of line ends in Mermaid and PlantUML: at the left end, and at the right one. */
export const CROWS_FOOT: Readonly<Record<DiagramEnd, readonly [string, string]>> = {
  none: ["", ""],
  general: ["<|", "|>"],
  one: ["||", "||"],
  "at most one": ["|o", "o|"],
  many: ["}o", "o{"],
  "at least one": ["}|", "|{"],
};
