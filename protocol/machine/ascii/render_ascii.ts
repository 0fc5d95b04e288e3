import { displayWidth, elide, oneLine, wrapWords } from "../../text/terminal_text.ts";
import { isObject } from "../../json/value.ts";
import { initialOf, outlineOf, type OutlineState, type OutlineTransition, shownName } from "../outline.ts";
import type { StateMachineDefinition } from "../types.ts";

/** Options of {@linkcode renderAscii}. */
export interface AsciiOptions {
  /** True to show the actions of states and transitions. Default: no. */
  actions?: boolean;
  /** The terminal's columns; longer lines are wrapped. Default: lines keep their length. */
  width?: number;
}

/** State shared by the lines of one drawing. */
interface Pen {
  readonly lines: string[];
  readonly active: ReadonlySet<string>;
  readonly actions: boolean;
  readonly width: number;
}

const INDENT = "  ";
/** Before the lines that go on with one that was wrapped. */
const HANGING = "    ";

/**
 * Draws a machine as an indented tree for a terminal.
 *
 * A state is followed by its transitions and its children. Active states have a `●`. A double bar at the left
 * marks regions, which run side by side; its foot shows where they lead when all are complete. `[*]` marks the state
 * that a composite enters first; `[*]→` names one that is deeper.
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
 *   [*] Cold
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
  const pen: Pen = { lines: [], active, actions: options.actions ?? false, width: options.width ?? Infinity };
  drawState(pen, outlineOf(root), { head: "", margin: "", isFirst: false });
  return pen.lines.join("\n");
}

/** Adds a line; one that is wider than the terminal goes on below, behind its margin. */
function write({ lines, width }: Pen, head: string, text: string, margin: string = head): void {
  if (displayWidth(head + text) <= width) {
    lines.push(head + text);
    return;
  }
  const [first = "", ...more] = wrapWords(text, width - displayWidth(margin + HANGING));
  for (const line of [head + first, ...more.map((one) => margin + HANGING + one)]) {
    lines.push(elide(line, width));
  }
}

/** The place of a state in the tree. */
interface Place {
  /** The text before its name. */
  readonly head: string;
  /** The text before every line below. */
  readonly margin: string;
  /** True of the state that is entered first. */
  readonly isFirst: boolean;
}

function drawState(pen: Pen, state: OutlineState, { head, margin, isFirst }: Place): void {
  const inner = margin + INDENT;
  const marks = (isFirst ? "[*] " : "") + (pen.active.has(state.name) ? "● " : "");
  write(pen, head, marks + shownName(state.name) + kindText(state), margin);
  const first = state.regions.length > 0 ? undefined : initialOf(state);
  const isDeeper = state.initial !== "" && (first === undefined || !state.children.includes(first));
  if (isDeeper) write(pen, inner, `[*]→ ${oneLine(state.initial)}`);
  if (pen.actions) drawActions(pen, state, inner);
  for (const work of state.work) write(pen, inner, `invoke ${oneLine(work)}`);
  for (const transition of state.transitions) write(pen, inner, transitionText(pen, transition));
  for (const child of state.children) {
    drawState(pen, child, { head: inner, margin: inner, isFirst: child === first });
  }
  drawRegions(pen, state, inner);
}

function drawActions(pen: Pen, state: OutlineState, margin: string): void {
  if (state.entry.length > 0) write(pen, margin, `entry / ${actionsText(state.entry)}`);
  if (state.exit.length > 0) write(pen, margin, `exit / ${actionsText(state.exit)}`);
}

function drawRegions(pen: Pen, state: OutlineState, margin: string): void {
  if (state.regions.length === 0) return;
  for (const [index, region] of state.regions.entries()) {
    const head = margin + (index === 0 ? "╔ " : "╠ ");
    drawState(pen, region, { head, margin: `${margin}║ `, isFirst: false });
  }
  write(pen, margin, state.join === "" ? "╚═" : `╚═→ ${oneLine(state.join)}`);
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
