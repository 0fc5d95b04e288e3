import { assertEquals } from "@std/assert";
import { activeLeaves } from "./active_leaves.ts";

const MACHINE = {
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: {
    name: "Root",
    states: [{
      name: "On",
      parallel: {
        states: [
          { name: "Light", states: [{ name: "Dim" }, { name: "Bright" }] },
          { name: "Sound", states: [{ name: "Mute" }, { name: "Loud" }] },
        ],
      },
    }, { name: "Off" }],
  },
};

Deno.test("activeLeaves() tells one state for each region, in document order", () => {
  const active = ["Loud", "Root", "On", "Sound", "Light", "Dim"];
  assertEquals(activeLeaves(MACHINE, active), ["Dim", "Loud"]);
  assertEquals(activeLeaves(MACHINE, ["On"]), ["On"]);
  assertEquals(activeLeaves(MACHINE, ["Nowhere"]), []);
  assertEquals(activeLeaves({ ...MACHINE, state: 1 as never }, ["On"]), []);
});
