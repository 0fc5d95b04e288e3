import { assertEquals, assertStringIncludes } from "@std/assert";
import { Palette } from "./palette.ts";

Deno.test("Palette gives an element its colour as a literal, and the variable by a class", () => {
  const palette = new Palette("light");
  assertEquals(palette.attributes({ fill: "nodeFill" }, "slc-node-box"), {
    class: "slc-node-box slc-fill-node-fill",
    fill: "#ffffff",
  });
  assertEquals(
    palette.styleSheet(),
    "@supports (color:var(--slc-label)){" +
      ".slc-picture--light .slc-fill-node-fill{fill:var(--slc-node-fill,#ffffff)}}",
  );
});

Deno.test("Palette.styleSheet() tells each colour that was used once", () => {
  const palette = new Palette("dark");
  for (let times = 0; times < 2; times++) palette.attributes({ fill: "edge", stroke: "edge" });
  assertEquals(palette.styleSheet().match(/slc-(fill|stroke)-edge/g), ["slc-fill-edge", "slc-stroke-edge"]);
});

Deno.test("Palette follows the reader's system with the theme auto", () => {
  const palette = new Palette("auto");
  assertEquals(palette.attributes({ fill: "label" }).fill, "#0f172a");
  assertStringIncludes(
    palette.styleSheet(),
    "@media (prefers-color-scheme:dark){.slc-picture--auto .slc-fill-label{fill:var(--slc-label,#e8edf7)}}",
  );
});
