import { assert, assertEquals } from "@std/assert";
import { completeArrangement } from "../arrangement/arranged_style.ts";
import { type Arrangement, NO_ARRANGEMENT, pictureIn } from "../arrangement/arrangement.ts";
import type { JsonObject } from "../json/value.ts";
import { ERD_KIND } from "./kind.ts";
import { KINDS } from "../kinds.ts";

const STYLE = {
  theme: "light",
  title: undefined,
  active: new Set<string>(),
  actions: false,
  view: "tree",
  columns: undefined,
} as const;

/** Entities that refer to each other, with some more. */
function shop(count: number, more: readonly string[] = []): JsonObject {
  const names = [...Array.from({ length: count }, (_, at) => `E${at}`), ...more];
  return {
    settings: { namespace: "n", name: "Shop" },
    entities: names.map((name) => ({
      name,
      attributes: [{ name: "id", type: "int", key: true }, { name: "word", type: "string" }],
    })),
    relationships: names.flatMap((to, at) =>
      at === 0
        ? []
        : [{ from: `E${at < count ? (at * 7) % at : count - 1}`, to, cardinality: "1:N", label: "has" }]
    ),
  };
}

function picturesOf() {
  const pictures = KINDS.named(ERD_KIND.kind)?.content?.pictures;
  if (!pictures) throw new Error("Entity models have pictures.");
  return pictures;
}

function changed(before: Arrangement, after: Arrangement, notation: string | undefined): string[] {
  const [old, now] = [pictureIn(before, notation), pictureIn(after, notation)];
  const texts = new Set(now.lines.map((line) => JSON.stringify(line)));
  return [
    ...Object.entries(old.places).flatMap(([key, { x, y }]) =>
      now.places[key]?.x === x && now.places[key]?.y === y ? [] : [key]
    ),
    ...old.lines.flatMap((line) => texts.has(JSON.stringify(line)) ? [] : [`${line.from} to ${line.to}`]),
  ];
}

for (const notation of [undefined, "chen"]) {
  Deno.test(`completeArrangement() leaves entities and lines where they are, in ${notation ?? "crow's foot"}`, () => {
    const pictures = picturesOf();
    const before = completeArrangement(pictures, shop(20), NO_ARRANGEMENT, { notation });
    assertEquals(
      changed(before, completeArrangement(pictures, shop(20), before, { notation }), notation),
      [],
    );
    const after = completeArrangement(pictures, shop(20, ["New"]), before, { notation });
    assert("New" in pictureIn(after, notation).places);
    const moved = changed(before, after, notation);
    assert(moved.length <= 2, `${moved}`);
  });
}

Deno.test("Pictures.svg() draws entities where each notation keeps them", () => {
  const pictures = picturesOf();
  const arrangement: Arrangement = {
    ...NO_ARRANGEMENT,
    places: { E0: { x: 400, y: 300 } },
    notations: { chen: { places: { E0: { x: -200, y: 50 } }, lines: [] } },
  };
  const boxesIn = (notation: string) =>
    pictures.arrange?.(shop(2), { arrangement, notation }).boxes ?? new Map();
  const foot = boxesIn("crowsfoot").get("E0");
  assertEquals([foot?.x, foot?.y], [400, 300]);
  const chen = boxesIn("chen").get("entity E0");
  assertEquals([chen?.x, chen?.y], [-200, 50]);
  assert(pictures.svg(shop(2), { ...STYLE, arrangement }) !== pictures.svg(shop(2), STYLE));
});
