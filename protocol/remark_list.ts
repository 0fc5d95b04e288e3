import type { TextRemark } from "./kind.ts";

/** Collects the parts of a text that were passed over: one remark for what is the same, with its first place. */
export class RemarkList {
  readonly #text: string;
  readonly #found = new Map<string, { count: number; readonly offset: number }>();

  /** Makes an empty list about a text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Notes a sentence about a place. */
  add(message: string, offset: number): void {
    const known = this.#found.get(message);
    if (known === undefined) this.#found.set(message, { count: 1, offset });
    else known.count++;
  }

  /** The remarks, by place. */
  get lines(): TextRemark[] {
    const found = Array.from(this.#found, ([message, { count, offset }]) => ({ message, count, offset }))
      .sort((one, other) => one.offset - other.offset);
    // One pass over the text: scripts are long, and so are the lists.
    let line = 1;
    let start = 0;
    return found.map(({ message, count, offset }) => {
      for (
        let end = this.#text.indexOf("\n", start);
        end >= 0 && end < offset;
        end = this.#text.indexOf("\n", start)
      ) {
        line++;
        start = end + 1;
      }
      return {
        code: "left_out",
        message: count === 1 ? message : message.replace(/\.$/, ` (${count} times).`),
        line,
        column: offset - start + 1,
      };
    });
  }
}
