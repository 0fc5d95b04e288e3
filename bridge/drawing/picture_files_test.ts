import { MACHINE_KIND } from "@loom/protocol";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { addressed } from "./addressed.ts";
import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "./drawing.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }] }],
  state: {
    name: "Door",
    states: [
      { name: "Shut tight", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", transitions: [{ event: "open", nextState: "Shut tight" }] },
    ],
  },
};

Deno.test("SVG files give each element one address, and can be read element by element", async () => {
  const { content } = await DRAWING_FORMATS.svg.draw(MACHINE_KIND, DOOR, DRAWING_DEFAULTS);
  const svg = String(content);
  for (const id of ["Shut-tight", "Open", "transition:Open:0"]) {
    assertEquals(svg.split(` id="${id}"`).length, 2, id);
  }
  assertStringIncludes(svg, 'role="graphics-document document"');
  assert(!svg.includes('role="img"'));
  assertEquals(addressed('<g data-state="A"/><g data-state="A"/>').match(/ id=/g)?.length, 1);
});

Deno.test("PDF files have one page, text that can be searched, and the same bytes for the same document", async () => {
  const draw = async (style = DRAWING_DEFAULTS) =>
    (await DRAWING_FORMATS.pdf.draw(MACHINE_KIND, DOOR, style)).content;
  const bytes = await draw();
  const text = new TextDecoder("latin1").decode(bytes as Uint8Array<ArrayBuffer>);
  assertMatch(text, /^%PDF-/);
  assertEquals(text.match(/\/Type \/Page\b(?!s)/g)?.length, 1);
  assertStringIncludes(text, "/ToUnicode");
  assertEquals(await draw(), bytes);
  const page = await draw({ ...DRAWING_DEFAULTS, space: { aspects: [Math.SQRT1_2, Math.SQRT2] } });
  assertMatch(
    new TextDecoder("latin1").decode(page as Uint8Array<ArrayBuffer>),
    /595\.28 841\.89|841\.89 595\.28/,
  );
});

Deno.test("HTML files stand alone", async () => {
  const { content } = await DRAWING_FORMATS.html.draw(MACHINE_KIND, DOOR, DRAWING_DEFAULTS);
  const page = String(content);
  assertStringIncludes(page, 'id="Open"');
  assertEquals([...page.matchAll(/(?:src|href)="(?!#)/g)].length, 0);
});
