import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { encodePng, type Pixels } from "./encode_png.ts";
import { readPng } from "./testing/read_png.ts";

const pngOf = async (...bands: readonly Pixels[]) => await readPng((await encodePng(bands)).bytes);

Deno.test("encodePng() writes every pixel, with its alpha apart from its colours", async () => {
  const image = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 })).chain(
    ([width, height]) =>
      fc.array(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constantFrom(255, 255, 128, 7, 0)), {
        minLength: width * height,
        maxLength: width * height,
      }).map((pixels) => ({ width, height, pixels })),
  );
  await fc.assert(
    fc.asyncProperty(image, async ({ width, height, pixels }) => {
      const multiplied = pixels.flatMap(([red, green, blue, alpha]) =>
        [red, green, blue].map((color) => Math.round(color * alpha / 255)).concat(alpha)
      );
      const read = await pngOf({ data: new Uint8Array(multiplied), width, height });
      assertEquals([read.width, read.height], [width, height]);
      for (const [at, [red, green, blue, alpha]] of pixels.entries()) {
        const [r = 0, g = 0, b = 0, a = 0] = read.at(at % width, Math.floor(at / width));
        assertEquals(a, alpha);
        // As near as colours that were multiplied can be.
        const most = alpha === 0 ? 255 : Math.ceil(255 / alpha / 2);
        for (const [one, other] of [[r, red], [g, green], [b, blue]] as const) {
          assertEquals(Math.abs(one - other) <= most, true, `${one} for ${other} at alpha ${alpha}`);
        }
      }
    }),
    { seed: 20, numRuns: 40 },
  );
});

Deno.test("encodePng() writes images of several bands and strips", async () => {
  const [width, height] = [700, 900];
  const data = new Uint8Array(4 * width * height);
  for (let at = 0; at < data.length; at += 4) data.set([at % 251, at % 13, at % 7, 255], at);
  const cut = 4 * width * 10;
  const read = await pngOf(
    { data: data.subarray(0, cut), width, height: 10 },
    { data: data.subarray(cut), width, height: height - 10 },
  );
  assertEquals([read.width, read.height], [width, height]);
  for (const [x, y] of [[0, 0], [699, 9], [0, 10], [3, 383], [3, 384], [3, 385], [699, 899]] as const) {
    assertEquals([...read.at(x, y)], [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]);
  }
});
