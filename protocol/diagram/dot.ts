import { xmlText } from "../picture/xml.ts";
import type { Diagram, DiagramEdge, DiagramEnd, DiagramNode } from "./graph.ts";

/** A text in double quotes, its line ends as `\n`. */
export function dotText(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

const ARROWS: Readonly<Record<DiagramEnd, string>> = {
  none: "none",
  general: "empty",
  one: "teetee",
  "at most one": "teeodot",
  many: "crowodot",
  "at least one": "crowtee",
};

/** Writes a graph for Graphviz: tables as records of HTML, groups as clusters. */
export function writeDot({ title, groups, edges }: Diagram): string {
  const lines = groups.flatMap(({ title, nodes }, at) => {
    const inner = nodes.map(nodeLine);
    if (title === "") return inner;
    const head = [`subgraph cluster_${at} {`, `  label=${dotText(title)}; style=rounded;`];
    return [...head, ...inner.map((line) => `  ${line}`), "}"];
  });
  const all = [
    "rankdir=LR;",
    'node [shape=box, style=rounded, fontname="Inter, Helvetica, Arial, sans-serif"];',
    'edge [fontname="Inter, Helvetica, Arial, sans-serif"];',
    ...lines,
    ...edges.map(edgeLine),
  ];
  return `digraph ${dotText(title)} {\n${all.map((line) => `  ${line}\n`).join("")}}\n`;
}

function nodeLine({ id, title, shape, rows }: DiagramNode): string {
  if (shape === "box") return `${id} [label=${dotText(title)}];`;
  if (shape === "actor") return `${id} [shape=ellipse, style=solid, label=${dotText(title)}];`;
  const cells = rows.map(({ name, type, keys }) => {
    const [left, right] = [`${keys.join(" ")} ${name}`.trim(), type].map((text) => xmlText(text));
    return `<TR><TD ALIGN="LEFT">${left}</TD><TD ALIGN="RIGHT">${right}</TD></TR>`;
  });
  const head = `<TR><TD COLSPAN="2"><B>${xmlText(title)}</B></TD></TR>`;
  const table = `<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="4">${head}${
    cells.join("")
  }</TABLE>`;
  return `${id} [shape=plain, label=<${table}>];`;
}

function edgeLine({ from, to, label, ends: [tail, head] }: DiagramEdge): string {
  const words = label === "" ? "" : `, label=${dotText(label)}`;
  return `${from} -> ${to} [dir=both, arrowtail=${ARROWS[tail]}, arrowhead=${ARROWS[head]}${words}];`;
}
