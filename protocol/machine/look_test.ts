import { assertEquals, assertStringIncludes } from "@std/assert";
import { parsePicture, withClass } from "../picture/testing.ts";
import { tintOf } from "../picture/tint.ts";
import { looksOf } from "./look.ts";
import { renderSvg } from "./svg/render_svg.ts";
import type { StateMachineDefinition } from "./types.ts";

const settings = {
  namespace: "Home",
  asynchronous: false,
  styles: [{ tag: "busy", color: "green", icon: "play" }, { tag: "late", color: "red", icon: "⏰" }],
};

Deno.test("looksOf() takes the look of the first style that fits, after that of the state itself", () => {
  const lookOf = looksOf({ settings });
  assertEquals(lookOf({ tags: ["late", "busy"] }), { color: "#22c55e", icon: "▶" });
  assertEquals(lookOf({ tags: ["late"], meta: { picture: { color: "#123" } } }), {
    color: "#112233",
    icon: "⏰",
  });
  assertEquals(lookOf({ tags: "busy", meta: { picture: { color: "url(#a)", icon: "far too long" } } }), {
    color: undefined,
    icon: "",
  });
});

Deno.test("looksOf() leaves what other programs keep in meta out of pictures", () => {
  const look = { color: undefined, icon: "" };
  for (
    const meta of [{ color: "red", icon: "OK" }, { picture: "red" }, { picture: [{ color: "red" }] }, "red"]
  ) {
    assertEquals(looksOf({ settings })({ meta }), look);
  }
});

Deno.test("renderSvg() draws a state in the colour of its tag, in either theme", () => {
  const lamp: StateMachineDefinition = { settings, events: [], state: { name: "Lit", tags: ["busy"] } };
  const svg = renderSvg(lamp);
  const [box] = withClass(parsePicture(svg), "slc-node-box");
  const { fill, stroke } = tintOf("#22c55e", "light");
  assertEquals([box?.attributes.fill, box?.attributes.stroke], [fill, stroke]);
  assertEquals(withClass(parsePicture(svg), "slc-node-name").map(({ text }) => text), ["▶ Lit"]);
  assertStringIncludes(svg, `.slc-tint-fill-22c55e{fill:${tintOf("#22c55e", "dark").fill}}`);
});

Deno.test("renderSvg() marks active states in their own colour, whatever the document says", () => {
  const lamp: StateMachineDefinition = { settings, events: [], state: { name: "Lit", tags: ["busy"] } };
  const picture = parsePicture(renderSvg(lamp, { active: ["Lit"] }));
  const classes = withClass(picture, "slc-node-box").map((box) => box.attributes.class);
  assertEquals(classes, ["slc-node-box slc-fill-node-fill slc-stroke-active"]);
});
