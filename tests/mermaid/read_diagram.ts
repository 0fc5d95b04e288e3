/**
 * What Mermaid itself reads in the text of a state diagram.
 *
 * @module
 */
import { askMermaid, decoded, type MermaidNode } from "./ask_mermaid.ts";

/** A box of the diagram. */
export interface DiagramState {
  /** The word that the text uses. */
  readonly id: string;
  /** What is shown; lines of their own below the first are joined by line ends. */
  readonly label: string;
  /** `state`, `start`, `end`, `region`, `fork`, `join` or `choice`. */
  readonly shape: string;
  /** The id of the box around it; `undefined` on the outermost level. */
  readonly parent: string | undefined;
  /** True if it holds others. */
  readonly isBlock: boolean;
}

/** An arrow of the diagram. */
export interface DiagramEdge {
  /** The id of the box it leaves. */
  readonly from: string;
  /** The id of the box it reaches. */
  readonly to: string;
  /** Its text; `""` when there is none. */
  readonly label: string;
}

/** A remark beside a state. */
export interface DiagramNote {
  /** The id of the state. */
  readonly state: string;
  /** Its lines, without the blanks around them. */
  readonly lines: readonly string[];
}

/** A state diagram as Mermaid holds it. */
export interface Diagram {
  /** The boxes, in the order of their first mention. */
  readonly states: readonly DiagramState[];
  /** The arrows, in the order of the text. */
  readonly edges: readonly DiagramEdge[];
  /** The notes, in the order of the text. */
  readonly notes: readonly DiagramNote[];
}

const SHAPES: Readonly<Record<string, string>> = {
  stateStart: "start",
  stateEnd: "end",
  divider: "region",
  fork: "fork",
  join: "join",
  choice: "choice",
};

/**
 * Has Mermaid read a state diagram.
 *
 * @throws {Error} with the message of Mermaid, when it cannot read the text.
 */
export async function readDiagram(text: string): Promise<Diagram> {
  const { state } = await askMermaid(text);
  if (state === undefined) throw new TypeError("Mermaid takes it as a diagram of another kind");
  const { nodes, edges } = state;
  return {
    states: nodes.filter(({ shape }) => shape !== "note" && shape !== "noteGroup").map(stateOf),
    edges: edges.filter(({ arrowTypeEnd }) => arrowTypeEnd !== "").map(({ start, end, label = "" }) => ({
      from: start,
      to: end,
      label: decoded(label),
    })),
    notes: nodes.filter(({ shape }) => shape === "note").map(({ label = "", parentId = "" }) => ({
      state: parentId.replace(/----parent$/, ""),
      lines: decoded(label).split("\n").map((line) => line.trim()),
    })),
  };
}

function stateOf({ id, label = "", description = [], shape, parentId, type }: MermaidNode): DiagramState {
  const lines = typeof description === "string" ? [description] : description;
  return {
    id,
    label: [label, ...lines].map(decoded).join("\n"),
    shape: SHAPES[shape] ?? "state",
    parent: parentId,
    isBlock: type === "group",
  };
}
