import { tintOf } from "./tint.ts";
import { PICTURE_THEMES, PICTURE_VARS, type PictureColor, type ThemeName } from "./theme.ts";

/** The theme of a picture: one of the two, or what the reader's system prefers. */
export type PictureTheme = ThemeName | "auto";

/** The colour of an element's inside (`fill`) or outline (`stroke`). */
export interface Paint {
  /** The colour of the inside. */
  readonly fill?: PictureColor;
  /** The colour of the outline. */
  readonly stroke?: PictureColor;
}

type PaintProperty = keyof Paint;

const PICTURE_COLORS = Object.keys(PICTURE_VARS) as PictureColor[];

/** Opacity of the active colour over the inside of an active box, and over that of an active container. */
export const ACTIVE_OPACITY = { box: 0.08, container: 0.06 } as const;

/** The name that the root element of a picture carries, beside `slc-picture--<theme>`. */
export const PICTURE_CLASS = "slc-picture";

/**
 * Gives the elements of one picture their colours, twice: as literal attributes, which every program can show,
 * and by a class whose rule takes the page's `--slc-*` variable where there is one. The rules are inside
 * `@supports`, so that programs without support for variables use the attributes. The selectors name the theme,
 * so that pictures of different themes can be on one page.
 */
export class Palette {
  /** The theme of the literals. */
  readonly theme: PictureTheme;
  readonly #used = new Set<string>();
  /** Colours of the document, by class. */
  readonly #tints = new Map<string, { readonly property: PaintProperty; readonly color: string }>();

  /** Makes the colours of one picture. */
  constructor(theme: PictureTheme) {
    this.theme = theme;
  }

  /** The classes of the root element. */
  get rootClass(): string {
    return `${PICTURE_CLASS} ${PICTURE_CLASS}--${this.theme}`;
  }

  /** The attributes of an element with these colours: `class`, with other classes before it, and the literals. */
  attributes(paint: Paint, classes: string = ""): Record<string, string | undefined> {
    const names = classes === "" ? [] : [classes];
    const literals = PICTURE_THEMES[this.theme === "dark" ? "dark" : "light"];
    const colors: Record<string, string | undefined> = { class: undefined };
    for (const property of ["fill", "stroke"] as const) {
      const key = paint[property];
      if (!key) continue;
      const name = paintClass(property, key);
      this.#used.add(name);
      names.push(name);
      colors[property] = literals[key];
    }
    if (names.length > 0) colors.class = names.join(" ");
    return colors;
  }

  /**
   * The attributes of an element, some in a colour of the document, fitted to the theme.
   *
   * @param color As `#rrggbb`; `undefined` for the colours of the theme alone.
   */
  tinted(
    paint: Paint,
    color: string | undefined,
    classes: string,
    properties: readonly (keyof Paint)[],
  ): Record<string, string | undefined> {
    const plain = this.attributes(paint, classes);
    if (color === undefined) return plain;
    const tint = tintOf(color, this.theme === "dark" ? "dark" : "light");
    for (const property of properties) {
      const name = `slc-tint-${property}-${color.slice(1)}`;
      this.#tints.set(name, { property, color });
      plain.class = `${plain.class} ${name}`;
      plain[property] = tint[property];
    }
    return plain;
  }

  /** The style sheet for the colours used so far. */
  styleSheet(): string {
    const rules = this.theme === "auto"
      ? `${this.#rules("light")}@media (prefers-color-scheme:dark){${this.#rules("dark")}}`
      : this.#rules(this.theme);
    return `@supports (color:var(--slc-label)){${rules}}`;
  }

  #rules(literals: ThemeName): string {
    let rules = "";
    for (const key of PICTURE_COLORS) {
      for (const property of ["fill", "stroke"] as const) {
        const name = paintClass(property, key);
        if (!this.#used.has(name)) continue;
        const value = `var(${PICTURE_VARS[key]},${PICTURE_THEMES[literals][key]})`;
        rules += `.${PICTURE_CLASS}--${this.theme} .${name}{${property}:${value}}`;
      }
    }
    for (const [name, { property, color }] of this.#tints) {
      rules += `.${PICTURE_CLASS}--${this.theme} .${name}{${property}:${tintOf(color, literals)[property]}}`;
    }
    return rules;
  }
}

/** The class of a colour in a property, such as `slc-fill-node-stroke`. */
function paintClass(property: PaintProperty, key: PictureColor): string {
  return PICTURE_VARS[key].replace("--slc-", `slc-${property}-`);
}
