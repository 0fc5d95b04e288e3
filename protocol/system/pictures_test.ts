import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { overlaps } from "../geometry/box.ts";
import { levelCrossings } from "../geometry/line_crossings.ts";
import { fitOf } from "../picture/fit.ts";
import { renderSystemAscii } from "./ascii.ts";
import { drawSystemMap } from "./draw/draw_map.ts";
import { renderMermaidSystem } from "./mermaid.ts";
import { renderSystemSvg } from "./svg/render_svg.ts";
import type { SystemDefinition } from "./types.ts";

const SHOP: SystemDefinition = {
  settings: { namespace: "Shop", name: "Shop" },
  members: [{ path: "order.smdf.json", notes: "Core" }, { path: "shop.erdf.json" }, { path: "x.md" }],
  actors: [{ name: 'The "Bot"', kind: "agent", description: "Buys" }],
};

Deno.test("the map has a card for each member and a pill for each actor, and none overlap", () => {
  const many = {
    ...SHOP,
    members: Array.from({ length: 30 }, (_, at) => ({ path: `m${at}.${at % 2 ? "smdf" : "sqdf"}.json` })),
    actors: Array.from({ length: 20 }, (_, at) => ({ name: `Actor number ${at}`, kind: "person" as const })),
  };
  const { cards, actors } = drawSystemMap(many);
  assertEquals([cards.length, actors.length], [30, 20]);
  const boxes = [...cards, ...actors].map(({ box }) => box);
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y ||
        b.y + b.height <= a.y;
      assertEquals(apart, true);
    }
  }
});

Deno.test("the map gives a kind several columns in a wide space, or where it would be a ribbon, and none overlap", () => {
  const members = Array.from(
    { length: 30 },
    (_, at) => ({ path: `m${at}.${at % 2 ? "smdf" : "sqdf"}.json` }),
  );
  const few = drawSystemMap({ ...SHOP, members: members.slice(0, 8) });
  assertEquals(new Set(few.cards.map(({ box }) => box.x)).size, 2);
  const many = drawSystemMap({ ...SHOP, members });
  assert(many.height < 1.2 * many.width, `${many.width} by ${many.height}`);
  const wide = drawSystemMap({ ...SHOP, members }, [], fitOf("2:1"));
  assert(wide.width / wide.height > 1.4);
  const boxes = [...wide.cards, ...wide.actors].map(({ box }) => box);
  boxes.forEach((box, at) => boxes.slice(at + 1).forEach((other) => assert(!overlaps(box, other))));
});

Deno.test("the SVG names members and actors, and draws any document", () => {
  const svg = renderSystemSvg(SHOP, { active: new Set(["order.smdf.json"]) });
  for (const part of ['data-member="x.md"', "Notes: Core", "3 members · 1 actor", "&quot;Bot&quot;"]) {
    assertStringIncludes(svg, part);
  }
  const broken: SystemDefinition = JSON.parse('{ "members": [null, { "path": 3 }], "actors": "none" }');
  assertStringIncludes(renderSystemSvg(broken), "No members.");
});

Deno.test("the drawing in characters lists members by kind, then actors", () => {
  assertEquals(
    renderSystemAscii(SHOP, new Set(["shop.erdf.json"])),
    `data
└─ shop.erdf.json ◀
machines
└─ order.smdf.json  Core
other
└─ x.md
actors
└─ The "Bot"  agent · Buys`,
  );
});

Deno.test("the Mermaid flowchart groups members by kind, and escapes names", () => {
  assertEquals(
    renderMermaidSystem(SHOP),
    `flowchart LR
    subgraph erd["data"]
        m1["shop"]
    end
    subgraph machine["machines"]
        m0["order"]
    end
    subgraph actors["actors"]
        a0(["The #quot;Bot#quot; · agent"])
    end`,
  );
});

/** Four machines and four scenarios around one diagram, each with links to some of the others. */
const LINKED: SystemDefinition = {
  settings: { namespace: "Shop", name: "Shop" },
  members: [
    { path: "shop.erdf.json" },
    ...[0, 1, 2, 3].flatMap((at) => [{ path: `m${at}.smdf.json` }, { path: `s${at}.sqdf.json` }]),
  ],
};
const LINKS = [0, 1, 2, 3].flatMap((at) => [
  { from: `m${at}.smdf.json`, to: "shop.erdf.json", text: "1 class, 1 stored state" },
  { from: `s${at}.sqdf.json`, to: "shop.erdf.json", text: "2 held entities" },
  { from: `s${at}.sqdf.json`, to: `m${(at + 1) % 4}.smdf.json`, text: `${at} events` },
  { from: `s${at}.sqdf.json`, to: `m${(at + 3) % 4}.smdf.json`, text: "1 event" },
]);

