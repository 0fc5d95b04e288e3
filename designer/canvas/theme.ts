import { CANVAS_THEME_KEYS, CANVAS_THEME_VARS, CANVAS_THEMES, type CanvasTheme } from "@loom/protocol";

export { CANVAS_THEME_VARS, type CanvasTheme, themeStyle } from "@loom/protocol";

/**
 * The variable that the canvas itself uses for a colour: the `--slc-*` variable of the page where it is set, on the canvas or on
 * any element around it, else the default of the colour scheme.
 */
export function ownVariable(key: keyof CanvasTheme): string {
  return CANVAS_THEME_VARS[key].replace("--slc-", "--slc-own-");
}

/** The declarations of all own variables. */
export function ownVariables(): string {
  return CANVAS_THEME_KEYS.map((key) => {
    const fallback = `light-dark(${CANVAS_THEMES.light[key]},${CANVAS_THEMES.dark[key]})`;
    return `${ownVariable(key)}:var(${CANVAS_THEME_VARS[key]},${fallback})`;
  }).join(";");
}

/** The rules that give the parts of drawings, which name their colours by class, those of the canvas. */
export function paintRules(): string {
  return CANVAS_THEME_KEYS.flatMap((key) =>
    (["fill", "stroke"] as const).map((property) =>
      `.slc-pane .${CANVAS_THEME_VARS[key].replace("--slc-", `slc-${property}-`)}{${property}:var(${
        ownVariable(key)
      })}`
    )
  ).join("\n");
}

/** The colours that a canvas has now, as a 2D context takes them. */
export function currentColors(
  pane: Element,
  keys: readonly (keyof CanvasTheme)[],
): Partial<Record<keyof CanvasTheme, string>> {
  const probe = pane.ownerDocument.createElement("span");
  pane.append(probe);
  const colors: Partial<Record<keyof CanvasTheme, string>> = {};
  for (const key of keys) {
    probe.style.color = `var(${ownVariable(key)})`;
    colors[key] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colors;
}
