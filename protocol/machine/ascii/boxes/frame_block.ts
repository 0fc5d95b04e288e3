import { displayWidth } from "../../../text/terminal_text.ts";
import {
  type Block,
  type BlockContext,
  type BlockPort,
  type BlockRoom,
  loneRoom,
  TooNarrow,
} from "./block.ts";
import { type Arrow, type BoxNode, initialChild, isFrame } from "./box_tree.ts";
import { FrameSheet } from "./frame_sheet.ts";
import { type LabelText, labelText, portText } from "./labels.ts";
import { columnsOfLanes, lanesAbreast } from "./lanes.ts";
import { detailsOf, leafBlock, strokeOf, titleOf, wrapDetails } from "./leaf_block.ts";
import { heading, type Port } from "./plan.ts";

/** The column of the content, from the left border of the frame. */
const LEFT = 2;
/** The columns of the right border and the space before it. */
const RIGHT = 2;
/** The columns that a frame takes around what is inside of it. */
export const FRAME_COLUMNS: number = LEFT + RIGHT;
/** The column at which arrows from above reach a state, from its left border. */
const SPINE = 3;
const LEAST_WIDTH = 13;
const LEAST_LEAF = 9;
/** The share of the columns that a state without others inside may take. */
const LEAF_SHARE = 0.6;
/** The share of the columns that is kept free for lanes at most. */
const LANES_SHARE = 0.35;
/** The columns that are kept free for the label of an arrow that leaves a frame, at most. */
const FRAME_LABEL = 14;

/** Builds the block of any state. */
export function stateBlock(node: BoxNode, context: BlockContext, room: BlockRoom): Block {
  return isFrame(node) ? new FrameBuilder(node, context, room).build() : leafBlock(node, context, room);
}

/** Fills the frame of a state from above: texts, arrows from the frame itself, children, regions; then lanes. */
class FrameBuilder {
  readonly #node: BoxNode;
  readonly #context: BlockContext;
  readonly #room: BlockRoom;
  readonly #sheet: FrameSheet;
  /** The last column that content may take. */
  readonly #limit: number;
  /** The columns that are kept free for lanes. */
  readonly #reserved: number;
  readonly #failed: Arrow[] = [];
  readonly #cut: Arrow[] = [];

  constructor(node: BoxNode, context: BlockContext, room: BlockRoom) {
    if (room.width < LEAST_WIDTH) throw new TooNarrow();
    this.#node = node;
    this.#context = context;
    this.#room = room;
    this.#sheet = new FrameSheet(node);
    this.#limit = room.width - RIGHT - 1;
    this.#reserved = Math.min(columnsForLanes(node, context), Math.floor(this.#limit * LANES_SHARE));
  }

