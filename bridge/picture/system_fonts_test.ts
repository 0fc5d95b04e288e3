import { assert, assertEquals } from "@std/assert";
import { fontFolders, systemFonts } from "./system_fonts.ts";
import { tinyFont } from "./testing/tiny_font.ts";

/** Writes files into a new folder and looks for fonts there. */
async function found(
  files: Readonly<Record<string, Uint8Array>>,
  characters: readonly number[],
): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, bytes] of Object.entries(files)) {
      await Deno.mkdir(new URL(`file://${folder}/${path}/..`), { recursive: true });
      await Deno.writeFile(`${folder}/${path}`, bytes);
    }
    const { families, missing } = await systemFonts(new Set(characters), [`${folder}/not there`, folder]);
    const nameOf = (font: Uint8Array) =>
      Object.entries(files).find(([, bytes]) =>
        bytes.length === font.length && bytes.every((byte, at) => byte === font[at])
      )?.[0] ?? "?";
    return [
      ...families.flatMap(({ faces }) => faces.map(({ bytes }) => nameOf(bytes))),
      ...[...missing].map(String),
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("systemFonts() takes the fewest fonts that cover most, in folders below too", async () => {
  const files = {
    "a.ttf": tinyFont([1000]),
    "deep/er/b.otf": tinyFont([1000, 2000]),
    "c.TTC": tinyFont([3000]),
  };
  assertEquals(await found(files, [1000, 2000, 3000, 4000]), ["deep/er/b.otf", "c.TTC", "4000"]);
});

Deno.test("systemFonts() prefers plain cuts, and among them the first by name", async () => {
  const files = {
    "A-Bold.ttf": tinyFont([1000]),
    "C.ttf": tinyFont([1000, 5000]),
    "B.ttf": tinyFont([1000, 4000]),
    "A-Mono.ttf": tinyFont([1000, 6000]),
  };
  assertEquals(await found(files, [1000]), ["B.ttf"]);
});

Deno.test("systemFonts() passes over what is no font, has no outlines or is of the shipped family", async () => {
  const pixels = tinyFont([1000]);
  // Its outlines are no longer found.
  pixels.set([..."sbix"].map((letter) => letter.charCodeAt(0)), directoryPlace(pixels, "glyf"));
  const files = {
    "empty.ttf": new Uint8Array(),
    "text.ttf": new TextEncoder().encode("no font at all, only words"),
    "font.txt": tinyFont([1000]),
    "Inter-Regular.ttf": tinyFont([1000]),
    "pixels.ttf": pixels,
  };
  assertEquals(await found(files, [1000]), ["1000"]);
});

function directoryPlace(font: Uint8Array, tag: string): number {
  return new TextDecoder("latin1").decode(font).indexOf(tag);
}

Deno.test({
  name: "systemFonts() asks for nothing where it may not read",
  permissions: { read: false },
  async fn() {
    const { families, missing } = await systemFonts(new Set([1000]), ["/usr/share/fonts"]);
    assertEquals([families.length, [...missing]], [0, [1000]]);
  },
});

const env = (variables: Record<string, string>) => (name: string) => variables[name];

Deno.test("fontFolders() names the usual folders of each system", () => {
  const rows = [
    { os: "linux", variables: { HOME: "/h" }, last: "/h/.fonts" },
    { os: "linux", variables: { HOME: "/h", XDG_DATA_HOME: "/d" }, last: "/h/.fonts" },
    { os: "freebsd", variables: {}, last: "/usr/local/share/fonts" },
    { os: "darwin", variables: { HOME: "/h" }, last: "/h/Library/Fonts" },
    { os: "windows", variables: { SystemRoot: "C:\\Windows" }, last: "C:\\Windows\\Fonts" },
  ] as const;
  for (const { os, variables, last } of rows) {
    assertEquals(fontFolders({ os, env: env(variables) }).at(-1), last);
  }
});

Deno.test("fontFolders() does without variables that are empty or may not be read", () => {
  assertEquals(fontFolders({ os: "linux", env: env({ HOME: "", XDG_DATA_HOME: "" }) }), [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
  ]);
  assertEquals(fontFolders({ os: "windows", env: env({}) }), []);
});

Deno.test({
  name: "fontFolders() asks for nothing where it may not read the environment",
  permissions: { env: false },
  fn() {
    assert(fontFolders().every((folder) => !folder.includes("undefined")));
  },
});
