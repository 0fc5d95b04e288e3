import { assertEquals, assertMatch } from "@std/assert";
import { renderPdf } from "./render_pdf.ts";

/** A picture with one element in it. */
const pictureOf = (element: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${element}</svg>`;

const latin = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes.slice());

/** The drawing operators of the only page. */
async function operatorsOf(pdf: Uint8Array): Promise<string> {
  const start = latin(pdf).indexOf("stream\n") + "stream\n".length;
  const end = latin(pdf).indexOf("\nendstream", start);
  const packed = new Blob([pdf.slice(start, end)]).stream();
  return await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).text();
}

Deno.test("renderPdf() keeps the opacity of fills and lines apart", async () => {
  const glow = pictureOf('<rect width="9" height="9" fill="#00ff00" fill-opacity="0.1"/>');
  assertMatch(latin(await renderPdf(glow)), /\/ca 0\.1\b/);
  const band = pictureOf('<path d="M0 0L9 9" fill="none" stroke="#ff0000" stroke-opacity="0.5"/>');
  assertMatch(latin(await renderPdf(band)), /\/CA 0\.5\b/);
});

Deno.test("renderPdf() paints the rim of a shape below its fill, where the picture says so", async () => {
  const paints = async (order: string) => {
    const shape = `<path d="M0 0L9 9L0 9Z" fill="#000000" stroke="#ffffff"${order}/>`;
    return (await operatorsOf(await renderPdf(pictureOf(shape)))).match(/^[fSB]$/gm);
  };
  assertEquals(await paints(' paint-order="stroke"'), ["S", "f"]);
  assertEquals(await paints(""), ["f", "S"]);
});
