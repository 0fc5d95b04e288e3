import { assert, assertEquals } from "@std/assert";
import { ACTIVE_OPACITY } from "./palette.ts";
import {
  CANVAS_THEME_KEYS,
  CANVAS_THEME_VARS,
  CANVAS_THEMES,
  type CanvasTheme,
  depthFill,
  PICTURE_THEMES,
  type PictureColor,
  themeStyle,
} from "./theme.ts";

type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** A colour over another one. */
function over(top: Rgb, bottom: Rgb, opacity: number): Rgb {
  const mix = (at: 0 | 1 | 2) => top[at] * opacity + bottom[at] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

/** The relative luminance of WCAG 2. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((first, second) => first - second) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** The texts of pictures with the grounds that they stand on. */
const CONTAINERS: readonly PictureColor[] = ["compositeFill", "compositeFill2", "compositeFill3"];
const BOXES: readonly PictureColor[] = [...CONTAINERS, "nodeFill", "finalFill"];

interface TextOnGround {
  readonly text: keyof CanvasTheme;
  readonly on: readonly PictureColor[];
}

const TEXTS: readonly TextOnGround[] = [
  { text: "label", on: ["surface", "chipFill", ...BOXES] },
  { text: "muted", on: ["surface", "chipFill", ...BOXES] },
  { text: "entry", on: BOXES },
  { text: "exit", on: BOXES },
  { text: "accentInk", on: ["accentFill"] },
];

/** The fills of active states, below the active colour. */
const ACTIVE_GROUNDS = BOXES;

/** Marks that carry meaning without being text need 3 to 1. */
const SHAPES: readonly { readonly shape: keyof CanvasTheme; readonly on: readonly PictureColor[] }[] = [
  { shape: "nodeStroke", on: ["surface", ...BOXES] },
  { shape: "edge", on: ["surface", ...CONTAINERS] },
  { shape: "label", on: ["surface", ...CONTAINERS] },
  { shape: "active", on: ["surface", ...CONTAINERS] },
  { shape: "accent", on: ["surface", ...CONTAINERS] },
  { shape: "danger", on: ["nodeFill", ...CONTAINERS] },
  { shape: "faint", on: ["surface", "finalFill"] },
];

Deno.test("CANVAS_THEME_VARS has the 23 variables of canvases", () => {
  assertEquals(CANVAS_THEME_KEYS.length, 23);
  for (const key of CANVAS_THEME_KEYS) {
    assertEquals(
      CANVAS_THEME_VARS[key],
      `--slc-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    );
  }
});

for (const theme of ["dark", "light"] as const) {
  Deno.test(`the ${theme} theme has a colour for every key`, () => {
    assertEquals(Object.keys(CANVAS_THEMES[theme]).toSorted(), [...CANVAS_THEME_KEYS].toSorted());
  });

  Deno.test(`the ${theme} theme keeps text readable on what it stands on`, () => {
    for (const { text, on } of TEXTS) {
      for (const ground of on) {
        const ratio = contrast(rgbOf(PICTURE_THEMES[theme][text]), rgbOf(PICTURE_THEMES[theme][ground]));
        assert(ratio >= 4.5, `${text} on ${ground}: ${ratio}`);
      }
    }
  });

  Deno.test(`the ${theme} theme keeps text readable on active states`, () => {
    const colors = PICTURE_THEMES[theme];
    for (const { text, on } of TEXTS) {
      for (const ground of on.filter((key) => ACTIVE_GROUNDS.includes(key))) {
        const opacity = CONTAINERS.includes(ground) ? ACTIVE_OPACITY.container : ACTIVE_OPACITY.box;
        const ratio = contrast(
          rgbOf(colors[text]),
          over(rgbOf(colors.active), rgbOf(colors[ground]), opacity),
        );
        assert(ratio >= 4.5, `${text} on ${ground}: ${ratio}`);
      }
    }
  });

  Deno.test(`the ${theme} theme keeps lines and marks visible`, () => {
    for (const { shape, on } of SHAPES) {
      for (const ground of on) {
        const ratio = contrast(rgbOf(PICTURE_THEMES[theme][shape]), rgbOf(PICTURE_THEMES[theme][ground]));
        assert(ratio >= 3, `${shape} on ${ground}: ${ratio}`);
      }
    }
  });
}

Deno.test("a final state is as different from others in both themes", () => {
  for (const { nodeFill, finalFill } of Object.values(PICTURE_THEMES)) {
    const ratio = contrast(rgbOf(nodeFill), rgbOf(finalFill));
    assert(ratio >= 1.25, `${ratio}`);
  }
});

Deno.test("a label on the board is no darker or lighter than the board", () => {
  for (const { surface, chipFill } of Object.values(PICTURE_THEMES)) {
    const ratio = contrast(rgbOf(surface), rgbOf(chipFill));
    assert(ratio <= 1.05, `${ratio}`);
  }
});

Deno.test("depthFill() gives a container another fill than the one around it", () => {
  const fills = [0, 1, 2, 3, 4].map(depthFill);
  for (const [depth, fill] of fills.entries()) assert(fill !== fills[depth - 1]);
});

Deno.test("themeStyle() gives only what it is given, and passes over what is no colour of a theme", () => {
  assertEquals(themeStyle({}), {});
  const odd = { edge: "red", active: undefined, other: "blue", toString: "x" } as unknown as Partial<
    CanvasTheme
  >;
  assertEquals(themeStyle(odd), { "--slc-edge": "red" });
});
