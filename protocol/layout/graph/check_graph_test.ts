import { assertEquals, assertThrows } from "@std/assert";
import { checkBoxes, checkGraph } from "./check_graph.ts";
import type { LayoutGraph } from "./graph.ts";
import { LayoutError } from "./hierarchy.ts";
import { graphOf } from "../testing.ts";
import { LAYOUT_DEFAULTS, NO_ROOM } from "../options.ts";

function refusalOfSizes(graph: LayoutGraph): string {
  return assertThrows(() => checkGraph(graph, LAYOUT_DEFAULTS), LayoutError).message;
}

const WANTED = "give a finite number that is 0 or more";

Deno.test("checkGraph() refuses sizes that are none", () => {
  assertEquals(
    [{ width: NaN }, { width: -1 }, { height: Infinity }].map((size) =>
      refusalOfSizes(graphOf("a", "", { nodes: { a: size } }))
    ),
    [
      `Cannot arrange node "a": its width is NaN, ${WANTED}.`,
      `Cannot arrange node "a": its width is -1, ${WANTED}.`,
      `Cannot arrange node "a": its height is Infinity, ${WANTED}.`,
    ],
  );
});

Deno.test("checkGraph() refuses labels, room and ports that are none", () => {
  const nodes = { a: { padding: { ...NO_ROOM, left: -1 } } };
  assertEquals(
    refusalOfSizes(graphOf("a", "", { nodes })),
    `Cannot arrange node "a": its padding at the left is -1, ${WANTED}.`,
  );
  const edges = { "a>a": { label: { width: 5, height: NaN } } };
  assertEquals(
    refusalOfSizes(graphOf("a", "a>a", { edges })),
    `Cannot arrange edge "a>a": its label height is NaN, ${WANTED}.`,
  );
  assertEquals(
    refusalOfSizes(graphOf("a", "a>a", { edges: { "a>a": { fromPort: NaN } } })),
    'Cannot arrange edge "a>a": its fromPort is NaN, give a finite number.',
  );
});

Deno.test("checkGraph() refuses distances that are none", () => {
  const settings = { ...LAYOUT_DEFAULTS, nodeGap: NaN };
  const error = assertThrows(() => checkGraph(graphOf("a"), settings), LayoutError);
  assertEquals(error.message, `Cannot arrange with nodeGap NaN: ${WANTED}.`);
});

Deno.test("checkGraph() takes sizes of nothing and ports beside the node", () => {
  const more = { nodes: { a: { width: 0, height: 0 } }, edges: { "a>a": { fromPort: -5, toPort: 500 } } };
  checkGraph(graphOf("a", "a>a", more), LAYOUT_DEFAULTS);
});

Deno.test("checkBoxes() refuses given boxes without a place", () => {
  const refused = [{ x: NaN }, { width: -1 }].map((wrong) => {
    const fixed = new Map([["a", { x: 0, y: 0, width: 1, height: 1, ...wrong }]]);
    return assertThrows(() => checkBoxes(fixed), LayoutError).message;
  });
  assertEquals(refused, [
    'Cannot arrange node "a": its given x is NaN, give a finite number.',
    `Cannot arrange node "a": its given width is -1, ${WANTED}.`,
  ]);
});
