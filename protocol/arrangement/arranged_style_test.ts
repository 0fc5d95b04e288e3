import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Arrangement, NO_ARRANGEMENT, readArrangement } from "./arrangement.ts";
import { LoomError } from "../error.ts";
import type { JsonObject } from "../json/value.ts";
import type { Pictures, PictureStyle } from "../kind.ts";
import { KINDS } from "../kinds.ts";
import { documents } from "../machine/_arbitrary.ts";
import { completeArrangement } from "./arranged_style.ts";

const STYLE: PictureStyle = {
  theme: "light",
  title: undefined,
  active: new Set(),
  actions: false,
  view: "tree",
  columns: undefined,
};

function picturesOf(kind: string): Pictures {
  const pictures = KINDS.named(kind)?.content?.pictures;
  if (!pictures) throw new Error(`There is no kind ${kind}.`);
  return pictures;
}

/** A machine whose states lead from one to the next, and some further. */
function chain(count: number, more: readonly JsonObject[] = []): JsonObject {
  const states = Array.from({ length: count }, (_, at) => ({
    name: `S${at}`,
    transitions: [at + 1, (at * 7 + 3) % count].filter((to) => to < count && to !== at).map((to) => ({
      event: `e${to}`,
      nextState: `S${to}`,
    })),
  }));
  return { settings: { namespace: "n" }, events: [], state: { name: "Root", states: [...states, ...more] } };
}

/** The number of lines of an arrangement that another one does not have. */
function redrawn(before: Arrangement, after: Arrangement): number {
  const texts = new Set(after.lines.map((line) => JSON.stringify(line)));
  return before.lines.filter((line) => !texts.has(JSON.stringify(line))).length;
}

function moved(before: Arrangement, after: Arrangement): string[] {
  return Object.entries(before.places).flatMap(([key, { x, y }]) =>
    after.places[key]?.x === x && after.places[key]?.y === y ? [] : [key]
  );
}

Deno.test("completeArrangement() moves at most two of 40 states when one is added", () => {
  const pictures = picturesOf("machine");
  const before = completeArrangement(pictures, chain(40), NO_ARRANGEMENT);
  assertEquals(Object.keys(before.places).length, 40);
  for (let target = 0; target < 40; target++) {
    const added = { name: "New", transitions: [{ event: "go", nextState: `S${target}` }] };
    const after = completeArrangement(pictures, chain(40, [added]), before);
    assert("New" in after.places);
    assert(moved(before, after).length <= 2, `New -> S${target} moves ${moved(before, after)}`);
    assert(redrawn(before, after) <= 4, `New -> S${target} redraws ${redrawn(before, after)} lines`);
  }
});

Deno.test("completeArrangement() changes nothing of an arrangement that is complete", () => {
  const pictures = picturesOf("machine");
  fc.assert(
    fc.property(documents(1), (document) => {
      const json = document as object as JsonObject;
      const first = completeArrangement(pictures, json, NO_ARRANGEMENT);
      assertEquals(moved(first, completeArrangement(pictures, json, first)), []);
    }),
    { seed: 20, numRuns: 50 },
  );
});

Deno.test("Pictures.svg() draws every machine with any arrangement, however old", () => {
  const pictures = picturesOf("machine");
  const names = fc.constantFrom("A", "B", "C", "Root", "A/B", "__proto__", "", "gone");
  const place = fc.record({ x: fc.double(), y: fc.integer(), width: fc.integer(), height: fc.double() });
  const file = fc.record({
    places: fc.dictionary(names, place),
    collapsed: fc.array(names),
    direction: fc.constantFrom("down", "right", "auto", 1),
    fit: fc.constantFrom("16:9", "", "a4", "-1"),
  }, { requiredKeys: [] });
  fc.assert(
    fc.property(documents(1), fc.oneof(file, fc.jsonValue()), (document, value) => {
      const json = document as object as JsonObject;
      const svg = pictures.svg(json, { ...STYLE, arrangement: readArrangement(value) });
      assert(svg.startsWith("<svg"));
    }),
    { seed: 20, numRuns: 60 },
  );
});

Deno.test("Pictures.svg() keeps places, direction and collapsed states, unless the style asks for others", () => {
  const pictures = picturesOf("machine");
  const inner = { name: "Outer", states: [{ name: "Inner" }] };
  const document = chain(2, [inner]);
  const arrangement = readArrangement({
    places: { S0: { x: 500, y: 0 }, S1: { x: 0, y: 0 } },
    collapsed: ["Outer"],
    direction: "right",
  });
  const svg = pictures.svg(document, { ...STYLE, arrangement });
  assert(!svg.includes('data-state="Inner"'));
  assertNotEquals(svg, pictures.svg(document, STYLE));
  assertEquals(
    pictures.svg(document, { ...STYLE, arrangement, part: { focus: "Inner" } }),
    pictures.svg(document, { ...STYLE, part: { focus: "Inner" } }),
  );
  assertEquals(
    pictures.svg(document, { ...STYLE, arrangement, direction: "down" }),
    pictures.svg(document, { ...STYLE, direction: "down", part: { collapse: ["Outer"] } }),
  );
});

Deno.test("Pictures.arrange() keeps apart states that grew beside each other", () => {
  const pictures = picturesOf("machine");
  const arrangement = readArrangement({ places: { S0: { x: 0, y: 0 }, S1: { x: 10, y: 5 } } });
  const boxes = pictures.arrange?.(chain(2), { arrangement }).boxes ?? new Map();
  const [first, second] = [boxes.get("S0"), boxes.get("S1")];
  assert(first && second);
  assert(second.x >= first.x + first.width || second.y >= first.y + first.height);
});

Deno.test("arrangedStyle() refuses a direction in which a kind or a notation cannot be drawn", () => {
  const cases: readonly [kind: string, notation: string | undefined, direction: "down" | "right"][] = [
    ["erd", undefined, "down"],
    ["erd", "chen", "right"],
    ["system", undefined, "down"],
    ["sequence", undefined, "right"],
  ];
  for (const [kind, notation, direction] of cases) {
    const pictures = picturesOf(kind);
    const document = KINDS.named(kind)?.content?.empty("Empty") ?? {};
    const draw = (way: "auto" | "down" | "right") =>
      pictures.svg(document, { ...STYLE, notation, direction: way });
    assertThrows(() => draw(direction), LoomError, `leave the direction ${direction} out`);
    assertEquals(draw("auto"), draw(direction === "down" ? "right" : "down"));
    const kept: Arrangement = { ...NO_ARRANGEMENT, direction };
    assertEquals(pictures.svg(document, { ...STYLE, notation, arrangement: kept }), draw("auto"));
  }
});
