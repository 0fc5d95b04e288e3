import { fitLayout } from "../../layout/fit_layout.ts";
import type { StateMachineDefinition } from "../types.ts";
import type { MachineDrawing } from "./machine_drawing.ts";
import { type DrawingOptions, drawMachineWith } from "./redraw_machine.ts";

/**
 * Draws a machine: measures its states and labels, arranges them and gives every part its place.
 *
 * Every state and every transition of the definition is in the drawing once. A transition that stays inside its
 * state, or whose target does not exist, is a row in the state's box; every other one is a line. Of several states
 * with one name, the first in document order is what the name means.
 *
 * @param def The definition; it need not be valid.
 * @param options What to show, and where.
 * @returns The drawing: the same for the same definition.
 *
 * @example
 * ```ts
 * import { drawMachine, type StateMachineDefinition } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const def: StateMachineDefinition = {
 *   settings: { namespace: "kitchen", asynchronous: false },
 *   events: [{ name: "Lid", events: [{ id: "fill" }] }],
 *   state: {
 *     name: "Kettle",
 *     states: [{ name: "Cold", transitions: [{ event: "fill", nextState: "Hot" }] }, { name: "Hot" }],
 *   },
 * };
 * const { states, edges, initials } = drawMachine(def);
 * assertEquals(states.map((state) => state.key), ["Cold", "Hot"]);
 * assertEquals(edges.map((edge) => [edge.id, edge.from, edge.to]), [["Cold:0", "Cold", "Hot"]]);
 * assertEquals(initials.map((initial) => initial.to), ["Cold"]);
 * ```
 */
export function drawMachine(def: StateMachineDefinition, options: DrawingOptions = {}): MachineDrawing {
  return drawMachineWith(fitLayout, def, options);
}
