import { PICTURE_THEMES, PICTURE_VARS, type PictureColor } from "@loom/protocol/drawing";

export { CANVAS_THEME_VARS, type CanvasTheme, themeStyle } from "@loom/protocol";

const PICTURE_KEYS = Object.keys(PICTURE_VARS) as PictureColor[];

/**
 * The variable that the canvas itself uses for a colour: the `--slc-*` variable of the page where it is set, on the canvas or on
 * any element around it, else the default of the colour scheme.
 */
export function ownVariable(key: PictureColor): string {
  return PICTURE_VARS[key].replace("--slc-", "--slc-own-");
}

/** The declarations of all own variables. */
export function ownVariables(): string {
  return PICTURE_KEYS.map((key) => {
    const fallback = `light-dark(${PICTURE_THEMES.light[key]},${PICTURE_THEMES.dark[key]})`;
    return `${ownVariable(key)}:var(${PICTURE_VARS[key]},${fallback})`;
  }).join(";");
}

/** The system colour of each colour that is not the text's where the reader's system forces its own. */
const FORCED: Readonly<Record<string, readonly PictureColor[]>> = {
  Canvas: [
    "surface",
    "nodeFill",
    "compositeFill",
    "compositeFill2",
    "compositeFill3",
    "finalFill",
    "accentFill",
    "chipFill",
    "panelBg",
    "panelHover",
  ],
  Highlight: ["accent", "accentInk", "active"],
  LinkText: ["danger", "drawSource"],
  GrayText: ["faint"],
};

/** The declarations of all own variables where the reader's system forces its colours. */
export function forcedColors(): string {
  const colors = new Map(Object.entries(FORCED).flatMap(([color, keys]) => keys.map((key) => [key, color])));
  const all = PICTURE_KEYS.map((key) => `${ownVariable(key)}:${colors.get(key) ?? "CanvasText"}`);
  return [...all, "--slc-own-primary:Highlight"].join(";");
}

/** The rules that give the parts of drawings, which name their colours by class, those of the canvas. */
export function paintRules(): string {
  return PICTURE_KEYS.flatMap((key) =>
    (["fill", "stroke"] as const).map((property) =>
      `.slc-pane .${PICTURE_VARS[key].replace("--slc-", `slc-${property}-`)}{${property}:var(${
        ownVariable(key)
      })}`
    )
  ).join("\n");
}

/** The colours that a canvas has now, as a 2D context takes them. */
export function currentColors(
  pane: Element,
  keys: readonly (PictureColor)[],
): Partial<Record<PictureColor, string>> {
  // All at once: each change would compute the styles of the page again.
  const probe = pane.ownerDocument.createElement("span");
  const probes = keys.map((key) => {
    const one = pane.ownerDocument.createElement("span");
    one.style.color = `var(${ownVariable(key)})`;
    return one;
  });
  probe.append(...probes);
  pane.append(probe);
  const colors = Object.fromEntries(probes.map((one, at) => [keys[at], getComputedStyle(one).color]));
  probe.remove();
  return colors;
}
