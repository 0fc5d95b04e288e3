import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { assertRefused, inFolder, namesIn, written } from "../testing.ts";
import { checkMade, type MadeOptions, madeStatus, writeMade } from "./write_made.ts";

const RULES: MadeOptions = { endings: [".mmd", ".md", ".png"], sources: [] };

Deno.test("writeMade() seals text, and notes the checksum of what has no comments", async () => {
  await inFolder(async (folder) => {
    await writeMade(join(folder, "a.mmd"), "ü", RULES);
    await writeMade(join(folder, "b.png"), new Uint8Array([1, 2]), RULES);
    assertEquals(
      (await Deno.readTextFile(join(folder, "a.mmd"))).replace(/[0-9a-f]{16}/, "…"),
      "ü\n%% Made by the loom. Checksum: …\n",
    );
    assertEquals(await Deno.readFile(join(folder, "b.png")), new Uint8Array([1, 2]));
    assertEquals(await namesIn(folder), [".made-loom", "a.mmd", "b.png"]);
  });
});

for (const name of ["a.mmd", "a.md", "a.png"]) {
  Deno.test(`writeMade() replaces its own ${name} alone`, async () => {
    await inFolder(async (folder) => {
      const path = await written(folder, name, "mine");
      await assertRefused("exists", () => writeMade(path, "one", RULES));
      assertEquals(await Deno.readTextFile(path), "mine");
      await writeMade(path, "one", { ...RULES, overwrite: true });
      await writeMade(path, "two", RULES);
      const text = await Deno.readTextFile(path);
      await Deno.writeTextFile(path, text.replace("two", "2"));
      await assertRefused("exists", () => writeMade(path, "three", RULES));
      await Deno.writeTextFile(path, text + "more\n");
      await assertRefused("exists", () => writeMade(path, "three", RULES));
      await assertRefused("exists", () => checkMade(path, "three", RULES));
      await Deno.writeTextFile(path, text);
      await writeMade(path, "three", RULES);
    });
  });
}

Deno.test("writeMade() takes over a blank file, and one with the same content", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "a.mmd", "  \n");
    await writeMade(path, "one", RULES);
    await Deno.writeTextFile(path, "two\r\n");
    await writeMade(path, "two\n", RULES);
    await writeMade(path, "three\n", RULES);
  });
});

Deno.test("writeMade() forgets the checksums of files that are gone", async () => {
  await inFolder(async (folder) => {
    for (const name of ["a.png", "b.png"]) await writeMade(join(folder, name), name, RULES);
    await Deno.remove(join(folder, "a.png"));
    await writeMade(join(folder, "c.png"), "c", RULES);
    const { made } = JSON.parse(await Deno.readTextFile(join(folder, ".made-loom")));
    assertEquals(Object.keys(made), ["b.png", "c.png"]);
  });
});

Deno.test("writeMade() notes every file of writers at the same time", async () => {
  await inFolder(async (folder) => {
    const names = Array.from({ length: 10 }, (_, at) => `${at}.png`);
    await Promise.all(names.map((name) => writeMade(join(folder, name), name, RULES)));
    await Promise.all(names.map((name) => writeMade(join(folder, name), `${name}!`, RULES)));
    assertEquals((await namesIn(folder)).length, names.length + 1);
  });
});

Deno.test("writeMade() refuses names of documents, other endings, and its sources, whatever is asked for", async () => {
  await inFolder(async (folder) => {
    const source = await written(folder, "a.mmd", "mine");
    await Deno.symlink(source, join(folder, "link.mmd"));
    const options = { ...RULES, sources: [source], overwrite: true };
    const refused = [
      ["is_document", "a.mmd"],
      ["is_document", "link.mmd"],
      ["is_document", "a.json"],
      ["is_document", "a.smdf.json"],
      ["wrong_ending", "a.pdf"],
    ] as const;
    for (const [code, name] of refused) {
      await assertRefused(code, () => writeMade(join(folder, name), "new", options));
    }
    assertEquals(await Deno.readTextFile(source), "mine");
  });
});

Deno.test("writeMade() replaces a document on purpose only, and adds nothing to it", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "a.smdf.json");
    const options: MadeOptions = { endings: [".json"], document: "machine", sources: [] };
    await writeMade(path, "{}", options);
    await assertRefused("exists", () => writeMade(path, "{}", options));
    await writeMade(path, "{ }", { ...options, overwrite: true });
    assertEquals([await Deno.readTextFile(path), await namesIn(folder)], ["{ }", ["a.smdf.json"]]);
    await assertRefused("wrong_ending", () => writeMade(join(folder, "a.erdf.json"), "{}", options));
  });
});

Deno.test("writeMade() makes folders when asked to", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "new/here/a.mmd");
    await assertRefused("no_folder", () => writeMade(path, "", RULES));
    await writeMade(path, "", { ...RULES, makeFolders: true });
    assert((await Deno.stat(path)).isFile);
  });
});

Deno.test("writeMade() refuses to replace a folder, and stays inside the root", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "a.mmd"));
    await assertRefused(
      "not_a_file",
      () => writeMade(join(folder, "a.mmd"), "", { ...RULES, overwrite: true }),
    );
    await Deno.mkdir(join(folder, "root"));
    await Deno.symlink("../out.mmd", join(folder, "root", "link.mmd"));
    const options = { ...RULES, root: join(folder, "root") };
    await assertRefused("outside_root", () => writeMade(join(folder, "root", "link.mmd"), "", options));
  });
});

Deno.test("madeStatus() compares without the checksum", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "a.mmd");
    const statusOf = async (text: string) => (await madeStatus(path, text, RULES)).status;
    assertEquals(await statusOf("one\n"), "missing");
    await writeMade(path, "one\n", RULES);
    assertEquals([await statusOf("one\n"), await statusOf("two\n")], ["current", "differs"]);
    await Deno.writeTextFile(path, "one\n");
    assertEquals(await statusOf("one\n"), "current");
  });
});
