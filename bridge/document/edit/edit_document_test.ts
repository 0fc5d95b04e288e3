import { assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { editDocument } from "./edit_document.ts";
import type { WriteOptions } from "./write_definition.ts";
import { readDocument } from "../document.ts";
import { assertRefused, DOOR, inFolder, namesIn, written } from "../testing.ts";

type Door = typeof DOOR;

const TEXT = JSON.stringify(DOOR, null, 2) + "\n";

async function withDoor(text: string, test: (path: string, folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => await test(await written(folder, "door.smdf.json", text), folder));
}

function renamed(name: string): (door: Door) => Door {
  return (door) => ({ ...door, settings: { ...door.settings, name } });
}

/** Asserts that an edit is refused and that it left the file and its folder as they were. */
async function assertUntouched(
  code: Parameters<typeof assertRefused>[0],
  text: string,
  edit: (door: Door) => Door,
  options?: WriteOptions,
): Promise<void> {
  await withDoor(text, async (path, folder) => {
    await assertRefused(code, () => editDocument(path, edit, options));
    assertEquals(await Deno.readTextFile(path), text);
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
}

Deno.test("editDocument() touches only the text of what changes", async () => {
  await withDoor(TEXT, async (path) => {
    await editDocument(path, renamed("Gate"));
    assertEquals(await Deno.readTextFile(path), TEXT.replace("Door", "Gate"));
  });
});

Deno.test("editDocument() gives the revisions before and after", async () => {
  await withDoor(TEXT, async (path) => {
    const { revision } = await readDocument(path);
    const { before, after, changed } = await editDocument(path, renamed("Gate"));
    assertEquals([before, after, changed], [revision, (await readDocument(path)).revision, true]);
  });
});

Deno.test("editDocument() keeps the wrapper and what stands beside it", async () => {
  await withDoor('{"x": [1], "StateMachine": {"settings": {"name": "Door"}}, "y": 2.0}', async (path) => {
    await editDocument(path, renamed("Gate"));
    assertEquals(
      await Deno.readTextFile(path),
      '{"x": [1], "StateMachine": {"settings": {"name": "Gate"}}, "y": 2.0}',
    );
  });
});

Deno.test("editDocument() gives the same bytes when an edit is taken back", async () => {
  const text = '{"settings" :{"name":"D\\u006for"} ,"state":{ "name": "Root","transitions":[\n\n]}\r\n}';
  await withDoor(text, async (path) => {
    await editDocument(path, () => DOOR);
    await editDocument<object>(path, () => JSON.parse(text));
    assertEquals(await Deno.readTextFile(path), text);
  });
});

Deno.test("editDocument() writes nothing when nothing changes", async () => {
  await withDoor(TEXT, async (path) => {
    const { ino } = await Deno.stat(path);
    const { changed } = await editDocument(path, (door: Door) => structuredClone(door));
    assertEquals([changed, (await Deno.stat(path)).ino], [false, ino]);
  });
});

Deno.test("editDocument() writes nothing in a dry run", async () => {
  await withDoor(TEXT, async (path) => {
    const { text, changed } = await editDocument(path, renamed("Gate"), { dryRun: true });
    assertEquals([text, changed], [TEXT.replace("Door", "Gate"), true]);
    assertEquals(await Deno.readTextFile(path), TEXT);
  });
});

Deno.test("editDocument() asks for no lock in a dry run", async () => {
  await withDoor(TEXT, async (path, folder) => {
    using held = await Deno.open(join(folder, ".door.smdf.json.lock-loom"), { create: true, write: true });
    await held.lock(true);
    assertEquals((await editDocument(path, renamed("Gate"), { dryRun: true })).changed, true);
  });
});

Deno.test("editDocument() refuses an edit that changes the definition in place", async () => {
  await withDoor(TEXT, async (path) => {
    const edit = (door: Door) => {
      door.settings.name = "Gate";
      return door;
    };
    await assertRejects(() => editDocument(path, edit), TypeError);
    assertEquals(await Deno.readTextFile(path), TEXT);
  });
});

Deno.test("editDocument() says that a file is missing", async () => {
  await inFolder(async (folder) => {
    await assertRefused("not_found", () => editDocument(join(folder, "door.smdf.json"), renamed("Gate")));
    assertEquals(await namesIn(folder), []);
  });
});

Deno.test("editDocument() loses no edit when many are made at once", async () => {
  await withDoor('{"state": {"states": []}}', async (path, folder) => {
    type Machine = { state: { states: string[] } };
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        editDocument<Machine>(path, async ({ state }) => {
          await Promise.resolve();
          return { state: { states: [...state.states, `S${index}`] } };
        })),
    );
    assertEquals(JSON.parse(await Deno.readTextFile(path)).state.states.length, 50);
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() writes through a symbolic link, which stays one", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const link = join(folder, "link.smdf.json");
    await Deno.symlink("door.smdf.json", link);
    await editDocument(link, renamed("Gate"));
    assertEquals(await Deno.readLink(link), "door.smdf.json");
    assertEquals(await Deno.readTextFile(path), TEXT.replace("Door", "Gate"));
  });
});

Deno.test("editDocument() keeps the file's mode", async () => {
  await withDoor(TEXT, async (path) => {
    await Deno.chmod(path, 0o640);
    await editDocument(path, renamed("Gate"));
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o7777, 0o640);
  });
});

