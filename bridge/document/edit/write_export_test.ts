import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { assertRefused, inFolder, namesIn, written } from "../testing.ts";
import { writeExport } from "./write_export.ts";

Deno.test("writeExport() writes text and bytes", async () => {
  await inFolder(async (folder) => {
    await writeExport(join(folder, "a.txt"), "ü");
    await writeExport(join(folder, "b.bin"), new Uint8Array([1, 2]));
    assertEquals(await Deno.readTextFile(join(folder, "a.txt")), "ü");
    assertEquals(await Deno.readFile(join(folder, "b.bin")), new Uint8Array([1, 2]));
    assertEquals(await namesIn(folder), ["a.txt", "b.bin"]);
  });
});

Deno.test("writeExport() replaces a file only when told to", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "a.txt", "old");
    await assertRefused("exists", () => writeExport(path, "new"));
    assertEquals(await Deno.readTextFile(path), "old");
    await writeExport(path, "new", { overwrite: true });
    assertEquals(await Deno.readTextFile(path), "new");
  });
});

Deno.test("writeExport() refuses to replace a folder", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "a"));
    await assertRefused("not_a_file", () => writeExport(join(folder, "a"), "new", { overwrite: true }));
    assertEquals(await namesIn(folder), ["a"]);
  });
});

Deno.test("writeExport() stays inside the root", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "root"));
    await Deno.symlink("../out.txt", join(folder, "root", "link"));
    await assertRefused(
      "outside_root",
      () => writeExport(join(folder, "root", "link"), "", { root: join(folder, "root") }),
    );
  });
});
