import { assertEquals } from "@std/assert";
import { idsOf, keysOf, placesById, placesInside } from "./element_keys.ts";

const element = (id: string, ...names: string[]) => ({ id, names });
const at = (x: number) => ({ x, y: 0 });

Deno.test("keysOf() tells elements with equal names apart", () => {
  const all = [element("1", "A"), element("2", "A", "S"), element("3", "B", "S"), element("4", "B", "S")];
  assertEquals(keysOf(all), ["A", "A/S", "B/S", "B/S#2"]);
});

Deno.test("placesById() finds elements by their key, by all their names, and the first by its own name", () => {
  const all = [element("1", "A", "S"), element("2", "B", "S"), element("3", "B", "T")];
  const idsAndXs = (places: Record<string, { x: number; y: number }>) =>
    [...placesById(all, places)].map(([id, { x }]) => [id, x]);
  assertEquals(idsAndXs({ "A/S": at(1), "B/S": at(2), T: at(3) }), [["1", 1], ["2", 2], ["3", 3]]);
  assertEquals(idsAndXs({ S: at(1) }), [["1", 1]]);
  assertEquals(idsAndXs({ "B/T": at(1), gone: at(2) }), [["3", 1]]);
});

Deno.test("idsOf() leaves out keys that mean nothing", () => {
  assertEquals(idsOf([element("1", "A"), element("2", "__proto__")], ["gone", "toString", "__proto__"]), [
    "2",
  ]);
});

Deno.test("placesInside() moves what an element holds, at any depth, and nothing else", () => {
  const all = [
    element("1", "A"),
    element("2", "A", "B"),
    element("3", "A", "B", "C"),
    element("4", "D", "B"),
  ];
  const places = { A: at(1), "A/B": at(2), C: at(3), "D/B": at(4) };
  assertEquals([...placesInside(all, places, "1", { x: 10, y: 5 })], [
    ["2", { x: 12, y: 5 }],
    ["3", { x: 13, y: 5 }],
  ]);
  assertEquals(placesInside(all, places, "3", { x: 10, y: 5 }).size, 0);
});
