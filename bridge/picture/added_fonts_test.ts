import { LoomError } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { addFont, fontNamed, isAdded } from "./added_fonts.ts";
import { FONT_PACKAGES, type FontPackage, fontsToAdd } from "./font_packages.ts";
import { renderPng } from "./render_png.ts";
import { tinyFont } from "./testing/tiny_font.ts";

/** A tape archive of files. */
function tarOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const head = new Uint8Array(512);
    head.set(new TextEncoder().encode(name));
    head.set(new TextEncoder().encode(bytes.length.toString(8).padStart(11, "0")), 124);
    const body = new Uint8Array(512 * Math.ceil(bytes.length / 512));
    body.set(bytes);
    return [...head, ...body];
  });
  return new Uint8Array([...blocks, ...new Uint8Array(1024)]);
}

/** A package with a font of one letter, its row, and a registry that has it. */
async function withRegistry(
  files: Readonly<Record<string, Uint8Array>>,
  run: (font: FontPackage, registry: string, folder: string) => Promise<void>,
): Promise<void> {
  const zipped = new Blob([tarOf(files) as BlobPart]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(zipped).arrayBuffer());
  const sha512 = new Uint8Array(await crypto.subtle.digest("SHA-512", packed)).toBase64();
  const font = { word: "tiny", name: "Tiny Sans", covers: /茶/u, version: "1.2.3", sha512 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const isPackage = new URL(request.url).pathname === "/@expo-google-fonts/tiny-sans/-/tiny-sans-1.2.3.tgz";
    return isPackage ? new Response(packed) : new Response("none", { status: 404 });
  });
  const folder = await Deno.makeTempDir();
  try {
    await run(font, `http://127.0.0.1:${server.addr.port}/`, `${folder}/fonts`);
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
}

const TEA = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="18">茶</text></svg>`;
const FILES = {
  "package/400Regular/TinySans_400Regular.ttf": tinyFont([0x8336]),
  "package/600SemiBold/TinySans_600SemiBold.ttf": tinyFont([0x8336]),
  "package/../../outside.ttf": tinyFont([0x8336]),
};

Deno.test("addFont() puts the two cuts of a font into the folder, where pictures find it", async () => {
  await withRegistry(FILES, async (font, registry, folder) => {
    assertEquals((await renderPng(TEA, { fontFolders: [folder] })).missing, ["茶"]);
    assertEquals(await isAdded(font, folder), false);
    const paths = await addFont(font, { folder, registry });
    assertEquals(paths, [`${folder}/TinySans-Regular.ttf`, `${folder}/TinySans-SemiBold.ttf`]);
    assertEquals((await Array.fromAsync(Deno.readDir(folder))).length, 2);
    assertEquals((await Array.fromAsync(Deno.readDir(`${folder}/..`))).length, 1);
    assertEquals(await isAdded(font, folder), true);
    // The same process found nothing before, as a server would have.
    assertEquals((await renderPng(TEA, { fontFolders: [folder] })).missing, []);
  });
});

Deno.test("addFont() writes nothing of a package that is not the known one, that is missing, or without the font", async () => {
  await withRegistry(FILES, async (font, registry, folder) => {
    for (
      const [wrong, sentence] of [
        [{ ...font, sha512: "AAAA" }, "is not the known package"],
        [{ ...font, version: "9.9.9" }, "the answer is 404"],
        [{ ...font, name: "Tiny Serif" }, "the answer is 404"],
      ] as const
    ) {
      const error = await assertRejects(() => addFont(wrong, { folder, registry }), LoomError, sentence);
      assertEquals(error.code, "no_font");
    }
    await assertRejects(() => addFont(font, { folder, registry: "http://127.0.0.1:1" }), LoomError);
    await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
  });
  const other = { "package/400Regular/TinySans_400Regular.ttf": new TextEncoder().encode("no font") };
  await withRegistry(other, async (font, registry, folder) => {
    await assertRejects(() => addFont(font, { folder, registry }), LoomError, "no font file");
  });
});

Deno.test("fontsToAdd() names a font for each script, and fontNamed() finds each by both of its names", () => {
  assertEquals(fontsToAdd([..."ابדגกกक茶ひ한🚪\u{10abcd}"]), [
    "arabic",
    "hebrew",
    "thai",
    "devanagari",
    "japanese",
    "korean",
    "emoji",
  ]);
  for (const font of FONT_PACKAGES) {
    assertEquals([fontNamed(font.word), fontNamed(` ${font.name.toUpperCase()}`)], [font, font]);
    assertEquals(Uint8Array.fromBase64(font.sha512).length, 64, font.name);
  }
  assertEquals(fontNamed("klingon"), undefined);
});
