import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { createDocument, writeDocument } from "./create_document.ts";
import { assertRefused, DOOR, inFolder, namesIn, written } from "../testing.ts";

Deno.test("createDocument() writes two-space indent and one final newline", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    const { before, changed } = await createDocument(path, DOOR);
    assertEquals([before, changed], [undefined, true]);
    assertEquals(await Deno.readTextFile(path), JSON.stringify(DOOR, null, 2) + "\n");
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("createDocument() fills an empty file", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "\n");
    assertEquals((await createDocument(path, DOOR)).changed, true);
  });
});

Deno.test("createDocument() refuses an existing document", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "{}");
    await assertRefused("exists", () => createDocument(path, DOOR));
    assertEquals(await Deno.readTextFile(path), "{}");
  });
});

Deno.test("createDocument() lets one of many creators win", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    const results = await Promise.allSettled([1, 2, 3].map(() => createDocument(path, DOOR)));
    assertEquals(results.filter((result) => result.status === "fulfilled").length, 1);
  });
});

Deno.test("createDocument() with overwrite keeps the wrapper", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", '{"stateMachine": {"state": 1}, "more": 1}');
    await createDocument(path, { state: 2 }, { overwrite: true });
    assertEquals(await Deno.readTextFile(path), '{"stateMachine": {"state": 2}, "more": 1}');
  });
});

Deno.test("createDocument() with overwrite refuses a file that cannot be parsed", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", '{"state": ');
    await assertRefused("json_syntax", () => createDocument(path, DOOR, { overwrite: true }));
    assertEquals(await Deno.readTextFile(path), '{"state": ');
  });
});

Deno.test("createDocument() with overwrite refuses a document of another kind", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "plan.json", '{"entities": []}');
    await assertRefused("wrong_kind", () => createDocument(path, DOOR, { overwrite: true }));
  });
});

Deno.test("createDocument() makes the target of a dangling link inside the root", async () => {
  await inFolder(async (folder) => {
    await Deno.symlink("door.smdf.json", join(folder, "link.smdf.json"));
    await createDocument(join(folder, "link.smdf.json"), DOOR, { root: folder });
    assertEquals(await namesIn(folder), ["door.smdf.json", "link.smdf.json"]);
  });
});

Deno.test("createDocument() refuses a folder that takes no files", async () => {
  await assertRefused("not_writable", () => createDocument("/proc/door.smdf.json", DOOR));
});

Deno.test("createDocument() takes a name as long as the file system allows", async () => {
  await inFolder(async (folder) => {
    const name = "d".repeat(245) + ".smdf.json";
    await createDocument(join(folder, name), DOOR);
    assertEquals(await namesIn(folder), [name]);
  });
});

Deno.test("writeDocument() touches only the text of what differs", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", '{"state": {"name":"A"}, "n": 1.0}');
    await writeDocument(path, { state: { name: "B" }, n: 1 });
    assertEquals(await Deno.readTextFile(path), '{"state": {"name":"B"}, "n": 1.0}');
  });
});

Deno.test("writeDocument() refuses to make a file that was at a revision", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    const error = await assertRefused(
      "stale_revision",
      () => writeDocument(path, DOOR, { expectedRevision: "12ab" }),
    );
    assertEquals([error.expectedRevision, error.actualRevision], ["12ab", undefined]);
    assertEquals(await namesIn(folder), []);
  });
});
