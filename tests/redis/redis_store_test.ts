import { connectRedis } from "../../hub/store/redis_store.ts";
import { testStore } from "../../hub/store/testing/store_conformance.ts";
import { HAS_REDIS, startRedis } from "./redis_server.ts";

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
