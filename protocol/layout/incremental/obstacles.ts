import type { Box, Point } from "../../geometry/box.ts";

/** The side of a cell: about a box and the room around it. */
const CELL = 200;

/** A box in more cells than this is in no cell, but is checked by every search; this limits the size of the grid. */
const MOST_CELLS = 1_000;

/**
 * Boxes that lines must not pass, indexed by the cells of a grid. Cells hold indices of boxes, which are read
 * without checks (`!`).
 */
export class Obstacles {
  /** The boxes, in the order given. */
  readonly boxes: readonly Box[];
  readonly #cells = new Map<number, number[]>();
  /** The boxes that are in no cell. */
  readonly #large: number[] = [];
  /** The last search that checked a box. */
  readonly #seen: Int32Array;
  #search = 0;

  /** Sorts the boxes into cells. */
  constructor(boxes: readonly Box[]) {
    this.boxes = boxes;
    this.#seen = new Int32Array(boxes.length);
    boxes.forEach(({ x, y, width, height }, index) => {
      const columns = cellOf(x + width) - cellOf(x) + 1;
      const rows = cellOf(y + height) - cellOf(y) + 1;
      if (columns * rows > MOST_CELLS) {
        this.#large.push(index);
        return;
      }
      for (let column = cellOf(x); column <= cellOf(x + width); column++) {
        for (let row = cellOf(y); row <= cellOf(y + height); row++) {
          const key = keyOf(column, row);
          const cell = this.#cells.get(key);
          if (cell) cell.push(index);
          else this.#cells.set(key, [index]);
        }
      }
    });
  }

  /** Checks whether a point lies inside of a box. */
  covers({ x, y }: Point): boolean {
    const isAround = (index: number) => contains(this.boxes[index]!, x, y);
    return this.#large.some(isAround) ||
      (this.#cells.get(keyOf(cellOf(x), cellOf(y)))?.some(isAround) ?? false);
  }

  /** The box whose inside a line enters first. */
  firstOn(from: Point, to: Point): Box | undefined {
    this.#search++;
    let first: Box | undefined;
    let least = Infinity;
    const look = (index: number) => {
      if (this.#seen[index] === this.#search) return;
      this.#seen[index] = this.#search;
      const at = entryOf(from, to, this.boxes[index]!);
      if (at < least) [first, least] = [this.boxes[index], at];
    };
    const cells = Math.abs(cellOf(from.x) - cellOf(to.x)) + Math.abs(cellOf(from.y) - cellOf(to.y));
    if (cells > this.boxes.length) this.boxes.forEach((_, index) => look(index));
    else {
      this.#large.forEach(look);
      this.#lookAlong(from, to, look);
    }
    return first;
  }

  /** Looks at the boxes in the cells that a line passes. */
  #lookAlong(from: Point, to: Point, look: (index: number) => void): void {
    const [left, right] = from.x < to.x ? [from, to] : [to, from];
    const slope = left.x === right.x ? 0 : (right.y - left.y) / (right.x - left.x);
    const yAt = (x: number) => left.y + slope * (Math.min(right.x, Math.max(left.x, x)) - left.x);
    for (let column = cellOf(left.x); column <= cellOf(right.x); column++) {
      const [a, b] = left.x === right.x ? [left.y, right.y] : [yAt(column * CELL), yAt((column + 1) * CELL)];
      for (let row = cellOf(Math.min(a, b)); row <= cellOf(Math.max(a, b)); row++) {
        this.#cells.get(keyOf(column, row))?.forEach(look);
      }
    }
  }
}

/** Checks whether a line enters the inside of a box. */
export function enters(from: Point, to: Point, box: Box): boolean {
  return entryOf(from, to, box) < Infinity;
}

function cellOf(place: number): number {
  return Math.floor(place / CELL);
}

/** One number for a cell; cells that share one by chance only make a search look at more boxes. */
function keyOf(column: number, row: number): number {
  return column * 1_000_003 + row;
}

function contains(box: Box, x: number, y: number): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** The position on a line, from 0 to 1, at which it enters a box; `Infinity` when it does not. */
function entryOf(from: Point, to: Point, { x, y, width, height }: Box): number {
  const across = stretch(from.x, to.x - from.x, x, x + width);
  const along = stretch(from.y, to.y - from.y, y, y + height);
  const enter = Math.max(0, across.enter, along.enter);
  return enter < Math.min(1, across.leave, along.leave) - 1e-9 ? enter : Infinity;
}

/** The part of a line, from 0 to 1, that is inside of the bounds. */
function stretch(start: number, way: number, low: number, high: number): { enter: number; leave: number } {
  if (way === 0) {
    return start > low && start < high
      ? { enter: -Infinity, leave: Infinity }
      : { enter: Infinity, leave: -Infinity };
  }
  const [a, b] = [(low - start) / way, (high - start) / way];
  return { enter: Math.min(a, b), leave: Math.max(a, b) };
}