Deno.test("lines of links join their cards, and cross no card, no heading and no line from another card along its length", () => {
  const { links, cards, headings } = drawSystemMap(LINKED, LINKS);
  assertEquals(links.length, LINKS.length);
  const boxes = [
    ...cards.map(({ box }) => box),
    ...headings.map(({ x, y, width, size }) => ({ x, y: y - size, width, height: size })),
  ];
  const legs = links.flatMap(({ points }, line) =>
    points.slice(1).map((to, at) => {
      const from = points[at] ?? to;
      const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      return { line, x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    })
  );
  for (const leg of legs) {
    for (const box of boxes) {
      const isInside = leg.x < box.x + box.width && box.x < leg.x + leg.width &&
        leg.y < box.y + box.height && box.y < leg.y + leg.height;
      const isAcross = (leg.width === 0 && leg.x > box.x && leg.x < box.x + box.width &&
        leg.y < box.y + box.height && box.y < leg.y + leg.height) ||
        (leg.height === 0 && leg.y > box.y && leg.y < box.y + box.height && leg.x < box.x + box.width &&
          box.x < leg.x + leg.width);
      assertEquals(isInside || isAcross, false, JSON.stringify([leg, box]));
    }
    for (const other of legs) {
      if (other.line <= leg.line || links[leg.line]!.from === links[other.line]!.from) continue;
      const isVertical = leg.width === 0 && other.width === 0 && leg.x === other.x &&
        leg.y < other.y + other.height && other.y < leg.y + leg.height;
      const isHorizontal = leg.height === 0 && other.height === 0 && leg.y === other.y &&
        leg.x < other.x + other.width && other.x < leg.x + leg.width;
      assertEquals(isVertical || isHorizontal, false, JSON.stringify([leg, other]));
    }
  }
  for (const { links } of cards) for (const { text, full } of links) assertEquals(text, full);
});

Deno.test("links from one card over a column share a line that branches", () => {
  const { links, cards } = drawSystemMap(LINKED, LINKS);
  const top = Math.min(...cards.map(({ box }) => box.y));
  const over = links.filter(({ points }) => points.some(({ y }) => y < top));
  assertEquals(over.map(({ to }) => to).toSorted(), [0, 1, 2, 3].map((at) => `s${at}.sqdf.json`));
  assertEquals(new Set(over.map(({ points }) => JSON.stringify(points.slice(2, 4)))).size, 1);
  assertEquals(new Set(over.map(({ points }) => points.at(-1)?.y)).size, over.length);
});

Deno.test("lines that pass over a column do not cross those to its cards", () => {
  const paths = ["data.erdf.json", "a.smdf.json", "b.smdf.json", "c.sqdf.json", "d.sqdf.json"];
  const links = paths.slice(1).map((to) => ({ from: "data.erdf.json", to, text: "1 class" }));
  const map = drawSystemMap({ ...SHOP, members: paths.map((path) => ({ path })) }, links);
  assertEquals(map.links.map(({ to }) => to), ["c.sqdf.json", "d.sqdf.json", "a.smdf.json", "b.smdf.json"]);
  assertEquals(levelCrossings(map.links.map(({ points }) => points)).flat(), []);
});

Deno.test("all pictures tell the links of each pair", () => {
  const links = [{ from: "order.smdf.json", to: "shop.erdf.json", text: "1 class, 2 read fields" }];
  const svg = renderSystemSvg(SHOP, { links });
  assertStringIncludes(svg, 'data-from="shop.erdf.json" data-to="order.smdf.json"');
  assertStringIncludes(svg, ">order: 1 class, 2 read fields<");
  assertStringIncludes(renderMermaidSystem(SHOP, links), 'm0 ---|"1 class, 2 read fields"| m1');
  assertStringIncludes(
    renderSystemAscii(SHOP, undefined, undefined, links),
    "links\n└─ order.smdf.json ─ shop.erdf.json  1 class, 2 read fields",
  );
});

/** A diagram, eight machines, and sixteen scenarios that each ask for one machine, from the last to the first. */
const TURNED = {
  members: [
    { path: "shop.erdf.json" },
    ...Array.from({ length: 8 }, (_, at) => ({ path: `m${at}.smdf.json` })),
    ...Array.from({ length: 16 }, (_, at) => ({ path: `s${at}.sqdf.json` })),
  ],
  links: Array.from({ length: 16 }, (_, at) => [
    { from: `s${at}.sqdf.json`, to: `m${(23 - at) % 8}.smdf.json`, text: "1 event" },
    ...(at % 4 === 0 ? [{ from: `s${at}.sqdf.json`, to: "shop.erdf.json", text: "1 held entity" }] : []),
  ]).flat(),
};

Deno.test("members stand in an order that lets few links cross", () => {
  const { links } = drawSystemMap({ ...SHOP, members: TURNED.members }, TURNED.links);
  const crossings = levelCrossings(links.map(({ points }) => points)).flat().length;
  // 162 in the order of the document, with channels in that of the links.
  assert(crossings <= 30, `${crossings}`);
});

Deno.test("members keep their order where no other saves a crossing", () => {
  const paths = ["b.smdf.json", "a.smdf.json", "d.sqdf.json", "c.sqdf.json"];
  const members = paths.map((path) => ({ path }));
  const links = [["b.smdf.json", "d.sqdf.json"], ["a.smdf.json", "c.sqdf.json"]].map(([from, to]) => ({
    from: from!,
    to: to!,
    text: "1 event",
  }));
  assertEquals(drawSystemMap({ ...SHOP, members }).cards.map(({ path }) => path), paths);
  assertEquals(drawSystemMap({ ...SHOP, members }, links).cards.map(({ path }) => path), paths);
});

Deno.test("the SVG has a dot where a link leaves a shared line", () => {
  const dots = (svg: string) => svg.match(/<circle/g)?.length ?? 0;
  assertEquals(dots(renderSystemSvg(SHOP)), 0);
  // Of four links that share a line, three leave it before its end, on both sides.
  assertEquals(dots(renderSystemSvg(LINKED, { links: LINKS })), 6);
});
