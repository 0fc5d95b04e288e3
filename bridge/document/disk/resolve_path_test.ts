import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { resolveDocumentPath } from "./resolve_path.ts";
import { assertRefused, inFolder, written } from "../testing.ts";

Deno.test("resolveDocumentPath() follows links to the file", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "{}");
    await Deno.symlink(path, join(folder, "a"));
    await Deno.symlink("a", join(folder, "b"));
    assertEquals(await resolveDocumentPath(join(folder, "b")), {
      path: join(folder, "b"),
      realPath: path,
      exists: true,
    });
  });
});

Deno.test("resolveDocumentPath() gives the file that a dangling link names", async () => {
  await inFolder(async (folder) => {
    await Deno.symlink("new.smdf.json", join(folder, "link"));
    const { realPath, exists } = await resolveDocumentPath(join(folder, "link"), { root: folder });
    assertEquals([realPath, exists], [join(folder, "new.smdf.json"), false]);
  });
});

Deno.test("resolveDocumentPath() refuses a path with dots out of the root", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "root"));
    await assertRefused("outside_root", () => {
      return resolveDocumentPath(`${folder}/root/../door.smdf.json`, { root: join(folder, "root") });
    });
  });
});

Deno.test("resolveDocumentPath() refuses a folder whose name begins like the root", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "root"));
    await Deno.mkdir(join(folder, "rooted"));
    await assertRefused("outside_root", () => {
      return resolveDocumentPath(`${folder}/rooted/door.smdf.json`, { root: join(folder, "root") });
    });
  });
});

for (const target of ["there.smdf.json", "missing.smdf.json"]) {
  Deno.test(`resolveDocumentPath() refuses a link out of the root to ${target}`, async () => {
    await inFolder(async (folder) => {
      await Deno.mkdir(join(folder, "root"));
      await written(folder, "there.smdf.json", "{}");
      const link = join(folder, "root", "link");
      await Deno.symlink(join("..", target), link);
      await assertRefused("outside_root", () => resolveDocumentPath(link, { root: join(folder, "root") }));
    });
  });
}

Deno.test("resolveDocumentPath() refuses a linked folder out of the root", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "root"));
    await Deno.mkdir(join(folder, "other"));
    await Deno.symlink(join(folder, "other"), join(folder, "root", "in"));
    await assertRefused("outside_root", () => {
      return resolveDocumentPath(join(folder, "root", "in", "new.smdf.json"), { root: join(folder, "root") });
    });
  });
});

Deno.test("resolveDocumentPath() says nothing about where a link outside the root leads", async () => {
  await inFolder(async (folder) => {
    const root = join(folder, "root");
    await Deno.mkdir(root);
    await Deno.mkdir(join(folder, "secret"));
    for (
      const [name, target] of [["a", "secret"], ["b", "secret/new.json"], [
        "c",
        "secret/missing/new.json",
      ]] as const
    ) {
      const path = join(root, name);
      await Deno.symlink(join(folder, target), path);
      const { message } = await assertRefused("outside_root", () => resolveDocumentPath(path, { root }));
      assertEquals(
        message,
        `"${path}" lies outside the permitted folder "${root}": choose a path inside it.`,
      );
    }
    await Deno.symlink(join(root, "missing", "new.json"), join(root, "d"));
    const { message } = await assertRefused(
      "no_folder",
      () => resolveDocumentPath(join(root, "d"), { root }),
    );
    assertEquals(message.includes("missing"), false);
  });
});

Deno.test("resolveDocumentPath() accepts a path in a root that is a link itself", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "root"));
    await Deno.symlink(join(folder, "root"), join(folder, "link"));
    const { realPath } = await resolveDocumentPath(join(folder, "link", "new.smdf.json"), {
      root: join(folder, "link"),
    });
    assertEquals(realPath, join(folder, "root", "new.smdf.json"));
  });
});

Deno.test("resolveDocumentPath() admits nothing when the root does not exist", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "{}");
    await assertRefused("outside_root", () => resolveDocumentPath(path, { root: join(folder, "no") }));
  });
});

Deno.test("resolveDocumentPath() refuses a loop of links", async () => {
  await inFolder(async (folder) => {
    await Deno.symlink("b", join(folder, "a"));
    await Deno.symlink("a", join(folder, "b"));
    await assertRefused("symlink_loop", () => resolveDocumentPath(join(folder, "a")));
  });
});

Deno.test("resolveDocumentPath() refuses a NUL and an empty path", async () => {
  await assertRefused("unsafe_path", () => resolveDocumentPath("door\0.smdf.json"));
  await assertRefused("unsafe_path", () => resolveDocumentPath(""));
});

Deno.test("resolveDocumentPath() names the folder that is missing", async () => {
  await inFolder(async (folder) => {
    const error = await assertRefused(
      "no_folder",
      () => resolveDocumentPath(join(folder, "no", "door.smdf.json")),
    );
    assertEquals(error.message.includes(`no folder "${join(folder, "no")}"`), true);
  });
});

Deno.test("resolveDocumentPath() refuses a path below a file", async () => {
  await inFolder(async (folder) => {
    const file = await written(folder, "file", "");
    await assertRefused("no_folder", () => resolveDocumentPath(join(file, "door.smdf.json")));
  });
});
