import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { LoomError } from "../error.ts";
import type { JsonObject } from "../json/value.ts";
import type { DocumentElement, KindContent, PictureStyle } from "../kind.ts";
import { KINDS } from "../kinds.ts";
import { findingsOverlay, markedElements, versionOverlays } from "./element_marks.ts";
import { drawVersions } from "../arrangement/side_by_side.ts";

const STYLE: PictureStyle = {
  theme: "light",
  title: undefined,
  active: new Set(),
  actions: false,
  view: "tree",
  columns: undefined,
};

function contentOf(kind: string): KindContent {
  const content = KINDS.named(kind)?.content;
  if (!content) throw new Error(`There is no kind ${kind}.`);
  return content;
}

const element = (type: string, name: string, path: string): DocumentElement => ({
  type,
  name,
  path,
  text: name,
});

Deno.test("findingsOverlay() marks the innermost element around a place, errors first", () => {
  const elements = [element("state", "A", "/s"), element("state", "B", "/s/0")];
  const findings = [
    { severity: "warning", message: "w", path: "/s/0/notes" },
    { severity: "error", message: "e", path: "/s/1" },
    { severity: "error", message: "f", path: "/settings" },
  ] as const;
  assertEquals(findingsOverlay(elements, findings).elements, [
    { mark: "error", keys: ["state:A"], places: ["/1"], words: "e" },
    { mark: "error", keys: [], places: [], words: "f" },
    { mark: "warning", keys: ["state:B", "state:A"], places: ["/notes", "/0/notes"], words: "w" },
  ]);
});

Deno.test("versionOverlays() finds messages again that have other numbers, and tells what differs", () => {
  const scenario = (labels: readonly string[]): JsonObject => ({
    settings: { namespace: "n", name: "S" },
    participants: [{ name: "A" }, { name: "B" }],
    messages: labels.map((label) => ({ from: "A", to: "B", label })),
  });
  const { elements } = contentOf("sequence");
  const marksOf = (old: readonly string[], now: readonly string[]) => {
    const [before, after] = [scenario(old), scenario(now)];
    const overlays = versionOverlays(
      { document: before, elements: elements(before) },
      { document: after, elements: elements(after) },
    );
    return [overlays.before, overlays.after].map(({ elements = [] }) =>
      elements.map(({ keys, mark }) => `${mark} ${keys[0]}`)
    );
  };
  assertEquals(marksOf(["a", "b", "c"], ["a", "b", "c"]), [[], []]);
  assertEquals(marksOf(["a", "b", "c"], ["b", "c"]), [["removed message:1"], []]);
  assertEquals(marksOf(["a", "b"], ["a", "x", "b"]), [[], ["added message:2"]]);
  assertEquals(marksOf(["a", "b"], ["a", "x"]), [["changed message:2"], ["changed message:2"]]);
});

Deno.test("versionOverlays() marks what came with an element only once", () => {
  const shop = (names: readonly string[]): JsonObject => ({
    settings: { namespace: "n" },
    entities: names.map((name) => ({ name, attributes: [{ name: "id", type: `${name}Id` }] })),
  });
  const { elements } = contentOf("erd");
  const [before, after] = [shop(["A"]), shop(["A", "B"])];
  const { after: marks } = versionOverlays(
    { document: before, elements: elements(before) },
    { document: after, elements: elements(after) },
  );
  assertEquals(marks.elements?.map(({ keys, mark }) => [mark, keys[0]]), [["added", "entity:B"]]);
});

Deno.test("drawVersions() draws both versions of every kind, with marks and legends", () => {
  const documents: readonly [string, JsonObject, JsonObject][] = [
    ["erd", { settings: {}, entities: [{ name: "A" }] }, { settings: {}, entities: [{ name: "B" }] }],
    [
      "sequence",
      { settings: {}, participants: [{ name: "A" }], messages: [] },
      { settings: {}, participants: [{ name: "B" }], messages: [] },
    ],
    ["system", { settings: {}, members: [{ path: "a.smdf.json" }] }, {
      settings: {},
      members: [{ path: "b.smdf.json" }],
    }],
    [
      "machine",
      { settings: {}, events: [], state: { name: "R", states: [{ name: "A" }] } },
      { settings: {}, events: [], state: { name: "R", states: [{ name: "B" }] } },
    ],
  ];
  for (const [kind, before, after] of documents) {
    const svg = drawVersions(contentOf(kind), after, { ...STYLE, before, sideBySide: true });
    assertEquals(svg.match(/<svg /g)?.length, 3, kind);
    assertStringIncludes(svg, "− removed", kind);
    assertStringIncludes(svg, "+ added", kind);
  }
  const [, , , machine] = documents;
  assert(machine);
  const one = drawVersions(contentOf("machine"), machine[2], { ...STYLE, before: machine[1] });
  assertEquals(one.match(/<svg /g)?.length, 1);
});

