import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  arrangementText,
  NO_ARRANGEMENT,
  patchArrangement,
  pictureIn,
  readArrangement,
  withPicture,
} from "./arrangement.ts";

const SEED = 20;
const names = fc.string({ maxLength: 6 });
const coordinates = fc.integer({ min: -1000, max: 1000 });
const places = fc.dictionary(
  names,
  fc.record({ x: coordinates, y: coordinates, width: fc.integer({ min: 1, max: 500 }) }, {
    requiredKeys: ["x", "y"],
  }),
);

Deno.test("readArrangement() takes any value, and gives back what was written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = readArrangement(value);
      assertEquals(readArrangement(JSON.parse(arrangementText(read))), read);
    }),
    { seed: SEED },
  );
  fc.assert(
    fc.property(places, places, fc.uniqueArray(names), (here, there, collapsed) => {
      const value = readArrangement({ places: here, notations: { chen: { places: there } }, collapsed });
      assertEquals(pictureIn(value, undefined).places, here);
      assertEquals(pictureIn(value, "chen").places, there);
      assertEquals(readArrangement(JSON.parse(arrangementText(value))), value);
    }),
    { seed: SEED },
  );
});

const LINE = { from: "A", to: "B", points: [{ x: 0, y: 0 }, { x: 0, y: 9 }] };
const LINE_TEXT = { from: "A", to: "B", points: [[0, 0], [0, 9]] };

Deno.test("readArrangement() leaves out what makes no sense, member by member", () => {
  const read = readArrangement({
    version: 9,
    direction: "up",
    fit: "wide",
    collapsed: ["A", 1, "A"],
    places: { A: { x: 1, y: 2, width: -1, height: 5 }, B: { x: 1e9, y: 0 }, C: null, D: { x: 1 } },
    lines: [LINE_TEXT, { ...LINE_TEXT, points: [[0, 0]] }, { ...LINE_TEXT, from: 1 }, {
      ...LINE_TEXT,
      points: [["0", 0], [1, 1]],
    }],
    notations: { chen: 7 },
    theme: "dark",
  });
  const places = { A: { x: 1, y: 2, height: 5 } };
  assertEquals(read, { collapsed: ["A"], places, lines: [LINE], notations: {}, unknown: { theme: "dark" } });
});

Deno.test("arrangementText() keeps members that mean nothing here", () => {
  const read = readArrangement({ places: {}, theme: "dark", grid: { size: 8 } });
  const text = arrangementText(patchArrangement(read, { places: { A: { x: 1, y: 2 } } }));
  assertEquals(JSON.parse(text), {
    version: 1,
    places: { A: { x: 1, y: 2 } },
    theme: "dark",
    grid: { size: 8 },
  });
});

Deno.test("arrangementText() keeps members of places that mean nothing here, also of places that change", () => {
  const file = {
    places: { A: { x: 1, y: 2, locked: true, tags: ["a"] }, B: { x: 5, y: 6, unknown: 1 } },
    notations: { chen: { places: { A: { x: 3, y: 4, color: "red" } } } },
  };
  const read = readArrangement(file);
  // Messages name them as such.
  assertEquals(readArrangement(JSON.parse(JSON.stringify(read))), read);
  const moved = patchArrangement(read, { places: { A: { x: 7, y: 8 }, C: { x: 0, y: 0 } } });
  const after = JSON.parse(
    arrangementText(patchArrangement(moved, { notation: "chen", places: { A: { x: 9, y: 9 } } })),
  );
  assertEquals(after.places, {
    A: { x: 7, y: 8, locked: true, tags: ["a"] },
    B: { x: 5, y: 6 },
    C: { x: 0, y: 0 },
  });
  assertEquals(after.notations.chen.places, { A: { x: 9, y: 9, color: "red" } });
});

Deno.test("readArrangement() takes lines as files write them and as messages do", () => {
  const label = { x: 1, y: 2, width: 3, height: 4 };
  const value = { ...NO_ARRANGEMENT, lines: [{ ...LINE, label }] };
  assertEquals(readArrangement(JSON.parse(JSON.stringify(value))), value);
  assertEquals(readArrangement(JSON.parse(arrangementText(value))), value);
});

Deno.test("arrangementText() has a line for each place, sorted by key, and for each line", () => {
  const value = {
    ...NO_ARRANGEMENT,
    fit: "16:9",
    lines: [{ ...LINE, label: { x: 1, y: 2, width: 3, height: 4 } }],
    places: { B: { x: 1, y: 2 }, A: { x: 3, y: 4, width: 5 } },
  };
  assertEquals(
    arrangementText(value),
    `{
  "version": 1,
  "fit": "16:9",
  "places": {
    "A": { "x": 3, "y": 4, "width": 5 },
    "B": { "x": 1, "y": 2 }
  },
  "lines": [
    {"from":"A","to":"B","points":[[0,0],[0,9]],"label":[1,2,3,4]}
  ]
}
`,
  );
});

Deno.test("withPicture() drops a notation that keeps nothing", () => {
  const value = withPicture(NO_ARRANGEMENT, "chen", { places: { A: { x: 0, y: 0 } }, lines: [] });
  assertEquals(withPicture(value, "chen", { places: {}, lines: [] }), NO_ARRANGEMENT);
});
