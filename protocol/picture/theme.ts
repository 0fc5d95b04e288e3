/** The colours of a picture or a canvas, as CSS colours. */
export interface CanvasTheme {
  /** The board. */
  surface: string;
  /** The box of a state or an entity. */
  nodeFill: string;
  /** The outline of a box, rules, lifelines. */
  nodeStroke: string;
  /** The box of a state with children. */
  compositeFill: string;
  /** The box of a final state. */
  finalFill: string;
  /** The outline of a selection; marks of notes. */
  accent: string;
  /** The plate of what is selected. */
  accentFill: string;
  /** The text of what is selected. */
  accentInk: string;
  /** The problem. */
  danger: string;
  /** The start of a line that is being drawn. */
  drawSource: string;
  /** Active states of a running machine. */
  active: string;
  /** Lines and arrow heads. */
  edge: string;
  /** The plate of a label that is in no container; in one it has the fill of that one. */
  chipFill: string;
  /** The outline of a label. */
  chipStroke: string;
  /** Primary text. */
  label: string;
  /** Secondary text. */
  muted: string;
  /** Tertiary text. */
  faint: string;
  /** The mark of entry actions. */
  entry: string;
  /** The mark of exit actions. */
  exit: string;
  /** Hints on states with children. */
  composite: string;
  /** The ground of panels over the board. */
  panelBg: string;
  /** The outline of panels. */
  panelBorder: string;
  /** Panel items under the pointer. */
  panelHover: string;
}

/** The CSS variable of every colour. */
export const CANVAS_THEME_VARS: Readonly<Record<keyof CanvasTheme, `--slc-${string}`>> = {
  surface: "--slc-surface",
  nodeFill: "--slc-node-fill",
  nodeStroke: "--slc-node-stroke",
  compositeFill: "--slc-composite-fill",
  finalFill: "--slc-final-fill",
  accent: "--slc-accent",
  accentFill: "--slc-accent-fill",
  accentInk: "--slc-accent-ink",
  danger: "--slc-danger",
  drawSource: "--slc-draw-source",
  active: "--slc-active",
  edge: "--slc-edge",
  chipFill: "--slc-chip-fill",
  chipStroke: "--slc-chip-stroke",
  label: "--slc-label",
  muted: "--slc-muted",
  faint: "--slc-faint",
  entry: "--slc-entry",
  exit: "--slc-exit",
  composite: "--slc-composite",
  panelBg: "--slc-panel-bg",
  panelBorder: "--slc-panel-border",
  panelHover: "--slc-panel-hover",
};

/** The names of the themes that pictures have. */
export type ThemeName = "dark" | "light";

/** The colours of the two themes. Text has a contrast of at least 4.5 to 1 with its background (WCAG 2 AA). */
export const CANVAS_THEMES: Readonly<Record<ThemeName, Readonly<CanvasTheme>>> = {
  dark: {
    surface: "#0b0f19",
    nodeFill: "#263554",
    nodeStroke: "#8ea0c2",
    compositeFill: "#141b2d",
    finalFill: "#101a30",
    accent: "#4f8cff",
    accentFill: "#1e3a5f",
    accentInk: "#93c5fd",
    danger: "#f87171",
    drawSource: "#f59e0b",
    active: "#22c55e",
    edge: "#9aa9c6",
    chipFill: "#0b0f19",
    chipStroke: "#3b4a6b",
    label: "#e8edf7",
    muted: "#a9b6cf",
    faint: "#8593b0",
    entry: "#4ade80",
    exit: "#fb923c",
    composite: "#818cf8",
    panelBg: "rgb(17 24 39 / 0.9)",
    panelBorder: "#374151",
    panelHover: "#1f2937",
  },
  light: {
    surface: "#f8fafc",
    nodeFill: "#ffffff",
    nodeStroke: "#64748b",
    compositeFill: "#f1f5f9",
    finalFill: "#dde4ed",
    accent: "#2563eb",
    accentFill: "#dbeafe",
    accentInk: "#1d4ed8",
    danger: "#b91c1c",
    drawSource: "#b45309",
    active: "#15803d",
    edge: "#475569",
    chipFill: "#ffffff",
    chipStroke: "#cbd5e1",
    label: "#0f172a",
    muted: "#475569",
    faint: "#5b677a",
    entry: "#166534",
    exit: "#9a3412",
    composite: "#4f46e5",
    panelBg: "rgb(255 255 255 / 0.92)",
    panelBorder: "#cbd5e1",
    panelHover: "#e2e8f0",
  },
};

/** The fills of containers in containers: one in one is at depth 2; deeper ones take these two in turns. */
export type DepthFill = "compositeFill2" | "compositeFill3";

/** A colour of a picture. */
export type PictureColor = keyof CanvasTheme | DepthFill;

/** The CSS variable of every colour of a picture. */
export const PICTURE_VARS: Readonly<Record<PictureColor, `--slc-${string}`>> = {
  ...CANVAS_THEME_VARS,
  compositeFill2: "--slc-composite-fill-2",
  compositeFill3: "--slc-composite-fill-3",
};

/** The colours of pictures in the two themes. */
export const PICTURE_THEMES: Readonly<Record<ThemeName, Readonly<Record<PictureColor, string>>>> = {
  dark: { ...CANVAS_THEMES.dark, compositeFill2: "#1b2439", compositeFill3: "#222d46" },
  light: { ...CANVAS_THEMES.light, compositeFill2: "#e8eef5", compositeFill3: "#dfe7f0" },
};

/** The fill of a container in so many others. */
export function depthFill(depth: number): PictureColor {
  if (depth === 0) return "compositeFill";
  return depth % 2 === 1 ? "compositeFill2" : "compositeFill3";
}

/** The keys of {@linkcode CanvasTheme}, in the order of the variables. */
export const CANVAS_THEME_KEYS: readonly (keyof CanvasTheme)[] = Object.keys(CANVAS_THEME_VARS) as (
  keyof CanvasTheme
)[];

/**
 * The declarations that give a canvas other colours than the default ones.
 *
 * @param theme Some colours; members that are no colour of a theme are passed over.
 * @returns The values by CSS variable, for an inline style: only those that are given.
 *
 * @example
 * ```ts
 * import { themeStyle } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(themeStyle({ nodeFill: "#fff" }), { "--slc-node-fill": "#fff" });
 * ```
 */
export function themeStyle(theme: Partial<CanvasTheme>): Record<`--slc-${string}`, string> {
  const style: Record<`--slc-${string}`, string> = {};
  for (const key of CANVAS_THEME_KEYS) {
    const color = Object.hasOwn(theme, key) ? theme[key] : undefined;
    if (typeof color === "string") style[CANVAS_THEME_VARS[key]] = color;
  }
  return style;
}
