/**
 * Meetings of eight parties, some of them flaky, on a real hub and a real file, with restarts of the hub and an editor from outside;
 * then at three hubs that share a Redis, of which some are killed. In the end all see the same and nothing that was promised is
 * lost. Ends with 1 when that fails, and names the seeds.
 *
 * Run it with `deno task soak convergence`. `CONVERGENCE_SEEDS=120-160` takes other seeds than the first thousand, and
 * `CONVERGENCE_MINUTES` bounds the time of each of the two parts (default: 180). `CONVERGENCE_PARTS=one` leaves out the second part,
 * `three` the first.
 *
 * @module
 */
import { converge } from "../hub_convergence/convergence.ts";
import { type AtMeeting, atOneHub, atThreeHubs } from "../hub_convergence/meetings.ts";
import { HAS_REDIS } from "../redis/redis_server.ts";

const SIZE = { ops: 200, kills: 2, meddlings: 8 };
const [FIRST = 1, LAST = 1_000] = Deno.env.get("CONVERGENCE_SEEDS")?.split("-").map(Number) ?? [];
const PARTS = Deno.env.get("CONVERGENCE_PARTS")?.split(",") ?? ["one", "three"];
/** After this time no more meetings begin, in milliseconds. */
const LONGEST = Number(Deno.env.get("CONVERGENCE_MINUTES") ?? 180) * 60_000;

/** Lets all meet until the seeds or the time are used up. */
async function meet(name: string, at: (work: AtMeeting) => Promise<void>): Promise<number> {
  const end = Date.now() + LONGEST;
  let [met, broken] = [0, 0];
  await at(async (meeting, folder) => {
    for (let seed = FIRST; seed <= LAST && Date.now() < end; seed++, met++) {
      const { faults, trace } = await converge(seed, folder, meeting, SIZE);
      if ((met + 1) % 25 === 0) console.log(`${name}: ${met + 1} meetings so far`);
      if (faults.length === 0) continue;
      broken++;
      const story = await Deno.makeTempFile({ prefix: `${name.replace(" ", "-")}-${seed}-`, suffix: ".txt" });
      await trace.write(story);
      console.log(`${name}, seed ${seed}: ${faults.join(" ")} What came to pass is in ${story}.`);
    }
  });
  console.log(`${name}: ${met} meetings, ${broken} with faults`);
  return broken;
}

if (import.meta.main) {
  let broken = PARTS.includes("one") ? await meet("one hub", atOneHub) : 0;
  if (!PARTS.includes("three")) console.log("three hubs: left out, as CONVERGENCE_PARTS says");
  else if (HAS_REDIS) broken += await meet("three hubs", atThreeHubs);
  else console.log("three hubs: left out, there is no redis-server");
  Deno.exit(broken === 0 ? 0 : 1);
}