Deno.test("drawVersions() draws the version that has the element in focus, where the other has not", () => {
  const of = (...names: string[]): JsonObject => ({
    settings: { name: "Shop" },
    entities: names.map((name) => ({ name })),
  });
  const draw = (focus: string, before: JsonObject, after: JsonObject) =>
    drawVersions(contentOf("erd"), after, { ...STYLE, before, part: { focus } });
  for (
    const [svg, mark, version] of [
      [draw("B", of("A"), of("A", "B")), "+ added", "Shop · after"],
      [draw("B", of("A", "B"), of("A")), "− removed", "Shop · before"],
    ] as const
  ) {
    assertEquals(svg.match(/<svg /g)?.length, 1);
    assertStringIncludes(svg, mark);
    assertStringIncludes(svg, version);
  }
  assertEquals(draw("A", of("A"), of("A", "B")).match(/<svg /g)?.length, 3);
  assertThrows(() => draw("C", of("A"), of("A", "B")), LoomError, '"C"');
});

const SHOP: JsonObject = {
  settings: { name: "Shop" },
  entities: ["Order", "Item", "Buyer"].map((name) => ({ name, attributes: [{ name: "id", type: "int" }] })),
  relationships: [
    { from: "Buyer", to: "Order", cardinality: "1:N", label: "places" },
    { from: "Order", to: "Item", cardinality: "1:N", label: "lists" },
  ],
};

for (const notation of ["crowsfoot", "chen"]) {
  Deno.test(`drawVersions() marks the relationships of entity models that came, went and changed (${notation})`, () => {
    const after: JsonObject = {
      ...SHOP,
      relationships: [
        { from: "Order", to: "Item", cardinality: "N:M", label: "lists" },
        { from: "Buyer", to: "Item", cardinality: "1:N", label: "likes" },
      ],
    };
    const svg = drawVersions(contentOf("erd"), after, { ...STYLE, notation, before: SHOP });
    assertEquals(signsOf(svg), ["removed", "changed", "added", "changed"]);
  });
}

Deno.test("drawVersions() marks the links of systems that came, went and changed", () => {
  const members = ["order.smdf.json", "pay.smdf.json", "shop.erdf.json"].map((path) => ({ path }));
  const document: JsonObject = { settings: { name: "All" }, members };
  const link = (from: string, to: string, text: string) => ({ from, to, text });
  const svg = drawVersions(contentOf("system"), document, {
    ...STYLE,
    before: document,
    linksBefore: [link("order.smdf.json", "shop.erdf.json", "2 states")],
    // The same link, read from its other end.
    links: [
      link("shop.erdf.json", "order.smdf.json", "3 states"),
      link("shop.erdf.json", "pay.smdf.json", "1 state"),
    ],
  });
  assertEquals(signsOf(svg), ["changed", "added", "changed"]);
});

Deno.test("findingsOverlay() marks the relationship that a finding is about", () => {
  const content = contentOf("erd");
  const wrong: JsonObject = {
    ...SHOP,
    relationships: [{ from: "Buyer", to: "Order", cardinality: "2:N" }],
  };
  const overlay = findingsOverlay(markedElements(content, wrong, {}), content.findings(wrong));
  assertEquals(
    overlay.elements?.filter(({ mark }) => mark === "error").map(({ keys: [key] }) => key),
    ["relationship:Buyer to Order"],
  );
  assertEquals(signsOf(content.pictures.svg(wrong, { ...STYLE, overlay })).includes("error"), true);
});

/** The marks of a picture, in order; each has one sign. */
function signsOf(svg: string): string[] {
  return [...svg.matchAll(/slc-mark--(\w+)"(?:(?!<\/g>).)*slc-mark-sign/gs)].map(([, mark]) => mark ?? "");
}

Deno.test("drawVersions() marks the transitions of machines side by side, and draws what stays at the same place", () => {
  const machineOf = (states: object[]): JsonObject => ({
    settings: { name: "M" },
    events: [],
    state: { name: "R", states: states as JsonObject[] },
  });
  const kept = ["A", "B", "C"].map((name, at) => ({
    name,
    transitions: at < 2 ? [{ event: "next", nextState: "ABC"[at + 1] }] : [],
  }));
  const before = machineOf([...kept, { name: "Old", transitions: [{ event: "leave", nextState: "A" }] }]);
  const after = machineOf([{ name: "New", transitions: [{ event: "join", nextState: "B" }] }, ...kept]);
  const svg = drawVersions(contentOf("machine"), after, { ...STYLE, before, sideBySide: true });
  const [old = "", now = ""] = svg.split("<svg ").slice(2);
  const lineOf = (text: string, id: string) =>
    new RegExp(`data-transition="${id}".*?</g>`, "s").exec(text)?.[0] ?? "";
  assertStringIncludes(lineOf(old, "Old:0"), "slc-stroke-danger");
  assertStringIncludes(lineOf(now, "New:0"), "slc-stroke-active");
  assert(!lineOf(now, "A:0").includes("slc-stroke-active"));
  const placeOf = (text: string, name: string) => {
    const [, x, y] =
      new RegExp(`data-state="${name}".*?<rect x="([\\d.-]+)" y="([\\d.-]+)"`, "s").exec(text) ?? [];
    assert(x !== undefined && y !== undefined, name);
    return [Number(x), Number(y)];
  };
  const [[left = 0, top = 0], [right = 0, down = 0]] = [placeOf(old, "A"), placeOf(now, "A")];
  for (const name of ["B", "C"]) {
    const [[x = 0, y = 0], [otherX = 0, otherY = 0]] = [placeOf(old, name), placeOf(now, name)];
    assertEquals([otherX - right, otherY - down], [x - left, y - top], name);
  }
});
