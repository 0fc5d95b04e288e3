import { type Box, overlaps } from "./box.ts";

/** The side of a cell: about a chip and the room around it. */
const CELL = 128;
/** A box that lies in more cells than this is kept in a list of its own. */
const MOST_CELLS = 1024;

/** Boxes, found by the cells of a grid that they lie in. */
export class BoxIndex {
  readonly #cells = new Map<number, Box[]>();
  readonly #large: Box[] = [];

  /** Adds a box. */
  add(box: Box): void {
    const cells = cellsOf(box);
    if (cells === null) this.#large.push(box);
    else for (const cell of cells) this.#put(cell, box);
  }

  /** The number of boxes that a box overlaps. */
  countOverlaps(box: Box): number {
    const found = new Set(this.#large.filter((other) => overlaps(box, other)));
    for (const cell of cellsOf(box) ?? this.#cells.keys()) {
      for (const other of this.#cells.get(cell) ?? []) {
        if (overlaps(box, other)) found.add(other);
      }
    }
    return found.size;
  }

  /** Checks whether a box overlaps any. */
  hasOverlap(box: Box): boolean {
    return this.some(box, (other) => overlaps(box, other));
  }

  /** Checks the boxes that may touch a box, some of them several times, until one passes. */
  some(box: Box, test: (other: Box) => boolean): boolean {
    if (this.#large.some(test)) return true;
    for (const cell of cellsOf(box) ?? this.#cells.keys()) {
      if (this.#cells.get(cell)?.some(test)) return true;
    }
    return false;
  }

  /** The boxes that may touch a box; none is listed twice. */
  near(box: Box): ReadonlySet<Box> {
    const found = new Set(this.#large);
    for (const cell of cellsOf(box) ?? this.#cells.keys()) {
      for (const other of this.#cells.get(cell) ?? []) found.add(other);
    }
    return found;
  }

  #put(cell: number, box: Box): void {
    const boxes = this.#cells.get(cell);
    if (boxes) boxes.push(box);
    else this.#cells.set(cell, [box]);
  }
}

/**
 * The keys of the cells a box lies in; `null` when there are too many, or the box is no proper one. Cells that share a key by chance
 * only make a search look at more boxes.
 */
function cellsOf(box: Box): number[] | null {
  const [left, right] = [Math.floor(box.x / CELL), Math.floor((box.x + box.width) / CELL)];
  const [top, bottom] = [Math.floor(box.y / CELL), Math.floor((box.y + box.height) / CELL)];
  const count = (right - left + 1) * (bottom - top + 1);
  if (!(count >= 1 && count <= MOST_CELLS)) return null;
  const cells: number[] = [];
  for (let x = left; x <= right; x++) {
    for (let y = top; y <= bottom; y++) cells.push(x * 1_000_003 + y);
  }
  return cells;
}
