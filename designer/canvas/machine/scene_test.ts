import {
  completeArrangement,
  drawMachine,
  MACHINE_KIND,
  NO_ARRANGEMENT,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { boardOf } from "../../../tests/bench/board_of_size.ts";
import { sceneOf } from "./scene.ts";

const { definition } = boardOf(30);
const none = { positions: {}, path: [], collapsed: [] };

function pictureOf(machine: StateMachineDefinition) {
  const { pictures } = MACHINE_KIND.content!;
  return completeArrangement(pictures, machine, NO_ARRANGEMENT);
}

Deno.test("sceneOf() shows the picture that a page came with: what it would have drawn, in whole units", () => {
  const { drawing } = sceneOf({ definition, ...none, drawn: pictureOf(definition) }, undefined).scene;
  const own = drawMachine(definition, { direction: "auto" });
  const whole = ({ states, edges }: typeof own) => ({
    boxes: states.map(({ key, box }) => [key, Math.round(box.x), Math.round(box.y)]),
    lines: edges.map(({ id, points }) => [id, points.map(({ x, y }) => [Math.round(x), Math.round(y)])]),
  });
  assertEquals(whole(drawing), whole(own));
});

Deno.test("sceneOf() keeps positions before the places of the picture that a page came with", () => {
  const drawn = pictureOf(definition);
  const moved = { x: -900, y: 40, width: 160, height: 60 };
  const { byKey } = sceneOf({ definition, ...none, positions: { S0_3: moved }, drawn }, undefined).scene;
  assertEquals(byKey.get("S0_3")?.box, moved);
  const { x, y } = drawn.places.S0_4!;
  assertEquals([byKey.get("S0_4")?.box.x, byKey.get("S0_4")?.box.y], [x, y]);
});

Deno.test("sceneOf() asks for an arrangement where several states have no place, and for none of what stands", () => {
  const { scene } = sceneOf({ definition, ...none, drawn: pictureOf(definition) }, undefined);
  const [first, ...states] = definition.state.states ?? [];
  const added = { name: "Added", states: [{ name: "A" }, { name: "B" }] };
  const next = (...more: State[]) => ({
    ...definition,
    state: { ...definition.state, states: [first!, ...states, ...more] },
  });
  assertEquals(sceneOf({ definition: next({ name: "Added" }), ...none }, scene).wish, undefined);
  const { wish } = sceneOf({ definition: next(added), ...none }, scene);
  assertEquals(Object.keys(wish?.positions ?? {}), scene.drawing.states.map(({ key }) => key));
  const { states: drawn, edges } = drawMachine(wish!.shown, wish);
  const full = { positions: Object.fromEntries(drawn.map(({ key, box }) => [key, box])), lines: [] };
  const answered = sceneOf({ definition: next(added), ...none, full }, scene);
  assertEquals(answered.wish, undefined);
  assertEquals(answered.scene.byKey.get("B")?.box, full.positions.B);
  assertEquals(answered.scene.edges.length, edges.length);
});
