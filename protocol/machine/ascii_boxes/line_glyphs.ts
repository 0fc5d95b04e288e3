/** How a line is drawn. */
export type Stroke = "light" | "heavy" | "double" | "dashed";

/** What stands for no line and for each stroke in the keys of {@linkcode GLYPHS}. */
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
