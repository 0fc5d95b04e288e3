import { documentSource } from "@loom/bridge/document";
import { startBridge } from "@loom/hub";
import { BridgeError, createBridgeClient } from "@loom/hub/client";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { connectRedis } from "../../hub/store/redis_store.ts";
import { machineOf, testStore } from "../../hub/store/testing/store_conformance.ts";
import { HAS_REDIS, startRedis } from "./redis_server.ts";

const QUICK = { connectMs: 2_000, answerMs: 500, beatMs: 100, aliveMs: 2_000 };
const LOST = "The hub has lost its store";

for (const away of ["killed", "frozen"] as const) {
  Deno.test(
    `clients hear that the hub has lost its store while Redis is ${away}`,
    { ignore: !HAS_REDIS },
    async () => {
      const redis = await startRedis();
      const { store, close } = await connectRedis(redis.url, QUICK);
      const hub = await startBridge({ documents: documentSource(), store });
      const docId = `${await Deno.realPath(await Deno.makeTempDir())}/door.smdf.json`;
      await Deno.writeTextFile(docId, JSON.stringify(machineOf("A")));
      const member = createBridgeClient({ url: hub.url, role: "web", docId });
      const newcomer = createBridgeClient({ url: hub.url, role: "web", docId });
      try {
        await member.join();
        const heard = new Promise<BridgeError>((resolve) => void member.on("error", resolve));
        if (away === "killed") await redis.kill();
        else redis.freeze();
        member.emitPatch([{ op: "state.add", parent: null, state: { name: "Waiting" } }]);
        assertStringIncludes((await heard).message, LOST);
        assertStringIncludes((await assertRejects(() => newcomer.join(), BridgeError)).message, LOST);
        assertEquals((await (await fetch(`${hub.url}/health`)).json()).status, "unavailable");
        if (away === "killed") return;
        const acknowledged = new Promise((resolve) => void member.on("ack", resolve));
        redis.thaw();
        await acknowledged;
      } finally {
        await Promise.all([member.close(), newcomer.close()]);
        await hub.close();
        await close();
        await redis.kill();
        await Deno.remove(docId.slice(0, docId.lastIndexOf("/")), { recursive: true });
      }
    },
  );
}

testStore("connectRedis()", async () => {
  const server = await startRedis();
  const [one, other] = await Promise.all([connectRedis(server.url), connectRedis(server.url)]);
  return {
    one: one.store,
    other: other.store,
    close: async () => {
      await Promise.all([one.close(), other.close()]);
      await server.kill();
    },
  };
}, { ignore: !HAS_REDIS });
