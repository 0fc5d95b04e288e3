/**
 * Meetings of eight parties, some of them flaky, on a real hub and a real file, with restarts of the hub and an editor from outside:
 * in the end all see the same and nothing that was promised is lost. Ends with 1 when that fails, and names the seeds.
 *
 * Run it with `deno task soak convergence`.
 *
 * @module
 */
import { converge } from "../hub_convergence/convergence.ts";
import { startHub } from "../hub_convergence/hub_process.ts";

const SEEDS = 1_000;
const SIZE = { ops: 200, kills: 2, meddlings: 8 };
/** After this time no more meetings begin, in milliseconds. */
const LONGEST = 20 * 60_000;

if (import.meta.main) {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const hub = await startHub(folder);
  const meeting = { port: () => hub.port, disturb: () => hub.restart() };
  const end = Date.now() + LONGEST;
  let [met, broken] = [0, 0];
  try {
    for (let seed = 1; seed <= SEEDS && Date.now() < end; seed++, met++) {
      const { faults } = await converge(seed, folder, meeting, SIZE);
      if (faults.length === 0) continue;
      broken++;
      console.log(`seed ${seed}: ${faults.join(" ")}`);
    }
  } finally {
    await hub.close();
    await Deno.remove(folder, { recursive: true });
  }
  console.log(`${met} meetings, ${broken} with faults`);
  Deno.exit(broken === 0 ? 0 : 1);
}