Deno.test("editDocument() removes what a killed writer left", async () => {
  await withDoor(TEXT, async (path, folder) => {
    await written(folder, ".door.smdf.json.tmp-loom", '{"sett');
    await written(folder, ".door.smdf.json.lock-loom", "");
    await editDocument(path, renamed("Gate"));
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() does not write where a planted link leads", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const victim = await written(folder, "victim", "mine");
    await Deno.symlink(victim, join(folder, ".door.smdf.json.tmp-loom"));
    await editDocument(path, renamed("Gate"));
    assertEquals(await Deno.readTextFile(victim), "mine");
    await Deno.symlink(victim, join(folder, ".door.smdf.json.lock-loom"));
    await assertRefused("not_writable", () => editDocument(path, renamed("Hatch")));
  });
});

Deno.test("editDocument() passes on what the edit throws and leaves the file", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const refuse = () => {
      throw new RangeError("no");
    };
    await assertRejects(() => editDocument(path, refuse), RangeError);
    assertEquals(await Deno.readTextFile(path), TEXT);
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
    await editDocument(path, renamed("Gate"));
  });
});

Deno.test("editDocument() refuses a stale revision and names both", async () => {
  await withDoor(TEXT, async (path) => {
    const { revision } = await readDocument(path);
    const { after } = await editDocument(path, renamed("Gate"), { expectedRevision: revision });
    const error = await assertRefused("stale_revision", () => {
      return editDocument(path, renamed("Hatch"), { expectedRevision: revision });
    });
    assertEquals([error.expectedRevision, error.actualRevision], [revision, after]);
    assertEquals(error.message.includes(revision) && error.message.includes(after), true);
  });
});

Deno.test("editDocument() refuses a file that cannot be parsed", async () => {
  await assertUntouched("json_syntax", TEXT.slice(0, 30), renamed("Gate"));
});

Deno.test("editDocument() refuses another kind", async () => {
  await assertUntouched("wrong_kind", TEXT, renamed("Gate"), { kind: "erd" });
});

Deno.test("editDocument() refuses a file that is too large", async () => {
  await assertUntouched("too_large", TEXT, renamed("Gate"), { maxBytes: 20 });
});

Deno.test("editDocument() refuses an edit after which the document would be too large", async () => {
  await assertUntouched("too_large", TEXT, renamed("G".repeat(200)), { maxBytes: 200 });
});

Deno.test("editDocument() refuses an edit that makes another kind", async () => {
  await assertUntouched("wrong_kind", TEXT, () => ({ entities: [] }) as unknown as Door);
});

Deno.test("editDocument() refuses an edit whose result could not be read again", async () => {
  const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
  await assertUntouched("invalid_definition", TEXT, (door) => ({ ...door, deep }));
  await assertUntouched("invalid_definition", TEXT, () => null as unknown as Door);
});

Deno.test("editDocument() writes a definition as deep as can be read", async () => {
  await withDoor(TEXT, async (path) => {
    const deep = JSON.parse("[".repeat(999) + "]".repeat(999));
    assertEquals((await editDocument(path, (door: Door) => ({ ...door, deep }))).changed, true);
    assertEquals((await editDocument(path, renamed("Gate"))).changed, true);
    assertEquals((await editDocument(path, () => DOOR)).changed, true);
  });
});

