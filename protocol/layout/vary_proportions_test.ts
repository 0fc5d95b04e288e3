import { assertEquals } from "@std/assert";
import { type Proportions, varyProportions } from "./vary_proportions.ts";

const SIZE = { width: 10, height: 10 };
const GRAPH = {
  nodes: [
    { id: "small", ...SIZE },
    { id: "large", ...SIZE },
    { id: "a", parent: "small", ...SIZE },
    { id: "b", parent: "large", ...SIZE },
  ],
  edges: [],
};
const square = (side: number) => ({ x: 0, y: 0, width: side, height: side });
const BOXES = new Map([["small", square(20)], ["large", square(80)], ["a", square(10)], ["b", square(10)]]);

/** Varies a drawing of cost 100 that costs less where a container has a wanted factor: the cost, and what was tried. */
function varied(wanted: Proportions, share: number): { cost: number; tried: string[] } {
  const tried: string[] = [];
  const layout = { nodes: BOXES, edges: new Map<string, never>(), width: 100, height: 100 };
  const first = { layout, direction: "down", cost: 100 } as const;
  const { cost } = varyProportions(GRAPH, first, share, (proportions, most) => {
    tried.push([...proportions].map(([id, by]) => `${id ?? "all"} ${by}`).join(", "));
    const cost = 100 - 10 * [...wanted].filter(([id, by]) => proportions.get(id) === by).length;
    return cost < most ? { ...first, cost } : undefined;
  });
  return { cost, tried };
}

Deno.test("varyProportions() keeps the factors that cost less, together", () => {
  const { cost, tried } = varied(new Map([["large", 0.3], ["small", 3]]), 0.01);
  assertEquals(cost, 80);
  assertEquals(tried, [
    "all 3",
    "all 0.3",
    "large 3",
    "large 0.3",
    "large 0.3, small 3",
    "large 0.3, small 0.3",
  ]);
});

Deno.test("varyProportions() leaves small containers and boxes without content as they are", () => {
  const { cost, tried } = varied(new Map([["small", 3], ["a", 3]]), 0.2);
  assertEquals(cost, 100);
  assertEquals(tried, ["all 3", "all 0.3", "large 3", "large 0.3"]);
});
