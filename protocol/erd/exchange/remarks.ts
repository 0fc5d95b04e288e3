import { positionAt } from "../../json/position.ts";
import type { TextRemark } from "../../kind.ts";

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
    return Array.from(this.#found, ([message, { count, offset }]) => ({
      code: "left_out",
      message: count === 1 ? message : message.replace(/\.$/, ` (${count} times).`),
      ...positionAt(this.#text, offset),
      offset,
    })).sort((one, other) => one.offset - other.offset).map(({ offset: _, ...remark }) => remark);
  }
}
