import { plantUmlFile, plantUmlText } from "../../diagram/plantuml.ts";
import { isObject } from "../../json/value.ts";
import type { LeftOut, WrittenText } from "../../left_out.ts";
import { oneLine } from "../../text/terminal_text.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import { type OutlineEdge, outlineGraph, type OutlineNode } from "../outline_graph.ts";
import { outlineOf, shownName } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** The stereotype of a state, with the space before it. */
function stereotypeOf({ kind, deep }: OutlineNode["state"]): string {
  if (kind === "history") return deep ? " <<history*>>" : " <<history>>";
  return kind === "final" ? " <<end>>" : kind === "choice" ? " <<choice>>" : "";
}

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
  const drawn = edges.filter(isDrawn);
  const told = edges.filter((edge) => !isDrawn(edge));
  const drawing: Drawing = {
    idOf,
    own: Map.groupBy(drawn.filter(isOfRegion), ({ from }) => from),
    told: Map.groupBy(told, ({ from }) => isAmongRegions(from) ? from.inside.at(-1) ?? from : from),
  };
  const lines = [
    ...(isFramed ? nodeText(root, "", drawing) : insideText(root, "", drawing)),
    ...drawn.filter((edge) => !isOfRegion(edge)).map((edge) => edgeText(edge, idOf)),
  ];
  return {
    text: plantUmlFile(name, lines),
    leftOut: [
      ...leftOutOfDiagram(definition, "A PlantUML diagram", ["onEntry", "onExit", "actions"]),
      ...leftOutLines(told),
    ],
  };
}

type IdOf = (node: OutlineNode) => string;

interface Drawing {
  readonly idOf: IdOf;
  /** The lines from a region without states to itself: PlantUML takes them inside of the region only. */
  readonly own: ReadonlyMap<OutlineNode, readonly OutlineEdge[]>;
  /** The transitions that are no lines but texts of their state. */
  readonly told: ReadonlyMap<OutlineNode, readonly OutlineEdge[]>;
}

/** False for lines that PlantUML refuses: across the border of a region, and to or from a history of all regions. */
function isDrawn({ from, to }: OutlineEdge): boolean {
  return regionOf(from) === regionOf(to) && !isAmongRegions(from) && !isAmongRegions(to);
}

/** True for a history beside regions. It is no state of the drawing: it is in no region. */
function isAmongRegions({ state, inside }: OutlineNode): boolean {
  return state.kind === "history" && (inside.at(-1)?.state.regions.length ?? 0) > 0;
}

function isRegion({ state, inside }: OutlineNode): boolean {
  return inside.at(-1)?.state.regions.includes(state) === true && state.kind !== "history";
}

/** The innermost region around a node, or the node: no line of PlantUML leads across its border. */
function regionOf(node: OutlineNode): OutlineNode | undefined {
  return [...node.inside, node].findLast(isRegion);
}

function isOfRegion({ from, to }: OutlineEdge): boolean {
  return from === to && from.inner.length === 0 && isRegion(from);
}

function leftOutLines(told: readonly OutlineEdge[]): LeftOut[] {
  const [first] = told;
  if (first === undefined) return [];
  const path = pathOf(first.from);
  const what = told.length === 1
    ? `The transition of the state at ${path} is written as text of the state`
    : `${told.length} transitions, the first of the state at ${path}, are written as texts of their states`;
  const message = `${what}: PlantUML draws no line across the border of a region or to a history of regions.`;
  return [{ part: "transition", members: ["nextState"], count: told.length, path, message }];
}

/** JSON pointer to a state. */
function pathOf({ inside, state }: OutlineNode): string {
  const chain = [...inside.map(({ state }) => state), state];
  const steps = chain.slice(1).map((inner, index) => {
    const outer = chain[index];
    const region = outer?.regions.indexOf(inner) ?? -1;
    return region === -1 ? `/states/${outer?.children.indexOf(inner)}` : `/parallel/states/${region}`;
  });
  return `/state${steps.join("")}`;
}

function edgeText({ from, to, label }: OutlineEdge, idOf: IdOf): string {
  return `${idOf(from)} --> ${idOf(to)}${label === "" ? "" : `: ${label}`}`;
}

function toldText({ to, label }: OutlineEdge): string {
  return `${label}${label === "" ? "" : " "}→ ${oneLine(shownName(to.state.name))}`;
}

function nodeText(node: OutlineNode, margin: string, drawing: Drawing): string[] {
  const { state, inner } = node;
  const { idOf, own, told } = drawing;
  const id = idOf(node);
  const name = id === state.name ? id : `${plantUmlText(shownName(state.name))} as ${id}`;
  const head = `${margin}state ${name}${stereotypeOf(state)}`;
  const notes = [
    ...state.entry.map((text) => `${margin}${id} : entry / ${oneLine(text)}`),
    ...state.exit.map((text) => `${margin}${id} : exit / ${oneLine(text)}`),
    ...(told.get(node) ?? []).map((edge) => `${margin}${id} : ${toldText(edge)}`),
  ];
  const lines = (own.get(node) ?? []).map((edge) => `${margin}${edgeText(edge, idOf)}`);
  if (inner.length === 0) return [head, ...notes, ...lines];
  return [`${head} {`, ...insideText(node, `${margin}  `, drawing), `${margin}}`, ...notes];
}

function insideText({ state, inner, start }: OutlineNode, margin: string, drawing: Drawing): string[] {
  const between = state.regions.length > 0 ? [`${margin}--`] : [];
  const texts = inner.filter((one) => !isAmongRegions(one)).map((one) => nodeText(one, margin, drawing));
  return [
    ...(start === undefined ? [] : [`${margin}[*] --> ${drawing.idOf(start)}`]),
    ...texts.flatMap((text, index) => index === 0 ? text : [...between, ...text]),
  ];
}
