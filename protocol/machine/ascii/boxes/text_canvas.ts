import { displayWidth, graphemesOf } from "../../../text/terminal_text.ts";

/** Bit offsets of the strokes of a cell's four arms. */
const ARM = { up: 9, right: 6, down: 3, left: 0 } as const;
const STROKE_BITS = 0b111;
/** The content of a cell that is covered by the wide character before it. */
const TAKEN = "";
const ASCII = /^[\x20-\x7E]*$/;

/** A sheet of character cells. Lines that meet become corners, branches and crossings; text covers lines. */
export class TextCanvas {
  readonly #width: number;
  readonly #height: number;
  readonly #strokes: Uint16Array;
  readonly #texts: (string | undefined)[];
  readonly #glyphs = new Map<number, string>([[0, " "]]);

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#strokes = new Uint16Array(width * height);
    this.#texts = new Array(width * height);
  }

  /** Draws a line from one column to another. */
  across(y: number, from: number, to: number, stroke: Stroke = "light"): void {
    for (let x = Math.min(from, to); x < Math.max(from, to); x++) {
      this.#draw(x, y, ARM.right, stroke);
      this.#draw(x + 1, y, ARM.left, stroke);
    }
  }

  /** Draws a line from one row to another. */
  down(x: number, from: number, to: number, stroke: Stroke = "light"): void {
    for (let y = Math.min(from, to); y < Math.max(from, to); y++) {
      this.#draw(x, y, ARM.down, stroke);
      this.#draw(x, y + 1, ARM.up, stroke);
    }
  }

  /** Draws a frame around so many columns and rows. */
  frame(x: number, y: number, width: number, height: number, stroke: Stroke): void {
    const [right, bottom] = [x + width - 1, y + height - 1];
    this.across(y, x, right, stroke);
    this.across(bottom, x, right, stroke);
    this.down(x, y, bottom, stroke);
    this.down(right, y, bottom, stroke);
  }

  /** Writes a line of text. */
  write(x: number, y: number, text: string): void {
    let cell = y * this.#width + x;
    if (ASCII.test(text)) {
      for (const character of text) this.#texts[cell++] = character;
      return;
    }
    for (const segment of graphemesOf(text)) {
      const columns = displayWidth(segment);
      if (columns === 0) continue;
      this.#texts[cell++] = segment;
      if (columns === 2) this.#texts[cell++] = TAKEN;
    }
  }

  /** The lines, without trailing spaces. */
  lines(): string[] {
    return Array.from({ length: this.#height }, (_, y) => this.#line(y).trimEnd());
  }

  #line(y: number): string {
    let line = "";
    for (let cell = y * this.#width; cell < (y + 1) * this.#width; cell++) {
      line += this.#texts[cell] ?? this.#glyph(this.#strokes[cell] ?? 0);
    }
    return line;
  }

  #glyph(strokes: number): string {
    let glyph = this.#glyphs.get(strokes);
    if (glyph === undefined) {
      const arm = (shift: number) => strokes >> shift & STROKE_BITS;
      glyph = lineGlyph(arm(ARM.up), arm(ARM.right), arm(ARM.down), arm(ARM.left));
      this.#glyphs.set(strokes, glyph);
    }
    return glyph;
  }

  /** Gives a cell an arm; the stronger one of two strokes stays. */
  #draw(x: number, y: number, shift: number, stroke: Stroke): void {
    const cell = y * this.#width + x;
    const strokes = this.#strokes[cell] ?? 0;
    if ((strokes >> shift & STROKE_BITS) >= STROKE_CODE[stroke]) return;
    this.#strokes[cell] = strokes & ~(STROKE_BITS << shift) | STROKE_CODE[stroke] << shift;
  }
}

/** Styles of lines. */
export type Stroke = "light" | "heavy" | "double" | "dashed";

/** Digits of the strokes in the keys of {@linkcode GLYPHS}. */
export const STROKE_CODE = { none: 0, light: 1, heavy: 2, double: 3, dashed: 4 } as const;

/** Characters by the strokes of their four arms: up, right, down, left. */
const GLYPHS: Readonly<Record<string, string>> = {
  "0101": "─",
  "1010": "│",
  "0110": "┌",
  "0011": "┐",
  "1100": "└",
  "1001": "┘",
  "1110": "├",
  "1011": "┤",
  "0111": "┬",
  "1101": "┴",
  "1111": "┼",
  "0100": "─",
  "0001": "─",
  "1000": "│",
  "0010": "│",
  "0202": "━",
  "2020": "┃",
  "0220": "┏",
  "0022": "┓",
  "2200": "┗",
  "2002": "┛",
  "2120": "┠",
  "2021": "┨",
  "2121": "╂",
  "0212": "┯",
  "1202": "┷",
  "0303": "═",
  "3030": "║",
  "0330": "╔",
  "0033": "╗",
  "3300": "╚",
  "3003": "╝",
  "3130": "╟",
  "3031": "╢",
  "3131": "╫",
  "0313": "╤",
  "1303": "╧",
  "0404": "┄",
  "4040": "┆",
};

/** The box-drawing character with these arms; where there is none, one whose arms are light. */
export function lineGlyph(up: number, right: number, down: number, left: number): string {
  const key = `${up}${right}${down}${left}`;
  return GLYPHS[key] ?? GLYPHS[key.replaceAll("4", "1")] ?? GLYPHS[key.replace(/[2-4]/g, "1")] ?? " ";
}
