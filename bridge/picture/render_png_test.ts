import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import { PictureError } from "./picture_error.ts";
import { loadResvg, PNG_LIMITS, pngSize, renderPng, RESVG_PACKAGE } from "./render_png.ts";
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

Deno.test("renderPng() draws a large picture in bands, as it draws it at once", async () => {
  const [width, height] = [400, 4000];
  const content = Array.from(
    { length: 40 },
    (_, at) =>
      `<g transform="rotate(${at} 200 ${at * 100})"><text x="20" y="${
        at * 100
      }" font-size="90">Ready ${at}</text>` +
      `<circle cx="300" cy="${at * 100 + 30}" r="80" fill="none" stroke="#06c" stroke-width="3"/></g>`,
  ).join("");
  const picture = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  const box = `viewBox="0 0 ${width} ${height}"`;
  for (const scale of [1, 2]) {
    const inBands = await render(picture(`${box} width="${width}" height="${height}"`), scale);
    const atOnce = await render(picture(`width="${width}" height="${height}" ${box}`), scale);
    assertEquals([inBands.width, inBands.height], [atOnce.width, atOnce.height]);
    let differing = 0;
    for (let y = 0; y < atOnce.height; y++) {
      for (let x = y % 3; x < atOnce.width; x += 3) {
        const difference = Math.abs((inBands.at(x, y)[3] ?? 0) - (atOnce.at(x, y)[3] ?? 0));
        // The renderer cuts a curve at the end of a band, and rounds its edge otherwise.
        assert(difference <= 128, `${x}, ${y}: ${difference}`);
        if (difference > 0) differing++;
      }
    }
    assert(differing < atOnce.height / 4, `${differing} pixels differ`);
  }
});

