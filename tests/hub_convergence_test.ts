import { assertEquals } from "@std/assert";
import { converge } from "./hub_convergence/convergence.ts";
import { type AtMeeting, atOneHub, atThreeHubs } from "./hub_convergence/meetings.ts";
import { HAS_REDIS } from "./redis/redis_server.ts";

/** Small meetings, of which the soak has a thousand large ones. */
const SIZE = { ops: 12, kills: 1, meddlings: 2 };

/** Lets all meet as often as that. */
function meetOften(test: Deno.TestContext, seeds: number): AtMeeting {
  return async (meeting, folder) => {
    for (let seed = 1; seed <= seeds; seed++) {
      await test.step(`seed ${seed}`, async () => {
        const { faults } = await converge(seed, folder, meeting, SIZE);
        assertEquals(faults, [], `seed ${seed}`);
      });
    }
  };
}

Deno.test("all who edit a document at once see the same in the end, and nothing that was promised is lost", async (test) => {
  await atOneHub(meetOften(test, 8));
});

Deno.test({
  name: "so it is with three hubs that share a Redis, of which one is killed",
  ignore: !HAS_REDIS,
  fn: async (test) => await atThreeHubs(meetOften(test, 3)),
});
