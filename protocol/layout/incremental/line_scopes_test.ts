import { assert, assertEquals } from "@std/assert";
import { graphOf } from "../testing.ts";
import { isClear, LineScopes } from "./line_scopes.ts";

const PADDING = { top: 40, right: 20, bottom: 20, left: 20 };
const GRAPH = graphOf("p p/a p/b c", "a>b a>c c>c", { nodes: { p: { padding: PADDING } } });
const BOXES = new Map(Object.entries({
  p: { x: 0, y: 0, width: 300, height: 240 },
  a: { x: 20, y: 40, width: 100, height: 40 },
  b: { x: 20, y: 160, width: 100, height: 40 },
  c: { x: 400, y: 40, width: 100, height: 40 },
}));
const SCOPES = new LineScopes(GRAPH, BOXES);
const INSIDE = SCOPES.of(1, 2);

function at(x: number, y: number) {
  return { x, y, width: 60, height: 20 };
}

Deno.test("isClear() wants labels off boxes, titles and the borders of containers", () => {
  assert(isClear(INSIDE, at(200, 100)));
  assert(isClear(INSIDE, at(320, 100)));
  for (const label of [at(100, 50), at(100, 10), at(280, 100)]) assert(!isClear(INSIDE, label));
});

Deno.test("LineScopes.of() holds the room of loops, but not for the loops themselves", () => {
  assert(!isClear(SCOPES.of(1, 3), at(502, 50)));
  assert(isClear(SCOPES.of(3, 3), at(502, 50)));
});

Deno.test("LineScopes.of() is the same for lines in the same containers", () => {
  assertEquals(SCOPES.of(2, 1) === INSIDE, true);
});
