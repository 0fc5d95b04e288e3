import { displayWidth } from "../../../text/terminal_text.ts";
import type { Block, BlockPort } from "./block.ts";
import type { Arrow, BoxNode } from "./box_tree.ts";
import { type Lane, placeLanes } from "./lanes.ts";
import type { Port } from "./plan.ts";
import type { TextCanvas } from "./text_canvas.ts";

/** A text, placed. */
interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A line from a port to its lane, or out of the frame. */
interface Wire {
  readonly y: number;
  readonly from: number;
  readonly port: Port;
}

/** The content of a frame, relative to its upper left corner, and the lanes at its right. */
export class FrameSheet {
  readonly #level: BoxNode;
  readonly #blocks: { readonly block: Block; readonly x: number; readonly y: number }[] = [];
  readonly #texts: Text[] = [];
  readonly #wires: Wire[] = [];
  readonly #heads: { readonly x: number; readonly top: number; readonly bottom: number }[] = [];
  /** The last column used, by row. */
  readonly #extents: number[] = [];
  readonly #lanes = new Map<BoxNode, Lane<BoxNode>>();
  #columns: ReadonlyMap<BoxNode, number> = new Map();
  /** The next row that is free. */
  y = 1;

  /** @param level The state whose frame it is. */
  constructor(level: BoxNode) {
    this.#level = level;
  }

  /** Writes a text. */
  write(x: number, y: number, text: string): void {
    this.#texts.push({ x, y, text });
    this.#use(y, x + displayWidth(text) - 1);
  }

  /** Puts a block into the next rows. */
  addBlock(block: Block, x: number): void {
    this.#blocks.push({ block, x, y: this.y });
    const border = x + block.width - 1;
    for (let row = 0; row < block.height; row++) this.#use(this.y + row, border);
    for (const { row, port, lines } of block.ports) this.addPort(this.y + row, border, port, lines);
    this.y += block.height;
  }

  /**
   * Begins a line at a border.
   *
   * @param lines The text after the border; `null` when the line comes from further inside.
   */
  addPort(y: number, border: number, port: Port, lines: readonly string[] | null): void {
    const marked = port.kind === "out" && port.arrow.kind === "initial";
    const reached = port.kind === "in" && lines !== null;
    this.#wires.push({ y, from: border + (marked ? 2 : reached ? 1 : 0), port });
    if (marked) this.write(border + 2, y, "●");
    if (reached) this.write(border + 1, y, "◄");
    for (const [index, line] of (lines ?? []).entries()) {
      if (port.kind === "stub") this.write(border + 1, y + index, line);
      else if (index === 0) this.write(border + 2, y, ` ${line} `);
      else this.write(border + 3, y + index, line);
    }
  }

  /** Draws an arrow down, its head in the border of what is below. */
  addArrowDown(x: number, top: number, bottom: number): void {
    this.#heads.push({ x, top, bottom });
  }

  /** Finds the columns of the lanes up to a limit; returns the arrows whose lane found none. */
  placeLanes(limit: number): Arrow[] {
    const ports: Port[] = [];
    for (const { port, y } of this.#wires) {
      const key = this.#laneOf(port);
      if (key === null) continue;
      ports.push(port);
      const lane = this.#lanes.get(key);
      if (lane) [lane.top, lane.bottom] = [Math.min(lane.top, y), Math.max(lane.bottom, y)];
      else this.#lanes.set(key, { key, top: y, bottom: y });
    }
    this.#columns = placeLanes([...this.#lanes.values()], this.#extents, limit);
    return ports.flatMap((port) => {
      const lost = port.kind === "out" && port.arrow.to !== null && !this.#columns.has(port.arrow.to);
      return lost ? [port.arrow] : [];
    });
  }

  /** The last column used. */
  get right(): number {
    let right = 0;
    for (const extent of this.#extents) right = Math.max(right, extent ?? 0);
    for (const column of this.#columns.values()) right = Math.max(right, column);
    return right;
  }

  /** The lines that lead out of the frame. */
  get portsThrough(): BlockPort[] {
    return this.#wires.filter(({ port }) => this.#leavesFrame(port))
      .map(({ y, port }) => ({ row: y, port, lines: null }));
  }

  /** Draws all of it. */
  paint(canvas: TextCanvas, x: number, y: number, border: number): void {
    for (const { block, x: left, y: top } of this.#blocks) block.paint(canvas, x + left, y + top);
    for (const { y: row, from, port } of this.#wires) {
      const to = this.#leavesFrame(port) ? border : this.#endOf(port, from);
      canvas.across(y + row, x + from, x + to);
    }
    for (const [key, { top, bottom }] of this.#lanes) {
      const column = this.#columns.get(key);
      if (column !== undefined) canvas.down(x + column, y + top, y + bottom);
    }
    for (const { x: left, y: top, text } of this.#texts) canvas.write(x + left, y + top, text);
    for (const { x: left, top, bottom } of this.#heads) {
      canvas.down(x + left, y + top, y + bottom);
      canvas.write(x + left, y + bottom, "▼");
    }
  }

  /** The end of a port's line inside the frame: at its lane, or under its text. */
  #endOf(port: Port, from: number): number {
    const lane = this.#laneOf(port);
    return lane === null ? from + 1 : this.#columns.get(lane) ?? from;
  }

  #leavesFrame(port: Port): boolean {
    return port.kind !== "stub" && port.level !== this.#level;
  }

  /** The target whose lane of this frame a port belongs to; `null` when there is none. */
  #laneOf(port: Port): BoxNode | null {
    if (port.kind === "stub" || port.level !== this.#level) return null;
    return port.kind === "in" ? port.to : port.arrow.to;
  }

  #use(y: number, column: number): void {
    this.#extents[y] = Math.max(this.#extents[y] ?? 0, column);
  }
}
