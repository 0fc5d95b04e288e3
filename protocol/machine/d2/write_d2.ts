import { d2Text } from "../../diagram/d2.ts";
import { isObject } from "../../json/value.ts";
import type { WrittenText } from "../../left_out.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import { nodeLines, outlineGraph, type OutlineNode } from "../outline_graph.ts";
import { outlineOf } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Looks of states by kind. */
const LOOKS: Readonly<Record<string, string>> = {
  final: "style.double-border: true",
  history: "shape: circle",
  choice: "shape: diamond",
};

/**
 * Writes a machine as a diagram of D2: composites and regions are containers, a filled circle marks what is entered first.
 *
 * @param definition The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeMachineD2 } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeMachineD2({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * });
 * assertStringIncludes(text, 's0.s1 -> s0.s2: "press"');
 * ```
 */
export function writeMachineD2(definition: StateMachineDefinition): WrittenText {
  const { nodes, edges } = outlineGraph(outlineOf(isObject(definition) ? definition.state : undefined));
  const lines = edges.map(({ from, to, label }) =>
    `${pathOf(from)} -> ${pathOf(to)}${label === "" ? "" : `: ${d2Text(label)}`}`
  );
  const text = [...nodeText(nodes[0], ""), ...lines].join("\n") + "\n";
  return { text, leftOut: leftOutOfDiagram(definition, "A D2 diagram", ["onEntry", "onExit", "actions"]) };
}

function nodeText(node: OutlineNode, margin: string): string[] {
  const { state, at, inner, start } = node;
  const look = LOOKS[state.kind];
  const within = `${margin}  `;
  const name = state.kind === "history" ? (state.deep ? "H*" : "H") : nodeLines(state).join("\n");
  const content = [
    ...(look === undefined ? [] : [`${within}${look}`]),
    ...inner.flatMap((one) => nodeText(one, within)),
    ...(start === undefined ? [] : [
      `${within}start: "" { shape: circle; width: 12; height: 12; style.fill: black }`,
      `${within}start -> ${pathOf(start).slice(pathOf(node).length + 1)}`,
    ]),
  ];
  const head = `${margin}s${at}: ${d2Text(name)}`;
  return content.length === 0 ? [head] : [`${head} {`, ...content, `${margin}}`];
}

function pathOf({ inside, at }: OutlineNode): string {
  return [...inside.map((one) => `s${one.at}`), `s${at}`].join(".");
}
