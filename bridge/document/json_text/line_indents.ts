/** Tells the indentation of the line on which an offset of a text stands, however long the lines are. */
export class LineIndents {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The spaces and tabs with which the line begins, as far as they stand before the offset. */
  at(offset: number): string {
    const start = this.#lineStart(offset);
    let end = start;
    while (end < offset && (this.#text[end] === " " || this.#text[end] === "\t")) end++;
    return this.#text.slice(start, end);
  }

  #lineStart(offset: number): number {
    const starts = this.#starts ??= lineStarts(this.#text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return starts[low] ?? 0;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