Deno.test("editDocument() refuses a read-only file", async () => {
  await withDoor(TEXT, async (path, folder) => {
    await Deno.chmod(path, 0o444);
    await assertRefused("not_writable", () => editDocument(path, renamed("Gate")));
    assertEquals(await Deno.readTextFile(path), TEXT);
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() refuses a document outside the root", async () => {
  await withDoor(TEXT, async (path, folder) => {
    await Deno.mkdir(join(folder, "root"));
    await assertRefused(
      "outside_root",
      () => editDocument(path, renamed("Gate"), { root: join(folder, "root") }),
    );
  });
});

Deno.test("editDocument() gives up when the lock does not come free", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const held = await Deno.open(join(folder, ".door.smdf.json.lock-loom"), { create: true, write: true });
    await held.lock(true);
    await assertRefused("locked", () => editDocument(path, renamed("Gate"), { lockTimeout: 30 }));
    assertEquals(await Deno.readTextFile(path), TEXT);
    held.close();
    await editDocument(path, renamed("Gate"));
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() gives up when an edit of this process does not end", async () => {
  await withDoor(TEXT, async (path) => {
    const entered = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = editDocument<Door>(path, async (door) => {
      entered.resolve();
      await promise;
      return renamed("Gate")(door);
    });
    await entered.promise;
    await assertRefused("locked", () => editDocument(path, renamed("Hatch"), { lockTimeout: 30 }));
    resolve();
    assertEquals((await first).changed, true);
  });
});

Deno.test("editDocument() refuses what could not be opened again", async () => {
  const broken = (door: Door) => ({ ...door, state: { ...door.state, transitions: 5 } });
  await assertUntouched("invalid_definition", TEXT, broken);
});

Deno.test("editDocument() mends a document that cannot be opened in several steps", async () => {
  const text = '{"settings": {"name": "Door"}, "events": 5, "state": {"name": "Root", "states": 5}}';
  await withDoor(text, async (path) => {
    assertEquals((await editDocument(path, (door: Door) => ({ ...door, events: [] }))).changed, true);
  });
});

Deno.test("editDocument() makes a change again on what a text editor has written meanwhile", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const seen: string[] = [];
    const { definition } = await editDocument<Door>(path, async (door) => {
      seen.push(door.settings.name);
      if (seen.length === 1) await Deno.writeTextFile(path, TEXT.replace("Door", "Hatch"));
      return { ...door, more: 1 };
    });
    assertEquals(seen, ["Door", "Hatch"]);
    assertEquals(definition, { ...DOOR, settings: { ...DOOR.settings, name: "Hatch" }, more: 1 });
    assertEquals((await readDocument(path)).definition, definition);
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() refuses a change whose revision a text editor has left behind meanwhile", async () => {
  await withDoor(TEXT, async (path) => {
    const { revision } = await readDocument(path);
    const edited = TEXT.replace("Door", "Hatch");
    const edit = async (door: Door) => {
      await Deno.writeTextFile(path, edited);
      return renamed("Gate")(door);
    };
    await assertRefused("stale_revision", () => editDocument(path, edit, { expectedRevision: revision }));
    assertEquals(await Deno.readTextFile(path), edited);
  });
});

Deno.test("editDocument() gives up on a file that is written again and again, and writes nothing over it", async () => {
  await withDoor(TEXT, async (path, folder) => {
    let count = 0;
    const edit = async (door: Door) => {
      await Deno.writeTextFile(path, TEXT.replace("Door", `Door${++count}`));
      return renamed("Gate")(door);
    };
    await assertRefused("stale_revision", () => editDocument(path, edit));
    assertEquals(await Deno.readTextFile(path), TEXT.replace("Door", `Door${count}`));
    assertEquals(await namesIn(folder), ["door.smdf.json"]);
  });
});

Deno.test("editDocument() does not bring back a file that was taken away meanwhile", async () => {
  await withDoor(TEXT, async (path, folder) => {
    const edit = async (door: Door) => {
      await Deno.remove(path);
      return renamed("Gate")(door);
    };
    await assertRefused("not_found", () => editDocument(path, edit));
    assertEquals(await namesIn(folder), []);
  });
});
