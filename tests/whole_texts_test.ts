/**
 * No text of a document is cut in its picture, unless short labels are asked for.
 */
import { assert, assertEquals } from "@std/assert";
import { type JsonObject, NO_ARRANGEMENT, type PictureStyle } from "@loom/protocol";
import { KINDS } from "@loom/protocol/kinds";

const STYLE: PictureStyle = {
  theme: "light",
  title: undefined,
  active: new Set(),
  actions: true,
  view: "tree",
  columns: undefined,
  notes: true,
};

/** A text of many words and one long word, which no other of the document has. */
const long = (word: string) =>
  `${word} begins ${"with many words that go on and on ".repeat(8)}${
    word.toUpperCase().repeat(60)
  } ends ${word}`;

/** A long text without a line end where one may break it. */
const solid = (letter: string) => letter.repeat(150);

const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  machine: {
    settings: { namespace: "n", asynchronous: false, name: long("machine") },
    events: [{ name: "E", events: [{ id: solid("e") }] }],
    state: {
      name: "Root",
      states: [
        {
          name: solid("a"),
          transitions: [{ event: solid("e"), nextState: long("target"), condition: solid("g") }],
        },
        { name: long("target"), states: [{ name: long("inner") }] },
      ],
    },
  },
  erd: {
    settings: { name: long("model") },
    entities: [
      { name: long("entity"), attributes: [{ name: long("attribute"), type: long("type"), key: "pk" }] },
      { name: solid("b"), attributes: [{ name: solid("c"), type: "int", nullable: true }] },
    ],
    relationships: [
      { from: long("entity"), to: solid("b"), cardinality: "1:N", label: long("verb"), fromRole: solid("r") },
      { from: solid("b"), to: solid("b"), cardinality: "1:N", label: long("loop"), toRole: solid("s") },
    ],
  },
  sequence: {
    settings: { name: long("scenario") },
    participants: [{ name: long("actor"), actor: long("role") }, { name: solid("p") }],
    messages: [
      { from: long("actor"), to: solid("p"), label: long("message"), notes: long("note"), event: solid("e") },
    ],
    fragments: [{
      kind: "alt",
      label: long("guard"),
      after: 1,
      messages: [{ from: solid("p"), to: long("actor"), label: solid("l") }],
    }],
  },
  system: {
    settings: { name: long("system") },
    members: [{ path: `${solid("m")}/${solid("f")}.smdf.json` }, { path: "shop.erdf.json" }],
    actors: [{ name: long("person"), kind: "person" }, { name: solid("q"), kind: "external" }],
  },
};
const LINKS = [{ from: `${solid("m")}/${solid("f")}.smdf.json`, to: "shop.erdf.json", text: long("link") }];

for (const { kind, content } of KINDS.rows) {
  for (const notation of content?.pictures.notations ?? [undefined]) {
    Deno.test(`pictures of ${kind} documents have all texts whole ${notation ?? ""}`.trim(), () => {
      const document = DOCUMENTS[kind];
      assert(content && document, kind);
      const svg = content.pictures.svg(document, { ...STYLE, notation, links: LINKS });
      const shown = lettersOf(
        [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text).join(""),
      );
      assertEquals(
        [...svg.matchAll(/<text [^>]*>(?:<title>[^<]*<\/title>)?([^<]*…)</g)].map(([, cut]) => cut),
        [],
      );
      for (
        const text of [...textsOf(document, notation), ...(kind === "system" ? [LINKS[0]?.text ?? ""] : [])]
      ) {
        assert(shown.includes(lettersOf(text)), `${text.slice(0, 30)} is not whole`);
      }
    });
  }
}

/** What a picture shows of a document: the long texts. Chen's notation has no types and no roles. */
function textsOf(value: unknown, notation: string | undefined): string[] {
  if (typeof value === "string") return value.length > 100 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  const hidden = notation === "chen" ? ["type", "fromRole", "toRole"] : [];
  return Object.entries(value).flatMap(([name, inner]) =>
    hidden.includes(name) ? [] : textsOf(inner, notation)
  );
}

/** A text without blanks: lines may end at each of them. */
function lettersOf(text: string): string {
  return text.replaceAll(/\s/g, "");
}

Deno.test("maps with kept boxes have all lines of a text in its card", () => {
  const { pictures } = KINDS.named("system")?.content ?? {};
  const document = DOCUMENTS.system;
  assert(pictures && document);
  const arrangement = { ...NO_ARRANGEMENT, places: { "shop.erdf.json": { x: 5000, y: 0 } } };
  const svg = pictures.svg(document, { ...STYLE, links: LINKS, arrangement });
  const card = /data-member="shop.erdf.json".*?<\/g>/s.exec(svg)?.[0] ?? "";
  const places = [...card.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x));
  assert(places.length > 5);
  assertEquals(places.filter((x) => x < 5000), []);
});
