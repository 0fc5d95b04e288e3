import { assertEquals, assertStringIncludes } from "@std/assert";
import { elementsOf, parsePicture, withClass } from "../../picture/testing.ts";
import type { StateMachineDefinition } from "../types.ts";
import { renderSvg } from "./render_svg.ts";

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "press" }, { id: "dim" }] }],
  state: {
    name: "Lamp",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
      { name: "On", transitions: [{ event: "dim" }] },
    ],
  },
};
const overlay = { walk: [{ state: "Off", index: 0 }, { state: "On", index: 0 }] };

Deno.test("renderSvg() plays a walk: the first state, a token, and the states that it comes to", () => {
  const svg = renderSvg(LAMP, { overlay, animate: true });
  const parts = withClass(parsePicture(svg), "slc-run").map((
    { name, attributes },
  ) => [name, attributes.style]);
  assertEquals(parts, [
    ["rect", "animation-delay:-0.6s"],
    ["rect", "animation-delay:0.8s"],
    ["circle", "animation-delay:0s"],
    ["rect", "animation-delay:2.2s"],
  ]);
  const motions = [...elementsOf(parsePicture(svg))].filter(({ name }) => name === "animateMotion");
  assertEquals(motions.map(({ attributes }) => [attributes.dur, attributes.keyTimes]), [
    ["4.4s", "0.0000;0.0000;0.1818;1.0000"],
  ]);
});

Deno.test("renderSvg() plays nothing for readers who want no motion, and has no script", () => {
  const svg = renderSvg(LAMP, { overlay, animate: true });
  assertStringIncludes(svg, "@media (prefers-reduced-motion:reduce){.slc-run{display:none}}");
  assertEquals(svg.includes("<script"), false);
  const still = renderSvg(LAMP, { overlay });
  assertEquals(withClass(parsePicture(still), "slc-run").length, 0);
});
