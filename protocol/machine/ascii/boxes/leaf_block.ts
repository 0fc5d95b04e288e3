import { displayWidth, oneLine } from "../../../text/terminal_text.ts";
import { shownName } from "../../outline.ts";
import { type Block, type BlockContext, type BlockPort, type BlockRoom, TooNarrow } from "./block.ts";
import { type Arrow, type BoxNode, labelOf } from "./box_tree.ts";
import { insideText, portText } from "./labels.ts";
import type { Stroke } from "./text_canvas.ts";
import { longestWord, wrapText } from "./wrap_text.ts";

/** Columns of the frame and the spaces inside of it. */
const FRAME = 4;
const LEAST_TEXT = 3;

/** The block of a leaf state: a box with its name and, below a rule, its details. */
export function leafBlock(node: BoxNode, context: BlockContext, room: BlockRoom): Block {
  const most = room.width - FRAME;
  if (most < LEAST_TEXT) throw new TooNarrow();
  const title = wrapText(titleOf(node, context.active), most);
  const texts = detailsOf(node, context);
  const wanted = texts.reduce((width, text) => Math.max(width, longestWord(text) + 2), room.wanted - FRAME);
  const details = wrapDetails(texts, Math.min(most, wanted));
  const rule = details.length > 0 ? title.length + 1 : undefined;
  const lines = [...title, ...rule === undefined ? [] : [""], ...details];
  const width = lines.reduce((width, line) => Math.max(width, displayWidth(line) + FRAME), room.least);
  const { ports, rows, failed, cut } = leafPorts(node, context, room.beside(width), rule);
  const height = Math.max(lines.length, rows) + 2;
  return {
    width,
    height,
    ports,
    failed,
    cut,
    paint(canvas, x, y, frameHeight = height) {
      canvas.frame(x, y, width, frameHeight, strokeOf(node, context, room.stroke));
      if (rule !== undefined) canvas.across(y + rule, x, x + width - 1, "dashed");
      for (const [index, line] of lines.entries()) canvas.write(x + 2, y + 1 + index, line);
      if (node.state.kind === "history") roundCorners(canvas, x, y, width, frameHeight);
    },
  };

  function roundCorners(canvas: Parameters<Block["paint"]>[0], x: number, y: number, w: number, h: number) {
    canvas.write(x, y, "╭");
    canvas.write(x + w - 1, y, "╮");
    canvas.write(x, y + h - 1, "╰");
    canvas.write(x + w - 1, y + h - 1, "╯");
  }
}

interface LeafPorts {
  readonly ports: BlockPort[];
  /** The rows they take, from the first below the upper border. */
  readonly rows: number;
  readonly failed: Arrow[];
  readonly cut: Arrow[];
}

function leafPorts(node: BoxNode, { plan }: BlockContext, room: number, rule: number | undefined): LeafPorts {
  const found: LeafPorts = { ports: [], rows: 0, failed: [], cut: [] };
  let row = 1;
  for (const port of plan.beside.get(node) ?? []) {
    const text = portText(port, room);
    if (text === null) {
      if (port.kind !== "in") found.failed.push(port.arrow);
      continue;
    }
    if (row === rule) row++;
    found.ports.push({ row, port, lines: text.lines });
    if (text.cut && port.kind !== "in") found.cut.push(port.arrow);
    row += Math.max(1, text.lines.length);
  }
  return { ...found, rows: row - 1 };
}

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
