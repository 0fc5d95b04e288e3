import { isObject } from "../../json/value.ts";
import { afterOf } from "./trigger.ts";
import { type DrawnName, MermaidIds } from "./ids.ts";
import { writeEdgeLabel } from "./label.ts";
import { noteLines } from "./text.ts";
import { initialOf, outlineOf, type OutlineState, type OutlineTransition } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** State shared by the lines of one drawing. */
interface Pen {
  readonly ids: MermaidIds;
  readonly lines: string[];
  /** Edges that come later; see {@linkcode drawEdges}. */
  readonly crossing: string[];
}

/** A list of states that are drawn together. */
interface Level {
  readonly states: readonly OutlineState[];
  /** The state that the start mark points to. */
  readonly start: OutlineState | undefined;
  readonly margin: string;
  /** The ids that are already on this level. */
  readonly mentioned: Set<string>;
}

const INDENT = "    ";

/**
 * Writes a machine as a Mermaid state diagram.
 *
 * The root is not drawn, unless it has transitions, regions or notes of its own or is the target of a
 * transition. Names that Mermaid cannot read get an alias (`state "My name" as alias1`), regions are divided by
 * `--`, a history state carries `(H)` or `(H*)`, notes are at the right of their state. A choice is one of Mermaid
 * where its name can be an id, a transition with several targets goes through a fork. The text is the same for the same
 * definition.
 *
 * @param def The definition; it need not be valid.
 * @returns The lines, joined by `\n`, without a final one.
 *
 * @example
 * ```ts
 * import { renderMermaid, type StateMachineDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const def: StateMachineDefinition = {
 *   settings: { namespace: "kitchen", asynchronous: false },
 *   events: [{ name: "Lid", events: [{ id: "fill" }] }],
 *   state: {
 *     name: "Kettle",
 *     states: [{ name: "Cold", transitions: [{ event: "fill", nextState: "Hot" }] }, { name: "Hot", kind: "final" }],
 *   },
 * };
 * assertEquals(
 *   renderMermaid(def),
 *   `stateDiagram-v2
 *     [*] --> Cold
 *     Cold --> Hot : fill
 *     Hot --> [*]`,
 * );
 * ```
 */
export function renderMermaid(def: StateMachineDefinition): string {
  const root = outlineOf(isObject(def) ? def.state : undefined);
  const states = isRootDrawn(root) ? [root] : root.children;
  const start = isRootDrawn(root) ? root : initialOf(root);
  const pen: Pen = { ids: new MermaidIds(states), lines: ["stateDiagram-v2"], crossing: [] };
  drawLevel(pen, { states, start, margin: INDENT, mentioned: new Set() });
  for (const name of pen.ids.missing()) pen.lines.push(...declaration(name, INDENT));
  return [...pen.lines, ...pen.crossing].join("\n");
}

function isRootDrawn(root: OutlineState): boolean {
  return root.transitions.length > 0 || root.regions.length > 0 || root.notes !== "" ||
    isTarget(root, root.name);
}

/** True when a transition of the state, or of one below it, leads to `name`. */
function isTarget(state: OutlineState, name: string): boolean {
  if (name === "") return false;
  return state.join === name ||
    state.transitions.some(({ target, further }) => target === name || further.includes(name)) ||
    state.sections.some((section) => section.some((inner) => isTarget(inner, name)));
}

/** Draws the states of one level: declarations, start, edges, ends, lone states, blocks, notes. */
function drawLevel(pen: Pen, level: Level): void {
  for (const state of level.states) drawDeclaration(pen, level, state);
  if (level.start) drawLine(pen, level, "[*]", pen.ids.of(level.start).id, "");
  for (const state of level.states) drawEdges(pen, level, state);
  for (const state of level.states) {
    if (isEnd(state)) drawLine(pen, level, pen.ids.of(state).id, "[*]", "");
  }
  for (const state of level.states) {
    const { id } = pen.ids.of(state);
    if (!level.mentioned.has(id)) pen.lines.push(level.margin + id);
    level.mentioned.add(id);
  }
  for (const state of level.states) drawBlock(pen, level, state);
  for (const state of level.states) drawNote(pen, level, state);
}

/** Checks whether the machine ends in a state; a final state with children runs as a normal one. */
function isEnd({ kind, sections }: OutlineState): boolean {
  return kind === "final" && !sections.flat().some((inner) => inner.kind !== "history");
}

