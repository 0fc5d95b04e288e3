import { assertEquals, assertRejects } from "@std/assert";
import { DocumentError } from "./document_error.ts";
import { makeFolderOf, resolveNewPath } from "./resolve_path.ts";

const onWindows = Deno.build.os === "windows";

async function inFolder(test: (root: string, outside: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const [root, outside] = [`${folder}/root`, `${folder}/outside`];
  await Deno.mkdir(root);
  await Deno.mkdir(outside);
  try {
    await test(root, outside);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function assertOutside(path: string, root: string): Promise<void> {
  const error = await assertRejects(() => resolveNewPath(path, root), DocumentError);
  assertEquals(error.code, "outside_root", path);
  await assertRejects(() => makeFolderOf(path, root), DocumentError);
}

Deno.test("resolveNewPath() follows a path through folders that are not there yet", () =>
  inFolder(async (root) => {
    assertEquals(await resolveNewPath(`${root}/a.json`, root), `${root}/a.json`);
    assertEquals(await resolveNewPath(`${root}/a/b/c.json`, root), `${root}/a/b/c.json`);
    assertEquals(await resolveNewPath(`${root}/a/../b/c.json`, root), `${root}/b/c.json`);
  }));

Deno.test("resolveNewPath() refuses what leaves the root", () =>
  inFolder(async (root, outside) => {
    for (
      const path of [`${outside}/a.json`, `${root}/../a.json`, `${root}/x/../../a/b.json`, `${root}2/a.json`]
    ) {
      await assertOutside(path, root);
    }
  }));

Deno.test({
  name: "resolveNewPath() refuses links that lead out of the root, dangling ones too",
  ignore: onWindows,
  fn: () =>
    inFolder(async (root, outside) => {
      await Deno.symlink(outside, `${root}/folder`);
      await Deno.symlink(`${outside}/not_there`, `${root}/dangling`);
      await Deno.symlink(`${outside}/new.json`, `${root}/file.json`);
      const paths = [
        "folder/a.json",
        "folder/new/a.json",
        "dangling",
        "dangling/a.json",
        "dangling/b/a.json",
        "file.json",
      ];
      for (const path of paths) {
        const error = await assertRejects(() => resolveNewPath(`${root}/${path}`, root), DocumentError);
        // Of a folder that a dangling link names, it is the missing that is told.
        assertEquals(error.code, path.startsWith("dangling/") ? "no_folder" : "outside_root", path);
        await assertRejects(() => makeFolderOf(`${root}/${path}`, root), DocumentError);
      }
      assertEquals(Array.from(Deno.readDirSync(outside)), []);
    }),
});

Deno.test("makeFolderOf() makes the folders of a file", () =>
  inFolder(async (root) => {
    await makeFolderOf(`${root}/a/b/c.json`, root);
    assertEquals((await Deno.stat(`${root}/a/b`)).isDirectory, true);
  }));
