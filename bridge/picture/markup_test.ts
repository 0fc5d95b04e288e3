import { assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import { resolveVariables } from "./markup.ts";

Deno.test("resolveVariables() takes the fallback of a variable", () => {
  const rows = [
    ['<rect fill="var(--slc-bg, #10141c)"/>', '<rect fill="#10141c"/>'],
    [
      "<rect fill='var(--a,red)' stroke='var( --b , rgb(1, 2, 3))'/>",
      "<rect fill='red' stroke='rgb(1, 2, 3)'/>",
    ],
    ['<g style="fill:var(--a, var(--b, var(--c, #fff)));x:1"/>', '<g style="fill:#fff;x:1"/>'],
    [
      '<path d="M0 0" fill="url(#a)" stroke="var(--a, url(#b))"/>',
      '<path d="M0 0" fill="url(#a)" stroke="url(#b)"/>',
    ],
    ["<style>.a{fill:var(--a, red)}</style>", "<style>.a{fill:red}</style>"],
    ['<a title="1 > 0" fill="var(--a, red)"/>', '<a title="1 > 0" fill="red"/>'],
  ];
  for (const [svg = "", resolved = ""] of rows) assertEquals(resolveVariables(svg), resolved);
});

Deno.test("resolveVariables() leaves alone what is drawn and what is no variable with a fallback", () => {
  const untouched = [
    "<text>var(--a, red)</text>",
    "<text><![CDATA[<g fill='var(--a, red)'>]]></text>",
    "<!-- <rect fill='var(--a, red)'/> -->",
    "<?x var(--a, red)?>",
    '<rect fill="var(--a)"/>',
    '<rect fill="var(--a, red"/>',
    '<rect fill="var(a, red)"/>',
    '<rect fill="var(--a, red',
    "<style>.a{fill:var(--a, red",
    "var(--a, red)",
  ];
  for (const svg of untouched) assertEquals(resolveVariables(svg), svg);
});

Deno.test("resolveVariables() gives the same when it is asked again", () => {
  const piece = fc.constantFrom(
    "var(--a, ",
    "var(--b)",
    "(",
    ")",
    "red",
    "<g fill='",
    "'>",
    "<!--",
    "-->",
    "<style>",
    "</style>",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const once = resolveVariables(pieces.join(""));
      assertEquals(resolveVariables(once), once);
    }),
    { seed: 4 },
  );
});

Deno.test("resolveVariables() takes time that grows with the text, whatever it is", () => {
  const hostile = ["var(--a,", "var(", "<", "<!--", '<a b="', "(", ")", "<style>", "var(--a,".padEnd(20)];
  for (const piece of hostile) {
    const text = "<g fill='" + piece.repeat(Math.ceil(400_000 / piece.length));
    const start = performance.now();
    resolveVariables(text);
    assertLess(performance.now() - start, 2000, piece);
  }
});
