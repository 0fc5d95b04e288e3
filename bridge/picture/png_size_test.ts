import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { PictureError } from "./picture_error.ts";
import { PNG_LIMITS, pngSize } from "./png_size.ts";

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
