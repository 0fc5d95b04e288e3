import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "../json/value.ts";
import type { DocumentElement, KindContent, PictureStyle } from "../kind.ts";
import { KINDS } from "../kinds.ts";
import { findingsOverlay, versionOverlays } from "./element_marks.ts";
import { drawVersions } from "./side_by_side.ts";

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
