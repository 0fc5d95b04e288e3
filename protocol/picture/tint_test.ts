import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { PICTURE_THEMES } from "./theme.ts";
import { colorOf, contrast, NAMED_COLORS, tintOf } from "./tint.ts";

Deno.test("colorOf() reads names and hexadecimal colours, and nothing else", () => {
  assertEquals(["Red", " #Fff ", "#12ab34"].map(colorOf), ["#ef4444", "#ffffff", "#12ab34"]);
  assertEquals(["#12", "url(#a)", "constructor", 7, undefined].map(colorOf), [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("tintOf() keeps text readable and outlines visible, whatever the colour", () => {
  const color = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, fc.constantFrom("light" as const, "dark" as const), (color, theme) => {
      const { fill, stroke } = tintOf(color, theme);
      const { label, muted, surface, compositeFill3 } = PICTURE_THEMES[theme];
      for (const text of [label, muted]) assert(contrast(text, fill) >= 4.5, `${text} on ${fill}`);
      for (const ground of [fill, surface, compositeFill3]) {
        assert(contrast(stroke, ground) >= 3, `${stroke} beside ${ground}`);
      }
    }),
    { seed: 4 },
  );
});

Deno.test("tintOf() gives each name another look", () => {
  for (const theme of ["light", "dark"] as const) {
    const looks = Object.values(NAMED_COLORS).map((color) => JSON.stringify(tintOf(color, theme)));
    assertEquals(new Set(looks).size, looks.length);
  }
});
