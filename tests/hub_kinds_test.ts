import { assertEquals, assertRejects } from "@std/assert";
import { BridgeError, createBridgeClient } from "@loom/hub/client";
import type { JsonObject } from "@loom/protocol";
import { MemorySource } from "../hub/client/testing/memory_source.ts";
import { IDEAS, KINDS_WITH_MIND_MAP as kinds } from "./mind_map/mind_map_kind.ts";
import { startAgain } from "./hub/run_hub.ts";

/** Two clients of a mind map at a hub that can be started again. */
async function withTwo(docId: string, run: (scene: Scene) => Promise<void>): Promise<void> {
  const documents = new MemorySource(IDEAS);
  let hub = await startAgain({ documents, kinds });
  const client = () =>
    createBridgeClient({
      url: hub.url,
      role: "web",
      docId,
      kinds,
      socket: { reconnectionDelay: 20, reconnectionDelayMax: 40 },
    });
  const [ann, bob] = [client(), client()];
  const restart = async () => {
    const { port } = hub;
    await hub.close();
    hub = await startAgain({ documents, kinds, port });
  };
  try {
    await Promise.all([ann.join(), bob.join()]);
    await run({ ann, bob, documents, restart });
  } finally {
    await Promise.all([ann.close(), bob.close()]);
    await hub.close();
  }
}

interface Scene {
  readonly ann: ReturnType<typeof createBridgeClient>;
  readonly bob: ReturnType<typeof createBridgeClient>;
  readonly documents: MemorySource;
  readonly restart: () => Promise<void>;
}

const added = (name: string) => ({ op: "topic.add", topic: { name } });

function names(map: JsonObject | null): unknown {
  return (map?.["topics"] as { name: string }[] | undefined)?.map(({ name }) => name);
}

/** Waits until both see a list of topics. */
async function seen({ ann, bob }: Scene, topics: readonly string[]): Promise<void> {
  const until = Date.now() + 10_000;
  const isSeen = () =>
    [ann, bob].every(({ document, phase }) =>
      phase === "live" && document.pending === 0 &&
      JSON.stringify(names(document.confirmed)) === JSON.stringify(topics)
    );
  while (!isSeen() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  assertEquals(names(ann.document.confirmed), topics);
  assertEquals(ann.document.confirmed, bob.document.confirmed);
}

// One file name says the kind, the other leaves it to the content.
for (const docId of ["ideas.mmap.json", "ideas.json"]) {
  Deno.test(`two clients edit ${docId}, a document of a kind that only the table knows`, async () => {
    await withTwo(docId, async (scene) => {
      const { ann, bob, documents } = scene;
      bob.disconnect();
      bob.emitPatch([{ op: "topic.update", name: "Home", patch: { note: "cosy" } }]);
      await ann.commit([{ op: "topic.rename", name: "Home", to: "House" }, added("Trips")]);
      await bob.join();
      await seen(scene, ["House", "Work", "Trips"]);
      const [house] = ann.document.view?.["topics"] as JsonObject[];
      assertEquals(house?.["note"], "cosy");
      documents.write({ ...IDEAS, topics: [...IDEAS["topics"] as JsonObject[], { name: "Pets" }] });
      await seen(scene, ["House", "Work", "Pets", "Trips"]);
    });
  });

  Deno.test(`a hub that is started again gets the unsaved changes of ${docId} back`, async () => {
    await withTwo(docId, async (scene) => {
      await scene.ann.commit([added("Trips")]);
      await scene.bob.commit([added("Books")]);
      await scene.restart();
      await seen(scene, ["Home", "Work", "Trips", "Books"]);
    });
  });
}

Deno.test("a hub refuses operations of another kind", async () => {
  await withTwo("ideas.mmap.json", async ({ ann }) => {
    const { revision: before } = { revision: "r1" };
    const error = await assertRejects(
      () => ann.announce([{ op: "state.remove", name: "Home" }], { before, after: "r2", mtime: 2 }),
      BridgeError,
    );
    assertEquals(error.code, "bad_request");
  });
});
