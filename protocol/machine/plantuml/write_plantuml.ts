import { plantUmlFile } from "../../diagram/plantuml.ts";
import { isObject } from "../../json/value.ts";
import type { WrittenText } from "../../left_out.ts";
import { oneLine } from "../../text/terminal_text.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import { outlineGraph, type OutlineNode } from "../outline_graph.ts";
import { outlineOf, shownName } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Stereotypes by kind. */
const STEREOTYPES: Readonly<Record<string, string>> = { final: " <<end>>", choice: " <<choice>>" };

/**
 * Writes a machine as a state diagram of PlantUML: composites, regions beside each other, histories, choices.
 *
 * @param definition The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeMachinePlantUml } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeMachinePlantUml({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * });
 * assertStringIncludes(text, "Off --> On: press");
 * ```
 */
export function writeMachinePlantUml(definition: StateMachineDefinition): WrittenText {
  const { nodes, edges } = outlineGraph(outlineOf(isObject(definition) ? definition.state : undefined));
  const [root] = nodes;
  const ids = new Map<OutlineNode, string>();
  const used = new Set<string>();
  for (const node of nodes) {
    const plain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(node.state.name) ? node.state.name : `s${node.at}`;
    const id = used.has(plain) ? `s${node.at}` : plain;
    used.add(id);
    ids.set(node, id);
  }
  const idOf = (node: OutlineNode) => ids.get(node) ?? "";
  // The root frames everything; it is written where something leads from or to it.
  const isFramed = edges.some(({ from, to }) => from === root || to === root) || root.inner.length === 0;
  const name = isObject(definition) && isObject(definition.settings)
    ? String(definition.settings.name ?? "")
    : "";
  const lines = [
    ...(isFramed ? nodeText(root, "", idOf) : insideText(root, "", idOf)),
    ...edges.map(({ from, to, label }) =>
      `${endOf(from, idOf)} --> ${endOf(to, idOf)}${label === "" ? "" : `: ${label}`}`
    ),
  ];
  return {
    text: plantUmlFile(name, lines),
    leftOut: leftOutOfDiagram(definition, "A PlantUML diagram", ["onEntry", "onExit", "actions"]),
  };
}

type IdOf = (node: OutlineNode) => string;

/** A history is an end of lines, not a state of its own. */
function endOf(node: OutlineNode, idOf: IdOf): string {
  const around = node.inside.at(-1);
  if (node.state.kind !== "history" || around === undefined) return idOf(node);
  return `${around.inside.length === 0 ? "" : idOf(around)}[${node.state.deep ? "H*" : "H"}]`;
}

function nodeText(node: OutlineNode, margin: string, idOf: IdOf): string[] {
  const { state, inner } = node;
  if (state.kind === "history") return [];
  const id = idOf(node);
  const name = id === state.name ? id : `${JSON.stringify(oneLine(shownName(state.name)))} as ${id}`;
  const head = `${margin}state ${name}${STEREOTYPES[state.kind] ?? ""}`;
  const notes = [
    ...state.entry.map((text) => `${margin}${id} : entry / ${oneLine(text)}`),
    ...state.exit.map((text) => `${margin}${id} : exit / ${oneLine(text)}`),
  ];
  if (inner.length === 0) return [head, ...notes];
  return [`${head} {`, ...insideText(node, `${margin}  `, idOf), `${margin}}`, ...notes];
}

function insideText({ state, inner, start }: OutlineNode, margin: string, idOf: IdOf): string[] {
  const between = state.regions.length > 0 ? [`${margin}--`] : [];
  const texts = inner.map((one) => nodeText(one, margin, idOf));
  return [
    ...(start === undefined ? [] : [`${margin}[*] --> ${idOf(start)}`]),
    ...texts.flatMap((text, index) => index === 0 ? text : [...between, ...text]),
  ];
}
