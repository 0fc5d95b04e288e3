import { assert, assertEquals } from "@std/assert";
import { assignLayers } from "./layering/assign_layers.ts";
import { backEdges } from "./layering/back_edges.ts";
import { cutIntoBlocks } from "./cut_into_blocks.ts";
import type { LevelGraph } from "./graph/level.ts";
import { layoutLevel } from "./layout_level.ts";
import { NO_ROOM, settingsOf } from "./options.ts";
import { levelOf, onBorder } from "./testing.ts";

const SETTINGS = settingsOf({ lines: "upright", dense: 1.3, blocks: 0.5 });
const FRAME = { padding: NO_ROOM, least: { width: 0, height: 0 } };
const LARGE = { width: 700, height: 500 };

function cut(level: LevelGraph, share = 0.5) {
  const whole = layoutLevel(level, assignLayers(level, backEdges(level)), FRAME, SETTINGS);
  return { whole, found: cutIntoBlocks(level, FRAME, whole, { aspect: 1.3, far: 0.3, share }, SETTINGS) };
}

Deno.test("cutIntoBlocks() puts a chain beside a large node, and leaves out the edge between them", () => {
  const { whole, found } = cut(levelOf(6, "0>1 1>2 2>3 3>4 4>5", { nodes: { 5: LARGE } }));
  assertEquals([...found!.of], [0, 0, 0, 0, 0, 1]);
  assertEquals(found!.cut, [4]);
  assert(found!.framed.height < 0.7 * whole.height);
});

Deno.test("cutIntoBlocks() keeps levels of small nodes whole, and those of which too many edges would be cut", () => {
  assertEquals(cut(levelOf(6, "0>1 1>2 2>3 3>4 4>5")).found, undefined);
  const level = levelOf(6, "0>1 1>2 2>3 3>4 4>5", { nodes: { 5: LARGE } });
  assertEquals(cut(level, 0.1).found, undefined);
});

Deno.test("cutIntoBlocks() puts the nodes above and below a large one together, and the large one apart", () => {
  const level = levelOf(7, "0>1 1>2 2>3 3>4 4>5 5>6 4>0 6>1", { nodes: { 3: { width: 1200, height: 700 } } });
  const { whole, found } = cut(level);
  assertEquals([...found!.of], [0, 0, 0, 1, 0, 0, 0]);
  assertEquals(found!.cut, [2, 3]);
  assert(found!.framed.height < 0.8 * whole.height);
});

Deno.test("cutIntoBlocks() leaves out the edges from the border where they lead to several blocks", () => {
  const level = levelOf(8, "0>1 1>2 2>3 3>4 4>5 6>1 7>5", {
    nodes: { 5: LARGE, 6: onBorder("top"), 7: onBorder("top") },
  });
  const { found } = cut(level);
  assertEquals(found!.cut, [4, 5, 6]);
  assertEquals(found!.framed.x.length, 6);
});
