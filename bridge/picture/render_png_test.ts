import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { PictureError } from "./picture_error.ts";
import { renderPng } from "./render_png.ts";
import { readPng } from "./testing/read_png.ts";
import { tinyFont } from "./testing/tiny_font.ts";

const WHITE = [255, 255, 255, 255];
const BLACK = [0, 0, 0, 255];

function svg(content: string, width: number = 40, height: number = 20): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>${content}</svg>`;
}

/** A letter at the left end of the line y = 20, as large as the picture. */
const letter = (text: string) =>
  svg(`<text y="20" font-family="Inter" font-size="20">${text}</text>`, 40, 24);

const render = async (source: string, scale: number, fontFolders: readonly string[] = []) =>
  await readPng((await renderPng(source, { scale, fontFolders })).bytes);

Deno.test("renderPng() draws what the SVG says, larger by the scale", async () => {
  const half = svg('<rect width="20" height="20" fill="#0000ff"/>');
  for (
    const { scale, width, height } of [{ scale: 0.5, width: 20, height: 10 }, {
      scale: 3,
      width: 120,
      height: 60,
    }]
  ) {
    const png = await renderPng(half, { scale });
    assertEquals([png.width, png.height], [width, height]);
    const pixels = await readPng(png.bytes);
    assertEquals([pixels.width, pixels.height], [width, height]);
    assertEquals([pixels.at(0, 0), pixels.at(width - 1, height - 1)], [[0, 0, 255, 255], WHITE]);
  }
});

Deno.test("renderPng() draws at twice the size when no scale is given", async () => {
  const { width, height } = await renderPng(svg(""));
  assertEquals([width, height], [80, 40]);
});

Deno.test("renderPng() takes the literal fallback of a variable, and the attribute where a rule needs variables", async () => {
  const colors = svg(
    "<style>@supports (color:var(--x)){.a{fill:var(--x,#f00)}}</style>" +
      '<rect width="10" height="20" fill="var(--slc-node, var(--other, #0f0))"/>' +
      '<rect x="10" width="10" height="20" class="a" fill="#00f"/>',
  );
  const pixels = await render(colors, 1);
  assertEquals([pixels.at(5, 5), pixels.at(15, 5)], [[0, 255, 0, 255], [0, 0, 255, 255]]);
});

Deno.test("renderPng() draws text in the shipped font, in each of its weights", async () => {
  const inked: number[] = [];
  for (const weight of [400, 500, 600]) {
    const text =
      `<text y="18" font-family="Inter, sans-serif" font-size="20" font-weight="${weight}">Hm</text>`;
    const pixels = await render(svg(text), 2);
    let ink = 0;
    for (let y = 0; y < pixels.height; y++) {
      for (let x = 0; x < pixels.width; x++) ink += 255 - (pixels.at(x, y)[0] ?? 0);
    }
    inked.push(ink);
  }
  const [regular = 0, medium = 0, semibold = 0] = inked;
  assert(0 < regular && regular < medium && medium < semibold, String(inked));
});

Deno.test("renderPng() takes a font of the host for what the shipped one lacks, and draws a square without one", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/tiny.ttf`, tinyFont([0x8336]));
    // The glyph of the tiny font fills the em, that of `□` is hollow.
    assertEquals((await render(letter("茶"), 1, [folder])).at(9, 12), BLACK);
    assertEquals((await render(letter("茶"), 1)).at(9, 12), WHITE);
    assertEquals(
      (await renderPng(letter("茶"), { fontFolders: [] })).bytes,
      (await renderPng(letter("□"))).bytes,
    );
    assertEquals((await renderPng(letter("茶"), { fontFolders: [folder] })).missing, []);
    assertEquals((await renderPng(letter("茶茶h水"), { fontFolders: [folder] })).missing, ["水"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("renderPng() gives the same bytes everywhere", async () => {
  const text =
    '<text x="3" y="15" font-family="Inter" font-size="11" font-weight="500">order_confirmed [n &gt; 3] → Ж</text>';
  const { bytes } = await renderPng(
    svg(`${text}<path d="M3 18C40 2 80 30 190 4" fill="none" stroke="#246"/>`, 200),
    { scale: 2 },
  );
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  // This changes only with the font or the renderer, and then the texts are to be measured anew.
  assertEquals([...hash.subarray(0, 4)], [0xd4, 0x54, 0xfb, 0x29]);
});

Deno.test("renderPng() draws a picture of any size into the pixels that it may have", async () => {
  for (
    const [width, height, fit, size] of [
      [40_000, 20_000, 2_000, [2_000, 1_000]],
      [1_000, 1, 500, [1_000, 1]],
      [30, 20, 2_000, [60, 40]],
    ] as const
  ) {
    const picture = await renderPng(svg("", width, height), { fit });
    assertEquals([picture.width, picture.height], [...size]);
  }
});

Deno.test("renderPng() refuses before it draws", async () => {
  const rows = [
    { source: svg(""), scale: 9, code: "bad_scale" },
    { source: svg("", 20_000, 20_000), scale: 1, code: "too_large" },
    { source: "<svg", scale: 1, code: "bad_svg" },
    { source: "", scale: 1, code: "bad_svg" },
    { source: '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>', scale: 1, code: "bad_svg" },
    { source: svg("<g>".repeat(3000) + "</g>".repeat(3000)), scale: 1, code: "bad_svg" },
  ];
  for (const { source, scale, code } of rows) {
    const error = await assertRejects(() => renderPng(source, { scale }), PictureError);
    assertEquals(error.code, code);
  }
  // A refusal leaves the renderer as it was.
  assertEquals((await render(svg(""), 1)).at(0, 0), WHITE);
});

Deno.test("renderPng() says what is wrong with an SVG", async () => {
  const error = await assertRejects(() => renderPng("<svg><g></svg>"), PictureError);
  assertStringIncludes(error.message, "Cannot draw this SVG: ");
});
