import { elide, oneLine } from "../../text/terminal_text.ts";
import { isObject } from "../../json/value.ts";
import { outlineOf, type OutlineState, type OutlineTransition, shownName } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Options of {@linkcode renderAscii}. */
export interface AsciiOptions {
  /** True to show the actions of states and transitions. Default: no. */
  actions?: boolean;
  /** The terminal's columns; longer lines end in `…`. Default: lines keep their length. */
  width?: number;
}

/** State shared by the lines of one drawing. */
interface Pen {
  readonly lines: string[];
  readonly active: ReadonlySet<string>;
  readonly actions: boolean;
}

const INDENT = "  ";

/**
 * Draws a machine as an indented tree for a terminal.
 *
 * A state is followed by its transitions and its children. Active states have a `●`. A double bar at the left
 * marks regions, which run side by side; its foot shows where they lead when all are complete. `[*]→` names an
 * initial state that is not simply the first child.
 *
 * @param def The definition; it need not be valid.
 * @param active The names of the active states.
 * @param options What to show, and how wide.
 * @returns The lines, joined by `\n`, without a final one.
 *
 * @example
 * ```ts
 * import { renderAscii, type StateMachineDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const def: StateMachineDefinition = {
 *   settings: { namespace: "kitchen", asynchronous: false },
 *   events: [{ name: "Lid", events: [{ id: "fill" }] }],
 *   state: {
 *     name: "Kettle",
 *     states: [{ name: "Cold", transitions: [{ event: "fill", nextState: "Heating" }] }, { name: "Heating" }],
 *   },
 * };
 * assertEquals(
 *   renderAscii(def, new Set(["Heating"])),
 *   `Kettle
 *   Cold
 *     ─[fill]→ Heating
 *   ● Heating`,
 * );
 * ```
 */
export function renderAscii(
  def: StateMachineDefinition,
  active: ReadonlySet<string> = new Set(),
  options: AsciiOptions = {},
): string {
  const root: unknown = isObject(def) ? def.state : undefined;
  if (!isObject(root)) return "";
  const pen: Pen = { lines: [], active, actions: options.actions ?? false };
  drawState(pen, outlineOf(root), "", "");
  const { width } = options;
  const lines = width === undefined ? pen.lines : pen.lines.map((line) => elide(line, width));
  return lines.join("\n");
}

/** Draws a state, with `head` before its name and `margin` before every line below. */
function drawState(pen: Pen, state: OutlineState, head: string, margin: string): void {
  const inner = margin + INDENT;
  pen.lines.push(head + (pen.active.has(state.name) ? "● " : "") + shownName(state.name) + kindText(state));
  if (state.initial !== "") pen.lines.push(`${inner}[*]→ ${oneLine(state.initial)}`);
  if (pen.actions) drawActions(pen, state, inner);
  for (const work of state.work) pen.lines.push(`${inner}invoke ${oneLine(work)}`);
  for (const transition of state.transitions) pen.lines.push(inner + transitionText(pen, transition));
  for (const child of state.children) drawState(pen, child, inner, inner);
  drawRegions(pen, state, inner);
}

function drawActions(pen: Pen, state: OutlineState, margin: string): void {
  if (state.entry.length > 0) pen.lines.push(`${margin}entry / ${actionsText(state.entry)}`);
  if (state.exit.length > 0) pen.lines.push(`${margin}exit / ${actionsText(state.exit)}`);
}

function drawRegions(pen: Pen, state: OutlineState, margin: string): void {
  if (state.regions.length === 0) return;
  for (const [index, region] of state.regions.entries()) {
    drawState(pen, region, margin + (index === 0 ? "╔ " : "╠ "), margin + "║ ");
  }
  pen.lines.push(margin + (state.join === "" ? "╚═" : `╚═→ ${oneLine(state.join)}`));
}

function kindText(state: OutlineState): string {
  if (state.kind === "normal") return "";
  return state.kind === "history" && state.deep ? " <deep history>" : ` <${oneLine(state.kind)}>`;
}

function transitionText(pen: Pen, transition: OutlineTransition): string {
  const targets = [transition.target, ...transition.further].map((name) => oneLine(name));
  const target = transition.target === "" ? "(internal)" : targets.join(" & ");
  const guard = transition.guard === "" ? "" : ` [${oneLine(transition.guard)}]`;
  const actions = pen.actions && transition.actions.length > 0 ? ` / ${actionsText(transition.actions)}` : "";
  return `─[${oneLine(transition.event)}]→ ${target}${guard}${actions}`;
}

function actionsText(actions: readonly string[]): string {
  return actions.map(oneLine).join("; ");
}
