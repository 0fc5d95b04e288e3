/**
 * The arrangement of a document's pictures at a hub, with a real hub and real files.
 *
 * @module
 */
import { documentSource, editLayout } from "@loom/bridge/document";
import { startBridge } from "@loom/hub";
import { type BridgeClient, createBridgeClient } from "@loom/hub/client";
import { type Arrangement, readArrangement } from "@loom/protocol";
import { assertEquals } from "@std/assert";

const DOOR = { settings: { name: "Door" }, events: [], state: { name: "Root", states: [{ name: "Open" }] } };

/** The next arrangement that a client hears of. */
function nextLayout(client: BridgeClient): Promise<Arrangement> {
  const { promise, resolve } = Promise.withResolvers<Arrangement>();
  const stop = client.on("layout", ({ arrangement }) => {
    stop();
    resolve(readArrangement(arrangement));
  });
  return promise;
}

Deno.test("a hub tells the arrangement of a document to newcomers, and its changes to all", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const docId = `${folder}/door.smdf.json`;
  await Deno.writeTextFile(docId, JSON.stringify(DOOR));
  const hub = await startBridge({ documents: documentSource({ root: folder }), port: 0 });
  const open = () => createBridgeClient({ url: hub.url, role: "web", docId });
  const [first, second] = [open(), open()];
  try {
    await first.join();
    const heard = nextLayout(first);
    await editLayout(docId, (now) => ({ ...now, places: { Open: { x: 7, y: 9 } } }));
    assertEquals((await heard).places, { Open: { x: 7, y: 9 } });
    const greeted = nextLayout(second);
    await second.join();
    assertEquals((await greeted).places, { Open: { x: 7, y: 9 } });
    const both = Promise.all([nextLayout(first), nextLayout(second)]);
    await Deno.remove(`${folder}/door.smdf.layout.json`);
    assertEquals((await both).map(({ places }) => places), [{}, {}]);
    assertEquals(first.document.view, DOOR);
  } finally {
    await Promise.all([first.close(), second.close()]);
    await hub.close();
    await Deno.remove(folder, { recursive: true });
  }
});
