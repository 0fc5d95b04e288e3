import { dotText } from "../../diagram/dot.ts";
import { isObject } from "../../json/value.ts";
import type { WrittenText } from "../../left_out.ts";
import { leftOutOfDiagram } from "../mermaid/left_out.ts";
import { initialOf, outlineOf, type OutlineState } from "../outline.ts";
import { edgeLabel, nodeLines } from "../outline_graph.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Lines and names of one graph. */
interface Pen {
  readonly lines: string[];
  /** The number of each state, in document order; of two states with one name, the first counts. */
  readonly numbers: Map<string, number>;
  /** The states that are drawn as clusters. */
  readonly clusters: Set<number>;
  /** The number of the state around each state. */
  readonly parents: (number | undefined)[];
}

const HEADER = [
  "  compound=true;",
  '  node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];',
  '  edge [fontname="Helvetica", fontsize=10];',
];

/**
 * Writes a machine as a graph of Graphviz: composites and regions are clusters, start marks points, final states
 * double circles, histories circles, choices diamonds.
 *
 * @param definition The definition; it need not be valid.
 *
 * @example
 * ```ts
 * import { writeMachineDot } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const { text } = writeMachineDot({
 *   settings: { namespace: "Home", name: "Lamp", asynchronous: false },
 *   events: [],
 *   state: { name: "Lamp", states: [{ name: "Off", transitions: [{ event: "press", nextState: "On" }] }, { name: "On" }] },
 * });
 * assertStringIncludes(text, 's1 -> s2 [label="press"];');
 * ```
 */
export function writeMachineDot(definition: StateMachineDefinition): WrittenText {
  const root = outlineOf(isObject(definition) ? definition.state : undefined);
  const pen: Pen = { lines: [...HEADER], numbers: new Map(), clusters: new Set(), parents: [] };
  const drawn = new Map<OutlineState, number>();
  number(pen, root, undefined, drawn);
  const inner = root.sections.flat();
  const isFramed = root.transitions.length > 0 || root.regions.length > 0 || inner.length === 0;
  if (isFramed) drawState(pen, root, drawn, "  ");
  else {
    drawInside(pen, root, drawn, "  ");
    pen.clusters.delete(drawn.get(root) ?? 0);
  }
  for (const [state, at] of drawn) drawEdges(pen, state, at, drawn);
  const name = isObject(definition.settings) ? String(definition.settings.name ?? "") : "";
  const text = `digraph ${dotText(name || root.name)} {\n${pen.lines.join("\n")}\n}\n`;
  return {
    text,
    leftOut: leftOutOfDiagram(definition, "A Graphviz graph", ["onEntry", "onExit", "actions"]),
  };
}

function number(
  pen: Pen,
  state: OutlineState,
  parent: number | undefined,
  drawn: Map<OutlineState, number>,
): void {
  const at = pen.parents.push(parent) - 1;
  drawn.set(state, at);
  if (!pen.numbers.has(state.name)) pen.numbers.set(state.name, at);
  const inner = state.sections.flat();
  if (inner.length > 0) pen.clusters.add(at);
  for (const one of inner) number(pen, one, at, drawn);
}

function drawState(
  pen: Pen,
  state: OutlineState,
  drawn: Map<OutlineState, number>,
  margin: string,
): void {
  const at = drawn.get(state) ?? 0;
  if (!pen.clusters.has(at)) {
    pen.lines.push(`${margin}s${at} [${lookOf(state)}];`);
    return;
  }
  pen.lines.push(`${margin}subgraph cluster_${at} {`);
  pen.lines.push(`${margin}  label=${dotText(labelOf(state))}; style=rounded;`);
  // Edges to a cluster end at a node inside it.
  pen.lines.push(`${margin}  s${at} [shape=point, style=invis, label=""];`);
  drawInside(pen, state, drawn, `${margin}  `);
  pen.lines.push(`${margin}}`);
}

function drawInside(
  pen: Pen,
  state: OutlineState,
  drawn: Map<OutlineState, number>,
  margin: string,
): void {
  for (const inner of state.sections.flat()) drawState(pen, inner, drawn, margin);
  const start = state.regions.length > 0 ? undefined : initialOf(state);
  const at = start === undefined ? undefined : drawn.get(start);
  if (at === undefined) return;
  const mark = `start${drawn.get(state) ?? 0}`;
  pen.lines.push(`${margin}${mark} [shape=point, width=0.12, label=""];`);
  pen.lines.push(`${margin}${edge(pen, mark, drawn.get(state) ?? 0, at, "")}`);
}

function labelOf(state: OutlineState): string {
  return nodeLines(state).join("\n");
}

function lookOf(state: OutlineState): string {
  if (state.kind === "history") return `shape=circle, label=${dotText(state.deep ? "H*" : "H")}`;
  if (state.kind === "final") return `shape=doublecircle, style=solid, label=${dotText(labelOf(state))}`;
  if (state.kind === "choice") return `shape=diamond, style=solid, label=${dotText(labelOf(state))}`;
  return `label=${dotText(labelOf(state))}`;
}

function drawEdges(pen: Pen, state: OutlineState, at: number, drawn: Map<OutlineState, number>): void {
  const from = `s${at}`;
  for (const transition of state.transitions) {
    const to = transition.target === "" ? at : pen.numbers.get(transition.target);
    // An internal transition of a cluster has no end to draw; its text stands in no graph.
    if (to !== undefined) pen.lines.push(`  ${edge(pen, from, at, to, edgeLabel(transition))}`);
  }
  const join = state.join === "" ? undefined : pen.numbers.get(state.join);
  if (join !== undefined && drawn.size > 0) pen.lines.push(`  ${edge(pen, from, at, join, "")}`);
}

/** An edge, which ends at the border of a cluster where the other end is outside. */
function edge(pen: Pen, from: string, tail: number, to: number, label: string): string {
  const isInside = (one: number, cluster: number): boolean => {
    for (let at: number | undefined = one; at !== undefined; at = pen.parents[at]) {
      if (at === cluster) return true;
    }
    return false;
  };
  const attributes = [
    ...(label === "" ? [] : [`label=${dotText(label)}`]),
    ...(pen.clusters.has(tail) && !isInside(to, tail) ? [`ltail=cluster_${tail}`] : []),
    ...(pen.clusters.has(to) && !isInside(tail, to) ? [`lhead=cluster_${to}`] : []),
  ];
  return `${from} -> s${to}${attributes.length === 0 ? "" : ` [${attributes.join(", ")}]`};`;
}
