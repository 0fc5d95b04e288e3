import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { DOOR, loom, type Ran, TempFolder } from "../testing/loom.ts";

/** A folder with a document, and commands on it that share a state folder. */
async function desk(folder: TempFolder): Promise<{ path: string; run: (...line: string[]) => Promise<Ran> }> {
  const path = await folder.write("door.smdf.json", DOOR);
  const env = { LOOM_STATE_DIR: folder.at("state") };
  return { path, run: (...line) => loom(["--doc", path, ...line], { env }) };
}

Deno.test("loom undo and redo go through the edits of every command, back to the very bytes", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  const other = await folder.write("other.smdf.json", { ...DOOR, settings: { namespace: "Other" } });
  const lines = [
    ["add-state", "Locked"],
    ["rename-state", "Open", "Ajar"],
    ["notes", "--set", "Mind the step."],
    ["load", other],
    ["add-event", "lock"],
  ];
  const texts = [await Deno.readTextFile(path)];
  for (const line of lines) {
    assertEquals((await run(...line)).code, 0, line.join(" "));
    texts.push(await Deno.readTextFile(path));
  }
  for (const text of texts.slice(0, -1).reverse()) {
    assertEquals((await run("undo")).code, 0);
    assertEquals(JSON.parse(await Deno.readTextFile(path)), JSON.parse(text));
  }
  const end = await run("undo");
  assertEquals([end.code, end.out], [3, ""]);
  assertStringIncludes(end.err, "There is nothing to undo");
  for (const text of texts.slice(1)) {
    assertEquals((await run("redo")).code, 0);
    assertEquals(JSON.parse(await Deno.readTextFile(path)), JSON.parse(text));
  }
  assertEquals((await run("redo")).code, 3);
});

Deno.test("loom undo undoes around the edits of others, and changes nothing where they changed the same", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  const others = (note: string) => loom(["--doc", path, "update-state", "Open", "--set", note]);
  await run("add-state", "Locked");
  await run("update-state", "Open", "--set", "notes=Creaks");
  await others("description=Wide");
  await others("notes=Oiled");

  const text = await Deno.readTextFile(path);
  for (const line of [["undo"], ["undo", "-n", "2"], ["undo"]]) {
    const blocked = await run(...line);
    assertEquals([blocked.code, blocked.out], [3, ""]);
    assertStringIncludes(blocked.err, "since others changed what it changed");
    assertEquals(await Deno.readTextFile(path), text);
  }
  assertEquals(JSON.parse((await run("undo", "--list", "--json")).out).edits.length, 2);

  await others("notes=Creaks");
  assertEquals((await run("undo", "-n", "2")).code, 0);
  const now = await Deno.readTextFile(path);
  assert(now.includes("Wide") && !now.includes("Creaks") && !now.includes("Locked"), now);
});

Deno.test("loom undo undoes edits of other kinds of documents", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.erdf.json", { settings: { name: "Shop" }, entities: [] });
  const env = { LOOM_STATE_DIR: folder.at("state") };
  const first = JSON.parse(await Deno.readTextFile(path));
  assertEquals((await loom(["--doc", path, "add-entity", "Customer"], { env })).code, 0);
  assertEquals((await loom(["--doc", path, "undo"], { env })).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), first);
});

Deno.test("loom undo -n undoes several edits in one write, all or none", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  const first = await Deno.readTextFile(path);
  await run("add-state", "Locked");
  await run("rename-state", "Locked", "Barred");
  const last = await Deno.readTextFile(path);

  const tooFew = await run("undo", "-n", "3");
  assertEquals([tooFew.code, tooFew.out], [3, ""]);
  assertStringIncludes(tooFew.err, "Only 2 of 3 edits");
  assertEquals(await Deno.readTextFile(path), last);
  assertEquals((await run("undo", "-n", "0")).code, 2);

  const undone = JSON.parse((await run("undo", "-n", "2", "--json")).out);
  assertEquals(undone.ops.map(({ op }: { op: string }) => op), ["state.rename", "state.remove"]);
  assertEquals(await Deno.readTextFile(path), first);
  assertEquals((await run("redo", "-n", "2")).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), JSON.parse(last));
});

