import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { createDocument } from "../edit/create_document.ts";
import { editDocument } from "../edit/edit_document.ts";
import { readDocumentText } from "../disk/read_text.ts";
import { type DocumentChange, watchDocument, type WatchOptions } from "./watch_document.ts";

const DOOR = { settings: {}, events: [], state: { name: "Door" } };
const TEXT = JSON.stringify(DOOR);

/** A watch whose reports can be awaited one by one. */
class Reports {
  readonly #arrived: DocumentChange[] = [];
  #waiting: ((change: DocumentChange) => void) | undefined;

  readonly take = (change: DocumentChange): void => {
    if (this.#waiting) this.#waiting(change);
    else this.#arrived.push(change);
    this.#waiting = undefined;
  };

  next(): Promise<DocumentChange> {
    const first = this.#arrived.shift();
    if (first) return Promise.resolve(first);
    return new Promise((resolve) => this.#waiting = resolve);
  }

  /** The state's name in the next report. */
  async nextName(): Promise<unknown> {
    const change = await this.next();
    return change.type === "changed" ? JSON.parse(change.source.text).state.name : change.type;
  }

  get left(): number {
    return this.#arrived.length;
  }
}

async function watching(
  prepare: (folder: string) => Promise<string>,
  test: (path: string, reports: Reports) => Promise<void>,
  options: WatchOptions = {},
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    const path = await prepare(folder);
    const reports = new Reports();
    await using watch = watchDocument(path, reports.take, { debounce: 10, patience: 60, ...options });
    await watch.ready;
    await test(path, reports);
    assertEquals(reports.left, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function withDoor(folder: string): Promise<string> {
  const path = join(folder, "door.smdf.json");
  await createDocument(path, DOOR);
  return path;
}

function missing(folder: string): Promise<string> {
  return Promise.resolve(join(folder, "door.smdf.json"));
}

async function rename(path: string, name: string): Promise<void> {
  await editDocument(path, (definition) => ({ ...definition, state: { name } }));
}

Deno.test("watchDocument() reports an edit once with its revision", async () => {
  await watching(withDoor, async (path, reports) => {
    const { after } = await editDocument(path, (definition) => ({ ...definition, state: { name: "Gate" } }));
    const change = await reports.next();
    assertEquals(change.type === "changed" && change.revision, after);
  });
});

Deno.test("watchDocument() goes on after the file was replaced by a rename", async () => {
  await watching(withDoor, async (path, reports) => {
    for (const name of ["Gate", "Hatch", "Lid"]) {
      await rename(path, name);
      assertEquals(await reports.nextName(), name);
    }
  });
});

Deno.test("watchDocument() says nothing of a rewrite with the same bytes", async () => {
  await watching(withDoor, async (path, reports) => {
    await Deno.writeFile(path, await Deno.readFile(path));
    await rename(path, "Gate");
    assertEquals(await reports.nextName(), "Gate");
  });
});

Deno.test("watchDocument() reports a file that comes late", async () => {
  await watching(missing, async (path, reports) => {
    await createDocument(path, DOOR);
    assertEquals(await reports.nextName(), "Door");
  });
});

Deno.test("watchDocument() reports a file whose folders come late", async () => {
  await watching((folder) => missing(join(folder, "a", "b")), async (path, reports) => {
    await Deno.mkdir(join(path, ".."), { recursive: true });
    await createDocument(path, DOOR);
    assertEquals(await reports.nextName(), "Door");
  });
});

Deno.test("watchDocument() reports that the file is removed, and that it comes back", async () => {
  await watching(withDoor, async (path, reports) => {
    await Deno.remove(path);
    assertEquals(await reports.next(), { type: "removed" });
    await createDocument(path, DOOR);
    assertEquals(await reports.nextName(), "Door");
  });
});

Deno.test("watchDocument() goes on after its folder was removed and made again", async () => {
  await watching(async (folder) => {
    await Deno.mkdir(join(folder, "doors"));
    return await withDoor(join(folder, "doors"));
  }, async (path, reports) => {
    await Deno.remove(join(path, ".."), { recursive: true });
    assertEquals(await reports.next(), { type: "removed" });
    await Deno.mkdir(join(path, ".."));
    await createDocument(path, { ...DOOR, state: { name: "Gate" } });
    assertEquals(await reports.nextName(), "Gate");
    await rename(path, "Hatch");
    assertEquals(await reports.nextName(), "Hatch");
  });
});

Deno.test("watchDocument() does not report what an editor has half written", async () => {
  await watching(withDoor, async (path, reports) => {
    await Deno.writeTextFile(path, "");
    await Deno.writeTextFile(path, TEXT.slice(0, 20));
    await Deno.writeTextFile(path, TEXT.replace("Door", "Gate"));
    assertEquals(await reports.nextName(), "Gate");
  }, { patience: 60_000 });
});

Deno.test("watchDocument() reports a file that stays broken, then its repair", async () => {
  await watching(withDoor, async (path, reports) => {
    await Deno.writeTextFile(path, TEXT.slice(0, 20));
    const change = await reports.next();
    assertEquals(change.type === "broken" && change.error.code, "json_syntax");
    await Deno.writeTextFile(path, TEXT);
    assertEquals(await reports.nextName(), "Door");
  });
});

Deno.test("watchDocument() sees changes of what a symbolic link leads to", async () => {
  await watching(async (folder) => {
    await Deno.mkdir(join(folder, "real"));
    const link = join(folder, "link.smdf.json");
    await Deno.symlink(await withDoor(join(folder, "real")), link);
    return link;
  }, async (link, reports) => {
    await rename(await Deno.realPath(link), "Gate");
    assertEquals(await reports.nextName(), "Gate");
  });
});

Deno.test("watchDocument() sees a symbolic link that is turned elsewhere", async () => {
  await watching(async (folder) => {
    const link = join(folder, "link.smdf.json");
    await Deno.symlink(await withDoor(folder), link);
    return link;
  }, async (link, reports) => {
    const gate = join(link, "..", "gate.smdf.json");
    await createDocument(gate, { ...DOOR, state: { name: "Gate" } });
    await Deno.symlink(gate, `${link}.new`);
    await Deno.rename(`${link}.new`, link);
    assertEquals(await reports.nextName(), "Gate");
    await rename(gate, "Hatch");
    assertEquals(await reports.nextName(), "Hatch");
  });
});

Deno.test("watchDocument() reports at once a file that is not at the known revision", async () => {
  await watching(withDoor, async (_path, reports) => {
    assertEquals(await reports.nextName(), "Door");
  }, { revision: "0000000000000000" });
});

Deno.test("watchDocument() ends with its signal and leaves nothing open", async () => {
  const controller = new AbortController();
  await watching(withDoor, async (path) => {
    controller.abort();
    await rename(path, "Gate");
    await readDocumentText(path);
  }, { signal: controller.signal });
});

Deno.test("watchDocument() serves several watches of one folder", async () => {
  await watching(withDoor, async (path, reports) => {
    const others = new Reports();
    const gate = join(path, "..", "gate.smdf.json");
    const watch = watchDocument(gate, others.take, { debounce: 10 });
    await watch.ready;
    await createDocument(gate, { ...DOOR, state: { name: "Gate" } });
    assertEquals(await others.nextName(), "Gate");
    await watch.close();
    await rename(path, "Hatch");
    assertEquals(await reports.nextName(), "Hatch");
  });
});

Deno.test("watchDocument() reports a write that leads back to what was reported last only when asked to", async () => {
  for (const tellsEveryWrite of [false, true]) {
    await watching(withDoor, async (path, reports) => {
      const before = await Deno.readTextFile(path);
      await Deno.writeTextFile(path, TEXT);
      await Deno.writeTextFile(path, before);
      if (tellsEveryWrite) assertEquals(await reports.nextName(), "Door");
      await Deno.writeTextFile(path, before.replace('"Door"', '"Gate"'));
      assertEquals(await reports.nextName(), "Gate");
    }, { tellsEveryWrite });
  }
});