  build(): Block {
    const sheet = this.#sheet;
    const title = this.#title();
    this.#addDetails(title.fits ? [] : [title.text]);
    this.#addPortsWithin();
    this.#addChildren();
    this.#addRegions();
    for (const arrow of sheet.placeLanes(this.#limit)) this.#failed.push(arrow);
    const width = Math.max(sheet.right + RIGHT + 1, title.fits ? title.width : 0, this.#room.least);
    const ports = this.#portsBeside(width);
    const height = sheet.y + 1;
    return {
      width,
      height,
      ports,
      failed: this.#failed,
      cut: this.#cut,
      paint: (canvas, x, y, frameHeight = height) => {
        canvas.frame(x, y, width, frameHeight, strokeOf(this.#node, this.#context, this.#room.stroke));
        if (title.fits) canvas.write(x + title.x, y, ` ${title.text} `);
        sheet.paint(canvas, x, y, width - 1);
      },
    };
  }

  /** The name, which is in the upper border unless it is too long, right of an arrow from above. */
  #title(): { text: string; x: number; width: number; fits: boolean } {
    const text = titleOf(this.#node, this.#context.active);
    const below = this.#context.plan.fromAbove.has(this.#node) || isInitial(this.#node);
    const x = below ? SPINE + 2 : LEFT;
    const width = x + displayWidth(text) + 4;
    return { text, x, width, fits: width <= this.#room.width };
  }

  #addDetails(more: readonly string[]): void {
    const texts = [...more, ...detailsOf(this.#node, this.#context)];
    for (const line of wrapDetails(texts, this.#limit - LEFT + 1)) {
      this.#sheet.write(LEFT, this.#sheet.y++, line);
    }
  }

  /** The arrows between the frame and what it contains; they begin and end at its left border. */
  #addPortsWithin(): void {
    for (const port of this.#context.plan.within.get(this.#node) ?? []) {
      const text = this.#textOf(port, this.#roomFrom(1));
      if (text === null) continue;
      this.#sheet.addPort(this.#sheet.y, 0, port, text.lines);
      this.#sheet.y += Math.max(1, text.lines.length);
    }
  }

  #addChildren(): void {
    const sheet = this.#sheet;
    const least = this.#leastLeaf();
    for (const [index, child] of this.#node.children.entries()) {
      const before = this.#node.children[index - 1];
      const arrows = before ? this.#context.plan.below.get(before) ?? [] : [];
      if (isInitial(child)) sheet.write(LEFT + SPINE, sheet.y++, "●");
      if (arrows.length > 0) this.#addArrowsDown(arrows);
      else if (before) sheet.y++;
      if (isInitial(child)) sheet.addArrowDown(LEFT + SPINE, sheet.y, sheet.y);
      this.#addBlock(stateBlock(child, this.#context, this.#roomOf(child, least)));
    }
  }

  /** The arrows from the state above to the one that follows: one line with all their labels. */
  #addArrowsDown(arrows: readonly Arrow[]): void {
    const top = this.#sheet.y - 1;
    const x = LEFT + SPINE + 2;
    for (const arrow of arrows) {
      const text = labelText(arrow, this.#roomFrom(x)) ?? labelText(arrow, this.#limit - x + 1);
      if (text === null) this.#failed.push(arrow);
      if (text?.cut) this.#cut.push(arrow);
      for (const [row, line] of (text?.lines ?? []).entries()) {
        this.#sheet.write(x, this.#sheet.y + row, line);
      }
      this.#sheet.y += Math.max(1, text?.lines.length ?? 0);
    }
    this.#sheet.addArrowDown(LEFT + SPINE, top, this.#sheet.y);
  }

  #addRegions(): void {
    const build = (region: BoxNode, room: BlockRoom) => stateBlock(region, this.#context, room);
    for (const block of regionBlocks(this.#node.regions, this.#limit - LEFT + 1, build)) {
      this.#addBlock(block);
    }
  }

  #addBlock(block: Block): void {
    this.#sheet.addBlock(block, LEFT);
    for (const arrow of block.failed) this.#failed.push(arrow);
    for (const arrow of block.cut) this.#cut.push(arrow);
  }

  /** Ports at the right side of the frame: lines from inside, and its own in the remaining rows. */
  #portsBeside(width: number): BlockPort[] {
    const through = this.#sheet.portsThrough;
    const rows = new FreeRows(this.#sheet.y - 1, through.map((port) => port.row));
    const own = (this.#context.plan.beside.get(this.#node) ?? []).flatMap((port) => {
      const text = this.#textOf(port, this.#room.beside(width));
      return text === null ? [] : [{ port, lines: text.lines, lower: heading(port).group === "down" }];
    });
    const take = ({ port, lines, lower }: typeof own[number]): BlockPort => ({
      row: rows.take(Math.max(1, lines.length), lower ? "lower" : "upper"),
      port,
      lines,
    });
    const upper = own.filter((port) => !port.lower).map(take);
    const lower = own.filter((port) => port.lower).reverse().map(take);
    this.#sheet.y = rows.last + 1;
    return [...through, ...upper, ...lower];
  }

  #textOf(port: Port, room: number): LabelText | null {
    const text = portText(port, room);
    if (port.kind === "in") return text;
    if (text === null) this.#failed.push(port.arrow);
    else if (text.cut) this.#cut.push(port.arrow);
    return text;
  }

  #roomOf(child: BoxNode, least: number): BlockRoom {
    const { plan, needs } = this.#context;
    const whole = this.#limit - LEFT + 1;
    const need = Math.min(whole, needs.get(child) ?? 0);
    const beside = (width: number) => this.#roomFrom(LEFT + width);
    if (!isFrame(child)) {
      const wanted = Math.max(need, this.#widestLeaf());
      return { width: Math.max(need, this.#roomFrom(LEFT)), wanted, beside, least, stroke: "light" };
    }
    const labels = (plan.beside.get(child) ?? []).map((port) =>
      port.kind === "out" ? Math.min(FRAME_LABEL, displayWidth(port.arrow.label)) + 3 : 2
    );
    const width = Math.max(need, this.#roomFrom(LEFT) - labels.reduce((a, b) => Math.max(a, b), 0));
    return { width, wanted: width, beside, least: 0, stroke: "light" };
  }

  /** The columns from this one to the lanes. */
  #roomFrom(x: number): number {
    return this.#limit - this.#reserved - x + 1;
  }

  #widestLeaf(): number {
    return Math.max(LEAST_LEAF, Math.floor(this.#roomFrom(LEFT) * LEAF_SHARE));
  }

  /** The width that all children without others inside have at least: that of the longest usual name. */
  #leastLeaf(): number {
    const most = this.#widestLeaf();
    const { needs } = this.#context;
    const widths = this.#node.children.filter((child) => !isFrame(child)).map((child) =>
      needs.get(child) ?? 0
    );
    return widths.filter((width) => width <= most).reduce((a, b) => Math.max(a, b), LEAST_LEAF);
  }
}

/** The columns that all lanes of a frame take if each gets what it needs. */
function columnsForLanes(node: BoxNode, { plan }: BlockContext): number {
  const lanes = (plan.lanes.get(node) ?? []).map(({ to, arrows }) => {
    const places = arrows.map((arrow) => arrow.from.place);
    const top = places.reduce((a, b) => Math.min(a, b), to.place);
    const bottom = places.reduce((a, b) => Math.max(a, b), to.place);
    // Lanes that go up from a state lie above those that go down from it.
    return { key: to, top: 2 * top + (top < bottom ? 1 : 0), bottom: 2 * bottom + (top < bottom ? 0 : 1) };
  });
  return columnsOfLanes(lanesAbreast(lanes));
}

function isInitial(node: BoxNode): boolean {
  return node.parent !== null && initialChild(node.parent) === node;
}

/** Rows of a side, given out one by one. */
export class FreeRows {
  readonly #used: Set<number>;
  /** The last row there is. */
  #last: number;

  /** @param last The last row; the first one is 1. */
  constructor(last: number, used: Iterable<number>) {
    this.#last = last;
    this.#used = new Set(used);
  }

  /** The last row, those included that had to be added. */
  get last(): number {
    return this.#last;
  }

  /** Takes so many rows one below the other, as near as can be to the upper or the lower end. */
  take(count: number, end: "upper" | "lower"): number {
    const starts = Array.from({ length: Math.max(0, this.#last - count + 1) }, (_, index) => index + 1);
    if (end === "lower") starts.reverse();
    const start = starts.find((row) => this.#areFree(row, count)) ?? this.#afterAll(count);
    this.#last = Math.max(this.#last, start + count - 1);
    for (let row = start; row < start + count; row++) this.#used.add(row);
    return start;
  }

  #afterAll(count: number): number {
    let start = Math.max(1, this.#last - count + 2);
    while (!this.#areFree(start, count)) start++;
    return start;
  }

  #areFree(start: number, count: number): boolean {
    for (let row = start; row < start + count; row++) if (this.#used.has(row)) return false;
    return true;
  }
}

/** Columns between neighbouring regions. */
const GAP = 1;
/** A region that would get fewer columns is placed below the others. */
const LEAST_SHARE = 24;
/** Regions in regions in regions are put below each other without trying how they fit side by side. */
const MOST_TRIALS = 3;

/** Builds the block of a region. */
type Build = (node: BoxNode, room: BlockRoom) => Block;

/** The regions of a state: side by side where that fits, else below each other. */
export function regionBlocks(regions: readonly BoxNode[], width: number, build: Build): Block[] {
  const natural = regions.map((region) => build(region, loneRoom(width, "dashed")));
  if (regions.length < 2) return natural;
  if (widthOf(natural) <= width) return [besideEachOther(natural)];
  const narrow = depthInRegions(regions) > MOST_TRIALS ? null : narrowed(regions, natural, width, build);
  return narrow ? [besideEachOther(narrow)] : natural;
}

/** The regions in less room, of which each gets its share; `null` when something finds none. */
function narrowed(
  regions: readonly BoxNode[],
  natural: readonly Block[],
  width: number,
  build: Build,
): Block[] | null {
  const shares = sharesOf(natural.map((block) => block.width), width - GAP * (regions.length - 1));
  if (shares.some((share, index) => share < Math.min(LEAST_SHARE, natural[index]?.width ?? 0))) return null;
  try {
    const blocks = regions.map((region, index) => {
      const [block, share = 0] = [natural[index], shares[index]];
      return block && block.width <= share ? block : build(region, loneRoom(share, "dashed"));
    });
    const complete = blocks.every((block) => block.failed.length === 0) && cuts(blocks) <= cuts(natural);
    return complete && widthOf(blocks) <= width ? blocks : null;
  } catch (error) {
    if (error instanceof TooNarrow) return null;
    throw error;
  }
}

/**
 * Divides the columns: regions that need less than an even share get what they need; the others share the rest
 * by their need.
 */
function sharesOf(needs: readonly number[], whole: number): number[] {
  const even = Math.floor(whole / needs.length);
  const modest = needs.filter((need) => need <= even).reduce((sum, need) => sum + need, 0);
  const greedy = needs.filter((need) => need > even).reduce((sum, need) => sum + need, 0);
  return needs.map((need) => need <= even ? need : Math.floor((whole - modest) * need / greedy));
}

function besideEachOther(blocks: readonly Block[]): Block {
  const height = blocks.reduce((most, block) => Math.max(most, block.height), 0);
  return {
    width: widthOf(blocks),
    height,
    ports: [],
    failed: blocks.flatMap((block) => block.failed),
    cut: blocks.flatMap((block) => block.cut),
    paint(canvas, x, y) {
      let left = x;
      for (const block of blocks) {
        block.paint(canvas, left, y, height);
        left += block.width + GAP;
      }
    },
  };
}

function widthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.width + GAP, -GAP);
}

function cuts(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.cut.length, 0);
}

function depthInRegions([region]: readonly BoxNode[]): number {
  let depth = 0;
  for (let node: BoxNode | null = region ?? null; node !== null; node = node.parent) {
    if (node.slot === "region") depth++;
  }
  return depth;
}
