/**
 * A kind of document that no product file knows, at a real hub and on real files: made, edited by two sessions and by a
 * third party that writes the file, undone, validated and drawn.
 *
 * @module
 */
import { createDocument, documentSource, OpenDocument } from "@loom/bridge/document";
import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "@loom/bridge/drawing";
import { createBridgeSession } from "@loom/designer/session";
import type { AnyOp } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { withHub } from "./hub/run_hub.ts";
import { IDEAS, KINDS_WITH_MIND_MAP, MIND_MAP } from "./mind_map/mind_map_kind.ts";
import { naming, untilDocument, untilSettled } from "./hub/watch_session.ts";

const KINDS = KINDS_WITH_MIND_MAP;
const below = (parent: string, name: string): AnyOp => ({ op: "subtopic.add", parent, topic: { name } });

Deno.test("two sessions and a writer of the file edit a mind map together, and undo keeps what others did", async () => {
  await withHub(async ({ hub, write }) => {
    const docId = await write("ideas.mmap.json", IDEAS);
    const options = { url: hub.url, role: "web", docId, kinds: KINDS } as const;
    const [ann, bob] = [createBridgeSession(options), createBridgeSession(options)];
    try {
      await Promise.all([ann.connect(), bob.connect()]);

      ann.emitPatch([below("Home", "Cellar"), { op: "topic.rename", name: "Work", to: "Job" }]);
      bob.emitPatch([below("Work", "Mail")]);
      await Promise.all([
        untilSettled(ann),
        untilSettled(bob),
        untilDocument(ann, naming("Mail")),
        untilDocument(bob, naming("Cellar")),
      ]);
      // Bob's topic followed the rename that he had not seen, and so did the link.
      const together = ann.getSnapshot().def;
      assertEquals(bob.getSnapshot().def, together);
      assertEquals(together, {
        title: "Ideas",
        topics: [
          { name: "Home", topics: [{ name: "Garden" }, { name: "Roof" }, { name: "Cellar" }] },
          { name: "Job", topics: [{ name: "Mail" }] },
        ],
        links: [{ from: "Garden", to: "Job" }],
      });

      // A third party edits the file: what is unsaved stays.
      const file = new OpenDocument(docId, { kinds: KINDS });
      await file.edit(() => [{ op: "topic.add", topic: { name: "Travel" } }]);
      await Promise.all([untilDocument(ann, naming("Travel")), untilDocument(bob, naming("Travel"))]);
      assert(naming("Cellar")(ann.getSnapshot().def ?? {}));

      assert(ann.undo());
      await Promise.all([untilSettled(ann), untilDocument(bob, (def) => !naming("Cellar")(def))]);
      const undone = bob.getSnapshot().def ?? {};
      assert(
        naming("Mail")(undone) && naming("Travel")(undone) && naming("Work")(undone) &&
          !naming("Job")(undone),
      );
      assertEquals(ann.getSnapshot().def, undone);
    } finally {
      ann.close();
      bob.close();
    }
  }, { kinds: KINDS, documents: documentSource({ kinds: KINDS }) });
});

Deno.test("a hub refuses an operation on a mind map that does not apply, and changes nothing", async () => {
  await withHub(async ({ client, write }) => {
    const docId = await write("ideas.mmap.json", IDEAS);
    const raw = await client();
    assertEquals((await raw.join(docId)).snapshot.def, IDEAS);
    const refused = await raw.ask("def:patch", { ops: [below("Nowhere", "Lost")] });
    assertStringIncludes(JSON.stringify(refused), 'there is no topic \\"Nowhere\\"');
    const accepted = await raw.ask("def:patch", { ops: [below("Home", "Cellar")] });
    assertEquals(accepted.seq, 1);
  }, { kinds: KINDS, documents: documentSource({ kinds: KINDS }) });
});

Deno.test("an open mind map is made, edited, undone and redone on disk", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/ideas.mmap.json`;
    const file = new OpenDocument(path, { kinds: KINDS });
    await createDocument(path, MIND_MAP.content?.empty("Ideas") ?? {}, { kinds: KINDS });
    for (const name of ["Home", "Work"]) {
      await file.edit(() => [{ op: "topic.add", topic: { name } }]);
    }
    const before = await Deno.readTextFile(path);
    await file.edit(() => [{ op: "topic.remove", name: "Home" }]);
    assert((await file.undo()).ok);
    assertEquals(await Deno.readTextFile(path), before);
    assert((await file.redo()).ok);
    assertEquals(JSON.parse(await Deno.readTextFile(path)), { title: "Ideas", topics: [{ name: "Work" }] });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a mind map is validated and drawn in every format", async () => {
  const { content } = MIND_MAP;
  assert(content);
  assertEquals(
    content.findings({ title: "T", topics: [], links: [{ from: "A", to: "B" }] }).map(({ path }) => path),
    [
      "/links/0/from",
      "/links/0/to",
    ],
  );
  const row = KINDS.named("mindmap");
  assert(row);
  for (
    const [format, start] of [["svg", "<svg"], ["mermaid", "mindmap"], ["ascii", "Ideas"], [
      "png",
      "\x89PNG",
    ]] as const
  ) {
    const drawing = await DRAWING_FORMATS[format].draw(row, IDEAS, DRAWING_DEFAULTS);
    const head = typeof drawing.content === "string"
      ? drawing.content.slice(0, start.length)
      : String.fromCharCode(...drawing.content.slice(0, start.length));
    assertEquals(head, start);
  }
});