function drawDeclaration(pen: Pen, level: Level, state: OutlineState): void {
  const name = pen.ids.of(state);
  const isChoice = name.label === undefined && state.kind === "choice" && state.sections.flat().length === 0;
  if ((name.label === undefined && !isChoice) || level.mentioned.has(name.id)) return;
  level.mentioned.add(name.id);
  if (isChoice) pen.lines.push(`${level.margin}state ${name.id} <<choice>>`);
  else pen.lines.push(...declaration(name, level.margin));
}

function declaration(name: DrawnName, margin: string): string[] {
  return name.label === undefined ? [] : [`${margin}state "${name.label}" as ${name.id}`];
}

/**
 * Draws the edges of a state. The first edge that leaves the level, and all after it, are deferred to the
 * outermost level: Mermaid moves a state into every block that mentions it, except there. The later edges
 * follow because their order is the order in which they are tried.
 */
function drawEdges(pen: Pen, level: Level, state: OutlineState): void {
  const { id } = pen.ids.of(state);
  let isLater = false;
  for (const [target, label, further] of edgesOf(state)) {
    if (further.length > 0) {
      isLater = true;
      drawFork(pen, id, [target, ...further], label);
      continue;
    }
    const to = target === "" ? state : pen.ids.state(target);
    const toId = (to ? pen.ids.of(to) : pen.ids.ofMissing(target)).id;
    isLater ||= level.margin !== INDENT && (to === undefined || pen.ids.list(to) !== level.states);
    if (isLater) pen.crossing.push(edgeText(INDENT, id, toId, label));
    else drawLine(pen, level, id, toId, label);
  }
}

/** Draws a transition to several targets, which are inside other blocks. */
function drawFork(pen: Pen, from: string, targets: readonly string[], label: string): void {
  const fork = pen.ids.ofFork();
  pen.crossing.push(`${INDENT}state ${fork} <<fork>>`, edgeText(INDENT, from, fork, label));
  for (const target of targets) {
    const to = pen.ids.state(target);
    pen.crossing.push(edgeText(INDENT, fork, (to ? pen.ids.of(to) : pen.ids.ofMissing(target)).id, ""));
  }
}

/** The targets of the edges that leave a state, `""` for itself, with their labels and further targets. */
function edgesOf(state: OutlineState): [target: string, label: string, further: readonly string[]][] {
  const edges: [string, string, readonly string[]][] = state.transitions.map((one) => [
    one.target,
    transitionLabel(state, one),
    one.further,
  ]);
  if (state.join !== "") edges.push([state.join, "", []]);
  return edges;
}

function drawLine(pen: Pen, level: Level, from: string, to: string, label: string): void {
  level.mentioned.add(from).add(to);
  pen.lines.push(edgeText(level.margin, from, to, label));
}

function edgeText(margin: string, from: string, to: string, label: string): string {
  return `${margin}${from} --> ${to}${label === "" ? "" : ` : ${label}`}`;
}

function transitionLabel(state: OutlineState, { event, delay, guard, target }: OutlineTransition): string {
  return writeEdgeLabel({ event, after: delay ?? afterOf(state, event), guard, stays: target === "" });
}

function drawBlock(pen: Pen, level: Level, state: OutlineState): void {
  if (state.children.length === 0 && state.regions.length === 0) return;
  const margin = level.margin + INDENT;
  const start = startOf(state);
  pen.lines.push(`${level.margin}state ${pen.ids.of(state).id} {`);
  for (const [index, states] of state.sections.entries()) {
    if (index > 0) pen.lines.push(`${margin}--`);
    drawLevel(pen, { states, start, margin, mentioned: new Set() });
  }
  pen.lines.push(`${level.margin}}`);
}

/** The target of the start mark inside a state; several regions have none, and a single region counts as a child. */
function startOf(state: OutlineState): OutlineState | undefined {
  const [region, ...others] = state.regions;
  if (!region) return initialOf(state);
  return others.length > 0 || region.kind === "history" ? undefined : region;
}

function drawNote(pen: Pen, level: Level, state: OutlineState): void {
  const lines = noteLines(state.notes);
  if (lines.length === 0) return;
  pen.lines.push(`${level.margin}note right of ${pen.ids.of(state).id}`);
  for (const line of lines) pen.lines.push(level.margin + INDENT + line);
  pen.lines.push(`${level.margin}end note`);
}
