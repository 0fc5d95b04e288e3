import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { columnsOfLanes, lanesAbreast, placeLanes } from "./lanes.ts";

Deno.test("placeLanes() puts a lane right of all that stands in its rows", () => {
  const columns = placeLanes([{ key: "a", top: 1, bottom: 3 }], [50, 4, 9, 6, 60], 80);
  assertEquals([...columns], [["a", 11]]);
});

Deno.test("placeLanes() puts short lanes inside of long ones", () => {
  const columns = placeLanes(
    [{ key: "long", top: 0, bottom: 5 }, { key: "short", top: 1, bottom: 2 }],
    [3],
    80,
  );
  assertEquals([...columns], [["short", 2], ["long", 5]]);
});

Deno.test("placeLanes() uses a column twice where a row lies between", () => {
  const lanes = [{ key: "a", top: 0, bottom: 1 }, { key: "b", top: 3, bottom: 4 }, {
    key: "c",
    top: 2,
    bottom: 3,
  }];
  assertEquals(placeLanes(lanes, [], 80), new Map([["a", 2], ["c", 4], ["b", 2]]));
});

Deno.test("placeLanes() leaves out what finds no column up to the limit", () => {
  const lanes = [{ key: "a", top: 0, bottom: 1 }, { key: "b", top: 0, bottom: 2 }];
  assertEquals([...placeLanes(lanes, [6], 9)], [["a", 8]]);
});

Deno.test("placeLanes() keeps lanes in the same rows two columns apart, at most eight of them", () => {
  const lane = fc.record({ top: fc.nat(30), rows: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(lane, { maxLength: 40 }), (drawn) => {
      const lanes = drawn.map(({ top, rows }, key) => ({ key, top, bottom: top + rows }));
      const columns = placeLanes(lanes, [], 200);
      const placed = lanes.filter(({ key }) => columns.has(key));
      for (const a of placed) {
        for (const b of placed) {
          if (a.key >= b.key || a.top > b.bottom || b.top > a.bottom) continue;
          assert(Math.abs((columns.get(a.key) ?? NaN) - (columns.get(b.key) ?? NaN)) >= 2);
        }
      }
      assert(lanesAbreast(placed) <= 8);
      if (lanesAbreast(lanes) <= 8) assertEquals(placed.length, lanes.length);
    }),
    { seed: 5 },
  );
});

Deno.test("lanesAbreast() counts the lanes in the fullest row", () => {
  assertEquals(lanesAbreast([]), 0);
  assertEquals(
    lanesAbreast([{ key: 1, top: 0, bottom: 2 }, { key: 2, top: 2, bottom: 4 }, {
      key: 3,
      top: 3,
      bottom: 3,
    }]),
    2,
  );
});

Deno.test("columnsOfLanes() is the room that lanes take", () => {
  assertEquals([0, 1, 2, 3, 100].map(columnsOfLanes), [0, 2, 4, 6, 16]);
});