Deno.test("loom undo -n takes back edits that cancelled each other", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  await run("add-state", "Locked");
  await run("remove-state", "Locked");
  const text = await Deno.readTextFile(path);
  assertEquals((await run("undo", "-n", "2")).code, 0);
  assertEquals(await Deno.readTextFile(path), text);
  assertEquals((await run("undo")).code, 3);
  assertEquals((await run("redo")).out.trim(), "+ state Locked under Root at #2");
});

Deno.test("loom undo --list shows the edits, the newest first, with time, revisions and both ways", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  assertEquals((await run("undo", "--list")).out, "");
  const added = JSON.parse((await run("add-state", "Locked", "--json")).out);
  const renamed = JSON.parse((await run("rename-state", "Locked", "Barred", "--json")).out);
  await run("undo");
  const text = await Deno.readTextFile(path);

  const { doc, edits } = JSON.parse((await run("undo", "--list", "--json")).out);
  assertEquals(doc, path);
  assertEquals(
    edits.map(({ sentence, undone }: { sentence: string; undone: boolean }) => [sentence, undone]),
    [["> state Locked is now Barred", true], ["+ state Locked under Root", false]],
  );
  const [second, first] = edits;
  assertEquals([first.before, first.after], [added.before, added.revision]);
  assertEquals([second.before, second.after], [renamed.before, renamed.revision]);
  assertEquals([first.ops, first.inverse], [[{ ...added.ops[0], index: 2 }], [{
    op: "state.remove",
    name: "Locked",
  }]]);
  assertEquals(Math.abs(Date.now() - first.time) < 600_000, true);

  const lines = (await run("redo", "--list")).out.trimEnd().split("\n");
  assertEquals(lines.map((line) => line.replace(/^\S+Z\s+/, "")), [
    "undone  > state Locked is now Barred",
    "+ state Locked under Root",
  ]);
  assertEquals(await Deno.readTextFile(path), text);
});

Deno.test("the edits are kept for their owner alone", async () => {
  await using folder = await TempFolder.make();
  const { run } = await desk(folder);
  await run("add-state", "Locked");
  const modeOf = async (name: string) => ((await Deno.stat(folder.at(name))).mode ?? 0) & 0o777;
  const [file] = Array.from(Deno.readDirSync(folder.at("state/history")), ({ name }) => name);
  assertEquals([await modeOf("state/history"), await modeOf(`state/history/${file}`)], [0o700, 0o600]);
});

Deno.test("a new edit ends what loom redo could redo; a dry run changes nothing", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  await run("add-state", "Locked");
  const before = await Deno.readTextFile(path);
  const dry = await run("undo", "--dry-run");
  assertStringIncludes(dry.out, '-        "name": "Locked"');
  assertEquals(await Deno.readTextFile(path), before);
  await run("undo");
  await run("add-state", "Blocked");
  assertEquals((await run("redo")).code, 3);
  assertEquals(JSON.parse((await run("undo", "--json")).out).ops, [{ op: "state.remove", name: "Blocked" }]);
});

Deno.test("edits go on where they cannot be kept, and say so", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const env = { LOOM_STATE_DIR: await folder.write("state", "a file") };
  const added = await loom(["--doc", path, "add-state", "Locked"], { env });
  assertEquals(added.code, 0);
  assertStringIncludes(added.err, 'This edit cannot be undone with "loom undo"');
  const nowhere = await loom(["--doc", path, "undo"]);
  assertEquals(nowhere.code, 2);
  assertStringIncludes(nowhere.err, "LOOM_STATE_DIR");
});

