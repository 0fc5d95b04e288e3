import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Arrangement, NO_ARRANGEMENT, pictureIn, readArrangement } from "./arrangement.ts";
import { LoomError } from "../error.ts";
import { overlaps } from "../geometry/box.ts";
import type { JsonObject } from "../json/value.ts";
import type { PictureLink, Pictures, PictureStyle } from "../kind.ts";
import { KINDS } from "../kinds.ts";
import { documents } from "../machine/_arbitrary.ts";
import { completeArrangement, renewedArrangement } from "./arranged_style.ts";

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

Deno.test("renewedArrangement() keeps members of places that mean nothing here", () => {
  const old = readArrangement({ places: { S0: { x: 900, y: 900, locked: true } } });
  const { places } = renewedArrangement(picturesOf("machine"), chain(3), old, {});
  assertEquals([places.S0?.unknown, places.S1?.unknown], [{ locked: true }, undefined]);
  assertNotEquals(places.S0?.x, 900);
});

/** Documents of kinds and notations with kept boxes at random places, some of them on top of each other. */
const KEPT: readonly (readonly [kind: string, notation: string | undefined])[] = [
  ["erd", undefined],
  ["erd", "chen"],
  ["system", undefined],
];

for (const [kind, notation] of KEPT) {
  Deno.test(
    `Pictures.arrange() keeps other boxes apart from those that were put somewhere, in ${kind} ${
      notation ?? ""
    }`.trim(),
    () => {
      const pictures = picturesOf(kind);
      const coordinate = fc.integer({ min: -600, max: 900 });
      const put = fc.dictionary(
        fc.constantFrom("E0", "E1", "E2", "E3", "e0.erdf.json", "m1.smdf.json", "m2.smdf.json", "Ann"),
        fc.record({ x: coordinate, y: coordinate }),
      );
      const pairs = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 6 });
      fc.assert(
        fc.property(put, pairs, (places, joined) => {
          const [document, links] = kind === "erd" ? [modelOf(joined), []] : systemOf(joined);
          const picture = { places, lines: [] };
          const arrangement = notation === undefined
            ? { ...NO_ARRANGEMENT, ...picture }
            : { ...NO_ARRANGEMENT, notations: { [notation]: picture } };
          const { boxes = new Map() } = pictures.arrange?.(document, { arrangement, notation, links }) ?? {};
          const all = [...boxes];
          // Overlapping boxes stay as the user placed them.
          const isPut = (id: string) => Object.keys(places).some((key) => ` ${id}`.endsWith(` ${key}`));
          const overlapping = all.flatMap(([one, a], at) =>
            all.slice(at + 1).flatMap(([other, b]) =>
              overlaps(a, b) && !(isPut(one) && isPut(other)) ? [`${one} and ${other}`] : []
            )
          );
          assertEquals(overlapping, []);
          const svg = pictures.svg(document, { ...STYLE, arrangement, notation, links });
          assertEquals(/NaN|Infinity|undefined/.exec(svg), null);
          const complete = (old: Arrangement) =>
            completeArrangement(pictures, document, old, { notation, links });
          const first = complete(arrangement);
          assertEquals(pictureIn(complete(first), notation).places, pictureIn(first, notation).places);
        }),
        { seed: 20, numRuns: 60 },
      );
    },
  );
}

/** A model of four entities; one has many attributes. */
function modelOf(pairs: readonly (readonly [number, number])[]): JsonObject {
  const entities = Array.from({ length: 4 }, (_, at) => ({
    name: `E${at}`,
    attributes: Array.from({ length: at === 1 ? 9 : 2 }, (_, index) => ({ name: `a${index}`, type: "int" })),
  }));
  const relationships = pairs.map(([from, to]) => ({
    from: `E${from}`,
    to: `E${to}`,
    cardinality: "1:N",
    label: "has",
  }));
  return { settings: { name: "Model" }, entities, relationships };
}

/** A system of four members and an actor, with links. */
function systemOf(pairs: readonly (readonly [number, number])[]): [JsonObject, PictureLink[]] {
  const paths = ["e0.erdf.json", "m1.smdf.json", "m2.smdf.json", "s3.sqdf.json"];
  const members = paths.map((path) => ({ path }));
  const links = pairs.flatMap(([one, other]) => {
    const [from, to] = [paths[one], paths[other]];
    return one < other && from && to ? [{ from, to, text: "2 events" }] : [];
  });
  return [{ settings: { name: "All" }, members, actors: [{ name: "Ann", kind: "human" }] }, links];
}

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
