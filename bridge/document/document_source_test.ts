import { DocumentReadError } from "@loom/protocol";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { documentSource } from "./document_source.ts";

const DOOR = { settings: { name: "Door" }, events: [], state: { name: "Root" } };

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("resolve() follows links to the real path, of a file to come as well", () =>
  inFolder(async (folder) => {
    await Deno.symlink(`${folder}/door.smdf.json`, `${folder}/link.smdf.json`);
    const source = documentSource();
    assertEquals(await source.resolve(`${folder}/x/../link.smdf.json`), {
      ok: true,
      docId: `${folder}/door.smdf.json`,
    });
  }));

Deno.test("resolve() begins relative ids at the root", () =>
  inFolder(async (folder) => {
    assertEquals(await documentSource({ root: folder }).resolve("a.erdf.json"), {
      ok: true,
      docId: `${folder}/a.erdf.json`,
    });
  }));

Deno.test("resolve() refuses what is no document by its name", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/notes.txt`, "{}");
    await Deno.symlink(`${folder}/notes.txt`, `${folder}/notes.smdf.json`);
    for (const name of ["notes.txt", "door.smdf.xml", "", "notes.smdf.json"]) {
      const resolved = await documentSource().resolve(`${folder}/${name}`);
      assertEquals(resolved.ok || resolved.code, "forbidden_path", name);
    }
  }));

Deno.test("resolve() says what is wrong with a path when there is no root", () =>
  inFolder(async (folder) => {
    const resolved = await documentSource().resolve(`${folder}/none/door.smdf.json`);
    assertEquals(resolved.ok || resolved.code, "read_failed");
    assertStringIncludes(resolved.ok ? "" : resolved.message, "no folder");
  }));

Deno.test("read() unwraps the document and gives revision and time", () =>
  inFolder(async (folder) => {
    const path = `${folder}/door.smdf.json`;
    await Deno.writeTextFile(path, JSON.stringify({ stateMachine: DOOR }));
    const content = await documentSource().read(path);
    assertEquals([content?.def, content?.mtime], [DOOR, (await Deno.stat(path)).mtime?.getTime()]);
  }));

Deno.test("read() gives null without a file", () =>
  inFolder(async (folder) => {
    assertEquals(await documentSource().read(`${folder}/door.smdf.json`), null);
  }));

Deno.test("read() refuses what is no document, and does not quote it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/config.json`;
    for (const text of ['{"password": "hunter2"}', '{"password": "hunter2"', "hunter2", "", "[]"]) {
      await Deno.writeTextFile(path, text);
      const error = await assertRejects(() => documentSource().read(path), DocumentReadError);
      assertEquals(error.message.includes("hunter2"), false, error.message);
    }
  }));

Deno.test("read() does not follow a link out of the root that was made later", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/root`);
    await Deno.writeTextFile(`${folder}/secret.smdf.json`, JSON.stringify(DOOR));
    const source = documentSource({ root: `${folder}/root` });
    const resolved = await source.resolve("door.smdf.json");
    await Deno.symlink(`${folder}/secret.smdf.json`, `${folder}/root/door.smdf.json`);
    await assertRejects(() => source.read(resolved.ok ? resolved.docId : ""), DocumentReadError);
  }));

Deno.test("watch() tells of changes until it is closed", () =>
  inFolder(async (folder) => {
    const path = `${folder}/door.smdf.json`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const watch = documentSource().watch(path, resolve);
    await watch.ready;
    await Deno.writeTextFile(path, JSON.stringify(DOOR));
    await promise;
    await watch.close();
  }));