Deno.test("a history that was cut off or meant something else is left out", async () => {
  await using folder = await TempFolder.make();
  const { run } = await desk(folder);
  await run("add-state", "Locked");
  const [file] = Array.from(Deno.readDirSync(folder.at("state/history")), ({ name }) => name);
  const kept = await Deno.readTextFile(folder.at(`state/history/${file}`));
  // JSON of the right shape whose document is none.
  const spoilt = JSON.stringify({
    ...JSON.parse(kept),
    undos: { ...JSON.parse(kept).undos, first: { state: 5 } },
  });
  for (const text of ["", kept.slice(0, -9), "[]", kept.replace('"state.remove"', '"state.melt"'), spoilt]) {
    await Deno.writeTextFile(folder.at(`state/history/${file}`), text);
    assertEquals((await run("undo")).code, 3);
  }
  await Deno.writeTextFile(folder.at(`state/history/${file}`), spoilt);
  assertEquals((await run("add-state", "Barred")).code, 0);
  assertEquals((await run("undo")).out.trim(), "- state Barred");
});

Deno.test("the next edit tells of edits that an editor rolled back with an old buffer", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  const old = await Deno.readTextFile(path);
  await run("add-state", "Locked");
  await Deno.writeTextFile(path, old.replace('"Home"', '"House"'));
  const next = await run("add-state", "Barred");
  assertStringIncludes(next.err, "wrote an older content into");
  assertStringIncludes(next.err, "took back: + state Locked");
  assertEquals((await run("add-state", "Bolted")).err, "");
});

/** Command lines; some are refused, depending on what came before. */
const LINE = fc.oneof(
  fc.constantFrom("A", "B", "C").map((name) => ["add-state", name]),
  fc.constantFrom("A", "B", "Open").map((name) => ["remove-state", name]),
  fc.tuple(fc.constantFrom("A", "Open", "Closed"), fc.constantFrom("B", "X"))
    .map(([name, to]) => ["rename-state", name, to]),
  fc.constantFrom("open", "close").map((event) => ["add-transition", "Closed", event, "--to", "Closed"]),
  fc.constantFrom("Gate", "Hatch").map((name) => ["update-settings", "--set", `name=${name}`]),
);

Deno.test("undoing every edit gives the first document, redoing every one the last", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(LINE, { minLength: 1, maxLength: 8 }), async (lines) => {
      await using folder = await TempFolder.make();
      const { path, run } = await desk(folder);
      const read = async () => JSON.parse(await Deno.readTextFile(path));
      const states = [await read()];
      for (const line of lines) {
        await run(...line);
        const now = await read();
        if (JSON.stringify(now) !== JSON.stringify(states.at(-1))) states.push(now);
      }
      const last = states.at(-1);
      if (states.length > 1) assertEquals((await run("undo", "-n", `${states.length - 1}`)).code, 0);
      assertEquals(await read(), states[0]);
      while ((await run("redo")).code === 0);
      assertEquals(await read(), last);
      while ((await run("undo")).code === 0);
      assertEquals(await read(), states[0]);
      while ((await run("redo")).code === 0);
      assertEquals(await read(), last);
    }),
    { seed: 5, numRuns: 25 },
  );
});

Deno.test("loom undo has nothing to undo in a new document, whatever was at its path before", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  const make = () => loom(["new", path], { env: { LOOM_STATE_DIR: folder.at("state") } });
  await Deno.remove(path);
  await make();
  await run("add-event", "lock");
  await run("remove-event", "lock");
  await Deno.remove(path);
  assertEquals((await make()).code, 0);
  const text = await Deno.readTextFile(path);
  const stale = await run("undo");
  assertEquals([stale.code, await Deno.readTextFile(path)], [3, text]);
  assertStringIncludes(stale.err, "There is nothing to undo");
});

Deno.test("loom undo takes back what loom new replaced", async () => {
  await using folder = await TempFolder.make();
  const { path, run } = await desk(folder);
  await run("add-state", "Locked");
  const text = await Deno.readTextFile(path);
  const env = { LOOM_STATE_DIR: folder.at("state") };
  assertEquals((await loom(["new", path, "--overwrite"], { env })).code, 0);
  assertEquals((await run("undo")).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(path)), JSON.parse(text));
  assertEquals((await run("undo")).code, 0);
  assertEquals((await run("undo")).code, 3);
});
