import { PICTURE_THEMES, type ThemeName } from "./theme.ts";

/** A colour of a document, fitted to a theme. */
export interface Tint {
  /** The inside of a box: text on it is as readable as on other boxes. */
  readonly fill: string;
  /** The outline of a box: it stands out from the inside and from what is around it. */
  readonly stroke: string;
}

/** The colours that documents name; any other is written as `#rrggbb`. */
export const NAMED_COLORS: Readonly<Record<string, string>> = {
  red: "#ef4444",
  orange: "#f97316",
  yellow: "#eab308",
  green: "#22c55e",
  teal: "#14b8a6",
  blue: "#3b82f6",
  violet: "#8b5cf6",
  pink: "#ec4899",
  gray: "#64748b",
};

/** The colour that a document asks for, as `#rrggbb`; `undefined` for what is no colour. */
export function colorOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const word = value.trim().toLowerCase();
  if (Object.hasOwn(NAMED_COLORS, word)) return NAMED_COLORS[word];
  const [, short] = /^#([0-9a-f]{3})$/.exec(word) ?? [];
  if (short !== undefined) return `#${Array.from(short, (digit) => digit + digit).join("")}`;
  return /^#[0-9a-f]{6}$/.test(word) ? word : undefined;
}

/** The contrast of text with its ground, and of outlines with what is beside them (WCAG 2, AA). */
const CONTRAST = { text: 4.5, outline: 3 };
/** The most of a colour in the inside of a box. */
const MOST = { light: 0.2, dark: 0.35 };
/** The text on boxes, and the grounds that boxes stand on. */
const TEXTS = ["label", "muted", "entry", "exit"] as const;
const GROUNDS = ["surface", "compositeFill", "compositeFill2", "compositeFill3"] as const;
const STEPS = 20;

/**
 * Fits a colour to a theme: the inside of a box takes as much of it as leaves text readable, and the outline goes toward black
 * or white until it stands out.
 *
 * @param color As `#rrggbb`.
 */
export function tintOf(color: string, theme: ThemeName): Tint {
  const colors = PICTURE_THEMES[theme];
  const shares = Array.from({ length: STEPS + 1 }, (_, at) => at / STEPS);
  const fills = shares.toReversed().map((share) => mixed(colors.nodeFill, color, share * MOST[theme]));
  const fill = fills.find((one) => TEXTS.every((text) => contrast(colors[text], one) >= CONTRAST.text)) ??
    colors.nodeFill;
  const end = theme === "light" ? "#000000" : "#ffffff";
  const strokes = shares.map((share) => mixed(color, end, share));
  const grounds = [fill, ...GROUNDS.map((ground) => colors[ground])];
  const stroke = strokes.find((one) => grounds.every((ground) => contrast(one, ground) >= CONTRAST.outline));
  return { fill, stroke: stroke ?? end };
}

/** The contrast of two colours, from 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(one: string, other: string, share: number): string {
  const more = channels(other);
  const values = channels(one).map((value, at) => Math.round(value + ((more[at] ?? value) - value) * share));
  return `#${values.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