Deno.test("renderPng() draws large pictures in a picture, as side by side, in one piece", async () => {
  const part = (x: number, height: number) =>
    `<svg x="${x}" viewBox="0 0 800 ${height}" width="800" height="${height}"><rect y="20" width="800" height="${
      height - 40
    }" fill="#00f"/></svg>`;
  const { width, height } = await renderPng(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1700 1400" width="1700" height="1400">` +
      `${part(0, 300)}${part(900, 1400)}</svg>`,
  );
  assertEquals([width, height], [3400, 2800]);
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

Deno.test("renderPng() keeps the font of letters beside those of another font, which has them, too", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/tiny.ttf`, tinyFont([0x48, 0x6d, 0x8336]));
    const drawn = async (words: string) =>
      await render(
        svg(`<text y="18" font-family="Inter, sans-serif" font-size="10" font-weight="600">${words}</text>`),
        2,
        [folder],
      );
    const [alone, beside] = [await drawn("Hm"), await drawn("Hm茶")];
    const places = Array.from({ length: 32 * 40 }, (_, at) => [at % 32, Math.floor(at / 32)] as const);
    const inked = places.filter(([x, y]) => (alone.at(x, y)[0] ?? 0) < 80);
    const differing = places.filter(([x, y]) =>
      Math.abs((alone.at(x, y)[0] ?? 0) - (beside.at(x, y)[0] ?? 0)) > 60
    );
    assert(inked.length > 50 && differing.length < 10, `${inked.length}, ${differing.length}`);
    // The square of the tiny font, behind the letters of Inter.
    assertEquals(beside.at(50, 26), BLACK);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("renderPng() puts the letters of a cluster side by side", async () => {
  const folder = await Deno.makeTempDir();
  try {
    // In Thai, U+0E33 is drawn as a mark and a letter behind the letter before.
    await Deno.writeFile(`${folder}/tiny.ttf`, tinyFont([0xe01, 0xe32, 0xe33, 0xe4d]));
    const thai = svg(
      '<text x="0" y="20" font-family="Inter" font-size="20">\u0e01\u0e33\u0e01</text>',
      80,
      24,
    );
    assertEquals((await render(thai, 1, [folder])).at(50, 12), BLACK);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("renderPng() gives the same pixels everywhere", async () => {
  const text =
    '<text x="3" y="15" font-family="Inter" font-size="11" font-weight="500">order_confirmed [n &gt; 3] → Ж</text>';
  const { bytes } = await renderPng(
    svg(`${text}<path d="M3 18C40 2 80 30 190 4" fill="none" stroke="#246"/>`, 200),
    { scale: 2 },
  );
  const pixels = await readPng(bytes);
  const colors = Array.from(
    { length: pixels.width * pixels.height },
    (_, at) => pixels.at(at % pixels.width, Math.floor(at / pixels.width)),
  ).flat();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(colors)));
  // This changes only with the font or the renderer, and then the texts are to be measured again.
  assertEquals([...hash.subarray(0, 4)], [0xfb, 0xdb, 0xc5, 0x62]);
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

Deno.test("RESVG_PACKAGE is the version that is imported", async () => {
  const { imports } = JSON.parse(
    await Deno.readTextFile(new URL("../../scripts/import_map.json", import.meta.url)),
  );
  assertEquals(RESVG_PACKAGE, imports["@resvg/resvg-wasm"]);
});

Deno.test("loadResvg() loads the renderer once, for all who wait for it", async () => {
  const [first, second] = await Promise.all([loadResvg(), loadResvg()]);
  assertStrictEquals(first, second);
  assertStrictEquals(await loadResvg(), first);
});

Deno.test("pngSize() rounds up, and a side is never less than a pixel", () => {
  const rows = [
    { size: [100, 50], scale: 2, pixels: [200, 100] },
    { size: [100.2, 50], scale: 1, pixels: [101, 50] },
    { size: [3, 4], scale: 0.1, pixels: [1, 1] },
    { size: [1000, 1000], scale: 8, pixels: [8000, 8000] },
  ];
  for (const { size: [width = 0, height = 0], scale, pixels } of rows) {
    const png = pngSize({ width, height }, scale);
    assertEquals([png.width, png.height], pixels);
  }
});

Deno.test("pngSize() refuses with a sentence that names what is too much", () => {
  const rows = [
    {
      size: [10, 10],
      scale: 0.09,
      code: "bad_scale",
      said: "Cannot draw at scale 0.09: a scale is a number from 0.1 to 8.",
    },
    {
      size: [10, 10],
      scale: 8.1,
      code: "bad_scale",
      said: "Cannot draw at scale 8.1: a scale is a number from 0.1 to 8.",
    },
    {
      size: [10, 10],
      scale: 0,
      code: "bad_scale",
      said: "Cannot draw at scale 0: a scale is a number from 0.1 to 8.",
    },
    {
      size: [10, 10],
      scale: NaN,
      code: "bad_scale",
      said: "Cannot draw at scale NaN: a scale is a number from 0.1 to 8.",
    },
    {
      size: [10_000, 5000],
      scale: 2,
      code: "too_large",
      said:
        "Cannot make a PNG of 20000 x 10000 pixels: it may have 64 megapixels; draw at scale 1.1 instead of 2, " +
        "or write it as SVG.",
    },
    {
      size: [8001, 8000],
      scale: 1,
      code: "too_large",
      said:
        "Cannot make a PNG of 8001 x 8000 pixels: it may have 64 megapixels; draw at scale 0.9 instead of 1, " +
        "or write it as SVG.",
    },
    {
      size: [1_000_000, 100_000],
      scale: 0.1,
      code: "too_large",
      said:
        "Cannot make a PNG of 100000 x 10000 pixels: it may have 64 megapixels, and this picture is too large at " +
        "every scale; write it as SVG.",
    },
  ];
  for (const { size: [width = 0, height = 0], scale, code, said } of rows) {
    const error = assertThrows(() => pngSize({ width, height }, scale), PictureError);
    assertEquals([error.code, error.message], [code, said]);
  }
});

Deno.test("pngSize() advises a scale that it accepts", () => {
  const length = fc.double({ min: 1, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(length, length, (width, height) => {
      try {
        const png = pngSize({ width, height }, 8);
        assert(png.width * png.height <= PNG_LIMITS.maxPixels);
      } catch (error) {
        const advised = /at scale ([\d.]+) instead/.exec(String(error))?.[1];
        if (advised !== undefined) pngSize({ width, height }, Number(advised));
        else assertThrows(() => pngSize({ width, height }, PNG_LIMITS.minScale), PictureError);
      }
    }),
    { seed: 4 },
  );
});
