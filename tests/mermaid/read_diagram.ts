/**
 * What Mermaid itself reads in the text of a state diagram.
 *
 * @module
 */
import DOMPurify from "dompurify";
import mermaid from "mermaid";

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

interface Data {
  readonly nodes: readonly Node[];
  readonly edges: readonly { start: string; end: string; label?: string; arrowTypeEnd: string }[];
}

interface Node {
  readonly id: string;
  readonly label?: string;
  readonly description?: readonly string[] | string;
  readonly shape: string;
  readonly parentId?: string;
  readonly type?: string;
}

const SHAPES: Readonly<Record<string, string>> = {
  stateStart: "start",
  stateEnd: "end",
  divider: "region",
  fork: "fork",
  join: "join",
  choice: "choice",
};

/** The reader of Mermaid, once it is there. */
let ready: Promise<unknown> | undefined;

/**
 * Has Mermaid read a state diagram.
 *
 * @throws {Error} What Mermaid says when it cannot read the text.
 */
export async function readDiagram(text: string): Promise<Diagram> {
  ready ??= prepare();
  await ready;
  const diagram = await mermaid.mermaidAPI.getDiagramFromText(text);
  if (diagram.type !== "stateDiagram") throw new TypeError(`Mermaid takes it as a ${diagram.type}`);
  const { nodes, edges } = (diagram.db as unknown as { getData(): Data }).getData();
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

async function prepare(): Promise<void> {
  // Without a window there is no sanitizer of HTML: texts stand as they were read, which is what is to be seen.
  Object.assign(DOMPurify, { addHook: () => {}, sanitize: (text: string) => text });
  // Its diagrams are only there once something has been parsed.
  await mermaid.parse("stateDiagram-v2");
}

function stateOf({ id, label = "", description = [], shape, parentId, type }: Node): DiagramState {
  const lines = typeof description === "string" ? [description] : description;
  return {
    id,
    label: [label, ...lines].map(decoded).join("\n"),
    shape: SHAPES[shape] ?? "state",
    parent: parentId,
    isBlock: type === "group",
  };
}

const NAMED: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&" };

/** Mermaid carries `#35;` and `#quot;` in a spelling of its own until a browser shows them. */
function decoded(text: string): string {
  return text.replaceAll(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/ﬂ°(\w+)¶ß/g, (whole, name) => NAMED[name] ?? whole);
}
