import { assertEquals, assertStringIncludes } from "@std/assert";
import { machine } from "../draw/testing.ts";
import { renderSvg } from "./render_svg.ts";

const LAMP = machine([
  { name: "Off", transitions: [{ event: "press", nextState: "On" }, { event: "test" }] },
  { name: "On", transitions: [{ event: "press", nextState: "Off" }] },
]);

const OFF_TO_ON = { state: "Off", event: "press", target: "On" };

Deno.test("renderSvg() numbers the steps of a walk, several at one transition", () => {
  const walk = [OFF_TO_ON, { state: "On", event: "press", target: "Off" }, OFF_TO_ON, {
    state: "Off",
    event: "test",
  }];
  const svg = renderSvg(LAMP, { overlay: { walk } });
  const numbers = [...svg.matchAll(/slc-step-number[^>]*>([^<]*)</g)].map(([, words]) => words);
  assertEquals(numbers.toSorted(), ["1, 3", "2", "4"]);
  assertStringIncludes(svg, "steps</text>");
});

Deno.test("renderSvg() marks states and transitions, and explains the marks in a legend", () => {
  const svg = renderSvg(LAMP, {
    overlay: { states: { Off: "covered", On: "missed" }, transitions: [{ ...OFF_TO_ON, mark: "covered" }] },
  });
  assertStringIncludes(svg, "slc-node--covered");
  assertStringIncludes(svg, "slc-node--missed");
  const legend = [...svg.matchAll(/slc-legend-text[^>]*>([^<]*)</g)].map(([, words]) => words);
  assertEquals(legend, ["✓ covered", "○ missed"]);
});

Deno.test("renderSvg() passes over marks of what is not there", () => {
  const overlay = { states: { Gone: "added" as const }, walk: [{ state: "Gone", event: "press" }] };
  assertEquals(renderSvg(LAMP, { overlay }), renderSvg(LAMP));
});

Deno.test("renderSvg() writes how often transitions were taken, and draws the hottest widest", () => {
  const def = machine([
    { name: "A", transitions: [{ event: "e", nextState: "B" }] },
    { name: "B", transitions: [{ event: "f", nextState: "A" }] },
  ]);
  const heat = [{ state: "A", event: "e", target: "B", count: 9 }, {
    state: "B",
    event: "f",
    target: "A",
    count: 3,
  }];
  const svg = renderSvg(def, { theme: "light", overlay: { heat } });
  const widths = [...svg.matchAll(/slc-edge-line[^>]*?stroke-width="([\d.]+)"/g)].map(([, width]) =>
    Number(width)
  );
  assertEquals(widths.toSorted((a, b) => b - a)[0], 4);
  assertStringIncludes(svg, ">9×<");
  assertStringIncludes(svg, "taken n times");
});
