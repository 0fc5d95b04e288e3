import { assertEquals } from "@std/assert";
import { wordStep } from "../simulation/step_text.ts";
import { heatOverlay } from "./walk_overlay.ts";

Deno.test("heatOverlay() counts how often each transition is taken", () => {
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
  const { heat = [] } = heatOverlay(lamp, ["press", "press", "press", "other"].map(wordStep));
  assertEquals(heat.map(({ state, count }) => [state, count]), [["Off", 2], ["On", 1]]);
});
