import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { readDocument } from "./document.ts";
import { assertRefused, DOOR, inFolder, written } from "./testing.ts";

const TEXT = JSON.stringify(DOOR);

Deno.test("readDocument() reads a bare document", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", TEXT);
    const document = await readDocument(path);
    assertEquals([document.kind, document.envelope, document.definition], ["machine", undefined, DOOR]);
  });
});

Deno.test("readDocument() unwraps a wrapped document", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", `{"stateMachine": ${TEXT}, "extra": 1}`);
    const document = await readDocument(path);
    assertEquals([document.envelope, document.definition], ["stateMachine", DOOR]);
    assertEquals(document.value, { stateMachine: DOOR, extra: 1 });
  });
});

Deno.test("readDocument() tells the kind of a plain name by the content", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "library.json", '{"entities": []}');
    assertEquals((await readDocument(path)).kind, "erd");
  });
});

Deno.test("readDocument() takes a machine that has no state yet, by its name", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "{}");
    assertEquals((await readDocument(path, { kind: "machine" })).kind, "machine");
  });
});

Deno.test("readDocument() keeps the byte order mark in the text and ignores it in the value", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", "\ufeff" + TEXT);
    const document = await readDocument(path);
    assertEquals([document.text, document.value], ["\ufeff" + TEXT, DOOR]);
  });
});

Deno.test("readDocument() gives another revision when one byte differs", async () => {
  await inFolder(async (folder) => {
    const first = await readDocument(await written(folder, "door.smdf.json", TEXT));
    const second = await readDocument(await written(folder, "door.smdf.json", TEXT + "\n"));
    assertEquals(/^[0-9a-f]{16}$/.test(first.revision), true);
    assertEquals(first.revision === second.revision, false);
  });
});

Deno.test("readDocument() says where broken JSON breaks off", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", '{\n  "state": {');
    const error = await assertRefused("json_syntax", () => readDocument(path));
    assertEquals([error.line, error.column], [2, 13]);
    assertEquals(error.message.startsWith(`"${path}" cannot be read: the JSON breaks off at line 2`), true);
  });
});

Deno.test("readDocument() refuses another kind than was asked for", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "library.erdf.json", '{"entities": []}');
    await assertRefused("wrong_kind", () => readDocument(path, { kind: "machine" }));
  });
});

Deno.test("readDocument() refuses a name and a content that disagree", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "door.smdf.json", '{"entities": []}');
    await assertRefused("wrong_kind", () => readDocument(path));
  });
});

Deno.test("readDocument() refuses a document that is no kind", async () => {
  await inFolder(async (folder) => {
    await assertRefused(
      "unknown_kind",
      async () => readDocument(await written(folder, "a.json", '{"a": 1}')),
    );
    await assertRefused("unknown_kind", async () => readDocument(await written(folder, "b.smdf.json", "[]")));
  });
});

Deno.test("readDocument() refuses 10,000 levels", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "deep.smdf.json", "[".repeat(10_000) + "]".repeat(10_000));
    await assertRefused("too_deep", () => readDocument(path));
  });
});

Deno.test("readDocument() refuses 50 MB without reading them", async () => {
  await inFolder(async (folder) => {
    const path = await written(folder, "large.smdf.json", "");
    await Deno.truncate(path, 50_000_000);
    const error = await assertRefused("too_large", () => readDocument(path));
    assertEquals(error.message.includes("47.7 MiB"), true);
  });
});

Deno.test("readDocument() refuses a folder, a missing file, and bytes that are no text", async () => {
  await inFolder(async (folder) => {
    await assertRefused("not_a_file", () => readDocument(folder));
    await assertRefused("not_found", () => readDocument(join(folder, "no.smdf.json")));
    const path = join(folder, "bytes.smdf.json");
    await Deno.writeFile(path, new Uint8Array([0x7b, 0xff, 0x7d]));
    await assertRefused("not_utf8", () => readDocument(path));
  });
});

Deno.test("readDocument() does not wait at a pipe", async () => {
  await inFolder(async (folder) => {
    const path = join(folder, "pipe.smdf.json");
    const { success } = await new Deno.Command("mkfifo", { args: [path] }).output().catch(() => ({
      success: false,
    }));
    if (success) await assertRefused("not_a_file", () => readDocument(path));
  });
});

Deno.test("readDocument() says that XML is to be converted", async () => {
  await inFolder(async (folder) => {
    await assertRefused("not_json", async () => readDocument(await written(folder, "door.smdf.xml", "<a/>")));
  });
});
