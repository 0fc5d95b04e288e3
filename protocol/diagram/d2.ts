import type { Diagram, DiagramEdge, DiagramEnd, DiagramNode } from "./graph.ts";

/** A text between double quotes, as D2 reads it. */
export function d2Text(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("$", "\\$");
  return `"${escaped.replaceAll("\n", "\\n")}"`;
}

const ARROWS: Readonly<Record<DiagramEnd, string>> = {
  none: "none",
  general: "triangle",
  one: "cf-one-required",
  "at most one": "cf-one",
  many: "cf-many",
  "at least one": "cf-many-required",
};

const CONSTRAINTS = { PK: "primary_key", UK: "unique", FK: "foreign_key" } as const;

/** Writes a graph as a diagram of D2. */
export function writeD2({ groups, edges }: Diagram): string {
  const pathOf = new Map<string, string>();
  const lines = groups.flatMap(({ title, nodes }, at) => {
    const path = title === "" ? "" : `g${at}.`;
    for (const { id } of nodes) pathOf.set(id, path + id);
    const inner = nodes.flatMap(nodeLines);
    return title === "" ? inner : [`g${at}: ${d2Text(title)} {`, ...inner.map((line) => `  ${line}`), "}"];
  });
  return [...lines, ...edges.map((edge) => edgeLine(edge, pathOf))].join("\n") + "\n";
}

function nodeLines({ id, title, shape, rows }: DiagramNode): string[] {
  const head = `${id}: ${d2Text(title)}`;
  if (shape === "box") return [head];
  if (shape === "actor") return [`${head} { shape: person }`];
  const columns = rows.map(({ name, type, keys }) => {
    const constraints = keys.map((key) => CONSTRAINTS[key]);
    const list = constraints.length === 1 ? constraints[0] : `[${constraints.join("; ")}]`;
    return `  ${d2Text(name)}: ${d2Text(type)}${keys.length === 0 ? "" : ` { constraint: ${list} }`}`;
  });
  return [`${head} {`, "  shape: sql_table", ...columns, "}"];
}

function edgeLine({ from, to, label, ends }: DiagramEdge, pathOf: ReadonlyMap<string, string>): string {
  const line = `${pathOf.get(from) ?? from} ${ends.every((end) => end === "none") ? "--" : "<->"} ${
    pathOf.get(to) ?? to
  }`;
  const words = label === "" ? "" : `: ${d2Text(label)}`;
  if (ends.every((end) => end === "none")) return line + words;
  const heads = (["source", "target"] as const).map((side, at) =>
    `${side}-arrowhead: { shape: ${ARROWS[ends[at] ?? "none"]} }`
  );
  return `${line}${words === "" ? ": " : `${words} `}{ ${heads.join("; ")} }`;
}
