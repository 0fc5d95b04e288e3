import { oneLine } from "../text/terminal_text.ts";
import { CROWS_FOOT, type Diagram, type DiagramEdge, type DiagramNode } from "./graph.ts";

/** A text between double quotes of PlantUML, which knows no escape for them; lines become `\n`. */
export function plantUmlText(text: string): string {
  return `"${text.split("\n").map(oneLine).join("\\n").replaceAll('"', "'")}"`;
}

/** Writes a diagram of PlantUML from its lines. */
export function plantUmlFile(title: string, lines: readonly string[]): string {
  const head = title === "" ? [] : [`title ${oneLine(title)}`];
  return `@startuml\n${[...head, ...lines].join("\n")}\n@enduml\n`;
}

/** Writes a graph as entities or components of PlantUML. */
export function writePlantUml({ title, groups, edges }: Diagram): string {
  const lines = groups.flatMap(({ title, nodes }) => {
    const inner = nodes.flatMap(nodeLines);
    return title === ""
      ? inner
      : [`package ${plantUmlText(title)} {`, ...inner.map((line) => `  ${line}`), "}"];
  });
  const isTables = groups.some(({ nodes }) => nodes.some(({ shape }) => shape === "table"));
  return plantUmlFile(title, [
    ...(isTables ? ["hide circle", "hide methods", "hide stereotypes"] : []),
    ...lines,
    ...edges.map(edgeLine),
  ]);
}

function nodeLines({ id, title, shape, rows }: DiagramNode): string[] {
  if (shape !== "table") {
    return [`${shape === "actor" ? "actor" : "component"} ${plantUmlText(title)} as ${id}`];
  }
  const row = ({ name, type, keys }: DiagramNode["rows"][number]) => {
    const marks = keys.map((key) => ` <<${key}>>`).join("");
    // A star marks what has to be there.
    return `  ${type.endsWith("?") ? "" : "* "}${oneLine(name)} : ${oneLine(type)}${marks}`;
  };
  const isKey = ({ keys }: DiagramNode["rows"][number]) => keys.includes("PK");
  const [own, others] = [rows.filter(isKey), rows.filter((one) => !isKey(one))];
  const rule = own.length > 0 && others.length > 0 ? ["  --"] : [];
  return [`entity ${plantUmlText(title)} as ${id} {`, ...own.map(row), ...rule, ...others.map(row), "}"];
}

function edgeLine({ from, to, label, ends: [left, right] }: DiagramEdge): string {
  const line = `${from} ${CROWS_FOOT[left][0]}--${CROWS_FOOT[right][1]} ${to}`;
  return label === "" ? line : `${line} : ${oneLine(label)}`;
}
