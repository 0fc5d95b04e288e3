import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { editDocument } from "./edit_document.ts";
import { noteSave, savedChanges, unnoteSave } from "./saved_changes.ts";
import { DOOR, inFolder, namesIn, written } from "../testing.ts";

const HOUR = 60 * 60 * 1000;

Deno.test("savedChanges() tells what editDocument() was told to be in the text", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", JSON.stringify(DOOR));
    const first = await editDocument(path, (door) => ({ ...door, x: 1 }), { savedChanges: ["a.1", "b.1"] });
    const second = await editDocument(path, (door) => ({ ...door, x: 2 }), { savedChanges: ["a.2"] });
    assertEquals(await savedChanges(path, second.after), ["a.1", "b.1", "a.2"]);
    assertEquals(await namesIn(folder), [".door.smdf.json.saved-loom", "door.smdf.json"].toSorted());
    assertEquals(first.after === second.after, false);
  });
});

Deno.test("savedChanges() leaves out a save that was noted and never written", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    await noteSave(path, { base: "r0", revision: "r1", at: 1, opIds: ["a.1"] });
    await noteSave(path, { base: "r1", revision: "r2", at: 2, opIds: ["a.2"] });
    assertEquals(await savedChanges(path, "r1"), ["a.1"]);
    assertEquals(await savedChanges(path, "r2"), ["a.1", "a.2"]);
    assertEquals(await savedChanges(path, "an edit on top of it"), ["a.1", "a.2"]);
    // The next save is based on what there is.
    await noteSave(path, { base: "r1", revision: "r3", at: 3, opIds: ["a.3"] });
    assertEquals(await savedChanges(path, "r3"), ["a.1", "a.3"]);
  });
});

Deno.test("noteSave() keeps the names of a day, and the latest of many", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    await noteSave(path, { base: "r0", revision: "r1", at: 0, opIds: ["old"] });
    await noteSave(path, { base: "r1", revision: "r2", at: 25 * HOUR, opIds: ["new"] });
    assertEquals(await savedChanges(path, "r2"), ["new"]);
    const many = Array.from({ length: 2_500 }, (_, at) => `m.${at}`);
    await noteSave(path, { base: "r2", revision: "r3", at: 25 * HOUR, opIds: many });
    assertEquals(await savedChanges(path, "r3"), many.slice(500));
  });
});

Deno.test("savedChanges() knows nothing where there is no note that can be read", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "door.smdf.json");
    assertEquals(await savedChanges(path, "r1"), undefined);
    for (const text of ["", "[]", '{"saves": 1}']) {
      await written(folder, ".door.smdf.json.saved-loom", text);
      assertEquals(await savedChanges(path, "r1"), undefined);
    }
    await written(folder, ".door.smdf.json.saved-loom", '{"saves": [{"base": "r0"}, null]}');
    assertEquals(await savedChanges(path, "r1"), []);
  });
});

Deno.test("editDocument() writes the document also where the note cannot be written", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", JSON.stringify(DOOR));
    await Deno.mkdir(join(folder, ".door.smdf.json.saved-loom"));
    const { changed } = await editDocument(path, (door) => ({ ...door, x: 1 }), { savedChanges: ["a.1"] });
    assertEquals(changed, true);
  });
});

Deno.test("savedChanges() knows nothing of a save that failed, whatever is written afterwards", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", JSON.stringify(DOOR));
    await editDocument(path, (door) => ({ ...door, x: 1 }), { savedChanges: ["a.1"] });
    // Where the new text is to be written first, something stands that cannot be removed.
    const obstacle = join(folder, ".door.smdf.json.tmp-loom");
    await Deno.mkdir(join(obstacle, "full"), { recursive: true });
    await assertRejects(() => editDocument(path, (door) => ({ ...door, x: 2 }), { savedChanges: ["a.2"] }));
    await Deno.remove(obstacle, { recursive: true });
    const { after } = await editDocument(path, (door) => ({ ...door, x: 3 }));
    assertEquals(await savedChanges(path, after), ["a.1"]);
    await noteSave(path, { base: after, revision: "r", at: Date.now(), opIds: ["a.3"] });
    await unnoteSave(path, "another");
    assertEquals(await savedChanges(path, "r"), ["a.1", "a.3"]);
    await unnoteSave(path, "r");
    assertEquals(await savedChanges(path, "r"), ["a.1"]);
  });
});
