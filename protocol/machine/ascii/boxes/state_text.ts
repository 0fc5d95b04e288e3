import { displayWidth, oneLine } from "../../../text/terminal_text.ts";
import { shownName } from "../../outline.ts";
import type { BlockContext } from "./block.ts";
import { type BoxNode, labelOf } from "./box_tree.ts";
import { insideText } from "./labels.ts";
import type { Stroke } from "./text_canvas.ts";
import { wrapText } from "./wrap_text.ts";

const HANGING = "  ";

/** The name of a state with its marks: active, history, any kind that has no drawing of its own. */
export function titleOf({ state }: BoxNode, active: ReadonlySet<string>): string {
  const marks = active.has(state.name) ? "● " : "";
  const name = shownName(state.name);
  if (state.kind === "history") return `${marks}(${state.deep ? "H*" : "H"}) ${name}`;
  return marks + name + (["normal", "final"].includes(state.kind) ? "" : ` <${oneLine(state.kind)}>`);
}

/** The texts inside a state below its name. */
export function detailsOf(node: BoxNode, { plan, actions }: BlockContext): string[] {
  const { entry, exit, work, transitions } = node.state;
  return [
    ...actions && entry.length > 0 ? [`entry / ${entry.map(oneLine).join("; ")}`] : [],
    ...actions && exit.length > 0 ? [`exit / ${exit.map(oneLine).join("; ")}`] : [],
    ...work.map((name) => `invoke ${oneLine(name)}`),
    ...transitions.filter(({ target }) => target === "").map((transition) => labelOf(transition, actions)),
    ...(plan.inside.get(node) ?? []).map((arrow) =>
      (arrow.kind === "initial" ? "● " : "") + insideText(arrow)
    ),
  ];
}

/**
 * The columns that each state needs so that no name in it is broken.
 *
 * @param nodes The states, each before those inside of it.
 * @param frame The columns that a frame takes around what is inside of it.
 */
export function columnsForNames(
  nodes: readonly BoxNode[],
  active: ReadonlySet<string>,
  frame: number,
): Map<BoxNode, number> {
  const needs = new Map<BoxNode, number>();
  for (const node of nodes.toReversed()) {
    const inside = [...node.children, ...node.regions].map((inner) => needs.get(inner) ?? 0);
    needs.set(node, inside.reduce((a, b) => Math.max(a, b), displayWidth(titleOf(node, active))) + frame);
  }
  return needs;
}

/** The stroke of a state's frame. */
export function strokeOf({ state }: BoxNode, { active }: BlockContext, usual: Stroke): Stroke {
  if (state.kind === "final") return "double";
  return active.has(state.name) ? "heavy" : usual;
}

/** Breaks each text to the columns; what continues a text is set in. */
export function wrapDetails(texts: readonly string[], columns: number): string[] {
  return texts.flatMap((text) => {
    const [first = "", ...more] = wrapText(text, columns);
    if (more.length === 0) return [first];
    return [first, ...wrapText(more.join(" "), columns - HANGING.length).map((line) => HANGING + line)];
  });
}
