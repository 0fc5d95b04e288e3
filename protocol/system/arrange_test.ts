import { assert, assertEquals } from "@std/assert";
import { NO_ARRANGEMENT } from "../arrangement/arrangement.ts";
import { completeArrangement } from "../arrangement/arranged_style.ts";
import type { JsonObject } from "../json/value.ts";
import { KINDS } from "../kinds.ts";
import { SYSTEM_KIND } from "./kind.ts";

const SHOP: JsonObject = {
  settings: { namespace: "Shop", name: "Shop" },
  members: [{ path: "order.smdf.json" }, { path: "cart.smdf.json" }, { path: "data.erdf.json" }],
  actors: [{ name: "Buyer", kind: "human" }],
};
const LINKS = [{ from: "order.smdf.json", to: "data.erdf.json", text: "2 states" }];

Deno.test("Pictures.arrange() keeps cards where they were put, and finds places for the others", () => {
  const pictures = KINDS.named(SYSTEM_KIND.kind)?.content?.pictures;
  assert(pictures?.arrange);
  const arrangement = { ...NO_ARRANGEMENT, places: { "data.erdf.json": { x: -300, y: 500 } } };
  const { boxes, lines } = pictures.arrange(SHOP, { arrangement, links: LINKS });
  const data = boxes.get("member data.erdf.json");
  assertEquals([data?.x, data?.y], [-300, 500]);
  assertEquals([boxes.size, lines.length], [4, 1]);
  const isLevel = ({ points }: (typeof lines)[number]) =>
    points.every(({ x, y }, at) => at === 0 || x === points[at - 1]?.x || y === points[at - 1]?.y);
  assert(lines.every(isLevel));
  const complete = completeArrangement(pictures, SHOP, arrangement, { links: LINKS });
  assertEquals(completeArrangement(pictures, SHOP, complete, { links: LINKS }), complete);
});
