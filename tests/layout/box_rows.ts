import type { Box } from "@loom/protocol";

/** Boxes by where they stand from top to bottom, so that those near a place are found without looking at all. */
export class BoxRows<B extends Box> {
  readonly #rows = new Map<number, B[]>();
  readonly #height: number;

  constructor(boxes: readonly B[]) {
    const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
    this.#height = 2 * Math.max(1, heights[heights.length >> 1] ?? 1);
    for (const box of boxes) {
      for (const row of this.#between(box.y, box.y + box.height)) {
        const boxesOfRow = this.#rows.get(row);
        if (boxesOfRow === undefined) this.#rows.set(row, [box]);
        else boxesOfRow.push(box);
      }
    }
  }

  /** Boxes that may reach between two heights, each at least once. */
  *near(top: number, bottom: number): Generator<B> {
    for (const row of this.#between(top, bottom)) yield* this.#rows.get(row) ?? [];
  }

  *#between(top: number, bottom: number): Generator<number> {
    const last = Math.floor(bottom / this.#height);
    for (let row = Math.floor(top / this.#height); row <= last; row++) yield row;
  }
}
