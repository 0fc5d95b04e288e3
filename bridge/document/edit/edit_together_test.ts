import { assertEquals, assertRejects } from "@std/assert";
import { DocumentError } from "../disk/document_error.ts";
import { OpenDocument } from "../open_document.ts";
import { createDocument } from "./create_document.ts";
import { editTogether, stepTogether } from "./edit_together.ts";

const MACHINE = { settings: { namespace: "N", asynchronous: false }, events: [], state: { name: "Root" } };
const RENAME = { op: "state.rename", name: "Root", to: "Top" };

async function twoMachines() {
  const folder = await Deno.makeTempDir();
  const paths = ["a", "b"].map((name) => `${folder}/${name}.smdf.json`);
  for (const path of paths) await createDocument(path, MACHINE);
  const documents = paths.map((path) => new OpenDocument(path));
  const names = async () => {
    const texts = await Promise.all(paths.map((path) => Deno.readTextFile(path)));
    return texts.map((text) => JSON.parse(text).state.name);
  };
  return { folder, documents, names, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

Deno.test("an edit of several documents changes all of them, and is undone and redone in all of them", async () => {
  await using two = await twoMachines();
  await editTogether(two.documents.map((document) => ({ document, ops: [RENAME] })));
  assertEquals(await two.names(), ["Top", "Top"]);
  await stepTogether(two.documents, "undo");
  assertEquals(await two.names(), ["Root", "Root"]);
  await stepTogether(two.documents, "redo");
  assertEquals(await two.names(), ["Top", "Top"]);
});

Deno.test("an edit that one document refuses changes none", async () => {
  await using two = await twoMachines();
  const [first, second] = two.documents;
  await assertRejects(() =>
    editTogether([
      { document: first!, ops: [RENAME] },
      { document: second!, ops: [{ op: "state.rename", name: "Nobody", to: "Top" }] },
    ])
  );
  await assertRejects(() =>
    editTogether([
      { document: first!, ops: [RENAME] },
      { document: second!, ops: [RENAME], expectedRevision: "0000000000000000" },
    ]), DocumentError);
  assertEquals(await two.names(), ["Root", "Root"]);
});

Deno.test("a write that fails puts back what was written before, and keeps what others wrote", async () => {
  await using two = await twoMachines();
  const [first, second] = two.documents;
  // Behind the write of the first document others change it, and break the second one.
  const meddling = new OpenDocument(first!.path);
  const edit = meddling.edit.bind(meddling);
  meddling.edit = async (plan, options) => {
    const done = await edit(plan, options);
    if (options?.dryRun) return done;
    await new OpenDocument(first!.path).edit(
      () => [{ op: "settings.update", patch: { notes: "by others" } }],
    );
    await Deno.writeTextFile(second!.path, "no JSON");
    return done;
  };
  await assertRejects(() =>
    editTogether([
      { document: meddling, ops: [RENAME] },
      { document: second!, ops: [RENAME] },
    ])
  );
  const text = JSON.parse(await Deno.readTextFile(first!.path));
  assertEquals([text.state.name, text.settings.notes], ["Root", "by others"]);
});
