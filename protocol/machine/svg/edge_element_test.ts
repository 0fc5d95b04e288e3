import { assertEquals } from "@std/assert";
import { drawMachine } from "../draw/draw_machine.ts";
import type { DrawnEdge, DrawnState } from "../draw/machine_drawing.ts";
import { machine } from "../draw/testing.ts";
import { linePoints } from "./edge_element.ts";

/** Two states: one at the top left, one below it at the right. */
function states(target: Record<string, unknown> = {}): Map<string, DrawnState> {
  const drawing = drawMachine(machine([{ name: "A" }, { name: "B", ...target }]));
  const boxes: Record<string, DrawnState["box"]> = {
    A: { x: 0, y: 0, width: 160, height: 60 },
    B: { x: 300, y: 100, width: 160, height: 32 },
  };
  return new Map(
    drawing.states.map((state) => [state.key, { ...state, box: boxes[state.key] ?? state.box }]),
  );
}

function edge(...points: DrawnEdge["points"]): DrawnEdge {
  return {
    id: "A:0",
    kind: "transition",
    from: "A",
    to: "B",
    event: "",
    guard: "",
    actions: [],
    points,
    label: undefined,
  };
}

Deno.test("linePoints() leaves the ends at other states alone", () => {
  const line = edge({ x: 300, y: 60 }, { x: 300, y: 100 });
  assertEquals(linePoints(line, states()), line.points);
});

Deno.test("linePoints() leads a line to the round end of a history state", () => {
  const line = edge({ x: 300, y: 60 }, { x: 300, y: 100 });
  assertEquals(linePoints(line, states({ kind: "history" })).at(-1), { x: 300, y: 116 });
  const middle = edge({ x: 380, y: 60 }, { x: 380, y: 100 });
  assertEquals(linePoints(middle, states({ kind: "history" })).at(-1), { x: 380, y: 100 });
});

Deno.test("linePoints() leads a line to the sides of a choice's diamond", () => {
  const end = (x: number, y: number) =>
    linePoints(edge({ x: 0, y: 0 }, { x, y }), states({ kind: "choice" })).at(-1);
  // The box is 160 wide and 32 high, from 300, 100 on.
  assertEquals([end(380, 100), end(340, 100), end(340, 132)], [
    { x: 380, y: 100 },
    { x: 340, y: 108 },
    { x: 340, y: 124 },
  ]);
  assertEquals([end(300, 116), end(300, 108)], [{ x: 300, y: 116 }, { x: 340, y: 108 }]);
});
