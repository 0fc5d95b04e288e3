import { assertEquals, assertStringIncludes } from "@std/assert";
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
