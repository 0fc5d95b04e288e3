import { assertEquals } from "@std/assert";
import { meet } from "./editors/meeting.ts";
import { withHub } from "./hub/run_hub.ts";

Deno.test("what editors, a session, the shell and an agent save at once is there, or somebody is told", async () => {
  await withHub(async (workshop) => {
    for (const seed of [1, 2]) {
      const met = await meet(workshop, { seed, rounds: 6, makers: ["editor", "session", "shell", "agent"] });
      assertEquals(met.faults, [], `seed ${seed}`);
    }
  });
});
