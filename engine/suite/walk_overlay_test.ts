import { LoomError } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { heatOverlay, walkOverlay } from "./walk_overlay.ts";

const lamp = {
  settings: { namespace: "n", asynchronous: false },
  events: [{ name: "E", events: [{ id: "press" }] }],
  state: {
    name: "Lamp",
    states: [
      { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
      { name: "On", transitions: [{ event: "press", nextState: "Off" }] },
    ],
  },
};

Deno.test("walkOverlay() says which step is refused, and why", () => {
  assertThrows(
    () => walkOverlay(lamp, ["press", "pres"]),
    LoomError,
    "Step 2 of the walk takes no transition: ",
  );
});

Deno.test("heatOverlay() refuses a log without a line that takes a transition, and a line that is no step", () => {
  assertThrows(() => heatOverlay(lamp, "other\n"), LoomError, "No step of the log takes a transition.");
  assertThrows(() => heatOverlay(lamp, "# empty"), LoomError, "It has no events.");
  assertThrows(() => heatOverlay(lamp, "press\n+5parsecs"), LoomError, "Line 2");
});

Deno.test("heatOverlay() counts how often each transition is taken", () => {
  const { heat = [] } = heatOverlay(lamp, "press\npress\n# a remark\npress\nother\n");
  assertEquals(heat.map(({ state, count }) => [state, count]), [["Off", 2], ["On", 1]]);
});
