import { isObject } from "../../../json/value.ts";
import { renderAscii } from "../render_ascii.ts";
import { outlineOf, type OutlineState } from "../../outline.ts";
import type { StateMachineDefinition } from "../../types.ts";
import { type Block, type BlockContext, loneRoom, TooNarrow } from "./block.ts";
import { type BoxTree, boxTreeOf } from "./box_tree.ts";
import { FRAME_COLUMNS, stateBlock } from "./frame_block.ts";
import { firstWays, planOf, type Way, writesInside } from "./plan.ts";
import { TextCanvas } from "./text_canvas.ts";
import { columnsForNames, wrapDetails } from "./leaf_block.ts";

/** Options of {@linkcode renderAsciiBoxes}. */
export interface AsciiBoxesOptions {
  /** The terminal's columns; no line is longer. Default: 80. */
  width?: number;
  /** True to show the actions of states and transitions. Default: false. */
  actions?: boolean;
}

const WIDTH = 80;

/**
 * Draws a machine as boxes and arrows for a terminal.
 *
 * States are below each other in the order of the arrows between them, each in a box: a double one is final, a
 * heavy one with a `●` is active, a round one with `(H)` or `(H*)` is history. Composites are frames around
 * their children, regions dashed frames side by side, and a free `●` leads to the initial state. An arrow goes
 * straight down to the next state or along a lane at the right; a lane collects all arrows to its target, and
 * lines that cross as `┼` do not meet. An arrow that finds no lane names its target (`─→ Closed`); internal
 * transitions are written inside of their state. Labels that are cut, and arrows that cannot be drawn at all,
 * are listed below the drawing.
 *
 * @param def The definition; it need not be valid.
 * @param active The names of the active states.
 * @param options What to show, and how wide.
 * @returns The lines, joined by `\n`, without a final one; the tree of {@linkcode renderAscii} when the width is
 * too small for boxes.
 *
 * @example
 * ```ts
 * import { renderAsciiBoxes, type StateMachineDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const def: StateMachineDefinition = {
 *   settings: { namespace: "kitchen", asynchronous: false },
 *   events: [{ name: "Lid", events: [{ id: "fill" }, { id: "lift" }] }],
 *   state: {
 *     name: "Kettle",
 *     states: [
 *       { name: "Cold", transitions: [{ event: "fill", nextState: "Heating", condition: "closed" }] },
 *       { name: "Heating", transitions: [{ event: "lift", nextState: "Cold" }] },
 *     ],
 *   },
 * };
 * assertEquals(
 *   renderAsciiBoxes(def, new Set(["Heating"])),
 *   `
 * ┌─ Kettle ───────────────┐
 * │    ●                   │
 * │ ┌──▼────────┐          │
 * │ │ Cold      │◄───────┐ │
 * │ └──┬────────┘        │ │
 * │    │ fill [closed]   │ │
 * │ ┏━━▼━━━━━━━━┓        │ │
 * │ ┃ ● Heating ┠─ lift ─┘ │
 * │ ┗━━━━━━━━━━━┛          │
 * └────────────────────────┘`.trim(),
 * );
 * ```
 */
export function renderAsciiBoxes(
  def: StateMachineDefinition,
  active: ReadonlySet<string> = new Set(),
  options: AsciiBoxesOptions = {},
): string {
  const { width = WIDTH, actions = false } = options;
  const root: unknown = isObject(def) ? def.state : undefined;
  if (!isObject(root)) return "";
  const outline = outlineOf(root);
  if (depthOf(outline) * FRAME_COLUMNS > width) return renderAscii(def, active, { width, actions });
  const tree = boxTreeOf(outline, actions);
  try {
    const { block, listed } = fittingBlock(tree, width, active, actions);
    const canvas = new TextCanvas(block.width, block.height);
    block.paint(canvas, 0, 0);
    const below = wrapDetails(listed, width);
    return [...canvas.lines(), ...below.length > 0 ? [""] : [], ...below].join("\n");
  } catch (error) {
    if (error instanceof TooNarrow) return renderAscii(def, active, { width, actions });
    throw error;
  }
}

/** The depth of nested states. */
function depthOf(root: OutlineState): number {
  let depth = 0;
  for (let level = [root]; level.length > 0; depth++) {
    level = level.flatMap(({ children, regions }) => [...children, ...regions]);
  }
  return depth;
}

/** Builds the drawing, again and again, until all arrows that it shows find room. */
function fittingBlock(
  tree: BoxTree,
  width: number,
  active: ReadonlySet<string>,
  actions: boolean,
): { block: Block; listed: string[] } {
  const ways = firstWays(tree);
  const needs = columnsForNames(tree.nodes, active, FRAME_COLUMNS);
  while (true) {
    const context: BlockContext = { plan: planOf(tree, ways), active, actions, needs };
    const block = stateBlock(tree.root, context, loneRoom(width, "light"));
    if (block.width > width) throw new TooNarrow();
    if (block.failed.length === 0) return { block, listed: listedTexts(tree, ways, block) };
    for (const arrow of block.failed) ways[arrow.id] = lesserWay(ways[arrow.id], writesInside(arrow.from));
  }
}

/** The next way to draw an arrow that found no room. */
function lesserWay(way: Way | undefined, inside: boolean): Way {
  return way === "stub" && !inside ? "listed" : "stub";
}

/** The transitions that are not shown, or not in full, in document order. */
function listedTexts({ arrows }: BoxTree, ways: readonly Way[], block: Block): string[] {
  const cut = new Set(block.cut);
  return arrows.filter((arrow) => ways[arrow.id] === "listed" || cut.has(arrow)).map((arrow) => arrow.text);
}
