/**
 * 500 rounds in which text editors (`sed -i`, writing in place, renaming over, truncating first; some with old buffers), a
 * session at a hub, the shell and an agent change one document at once, and 200 in which a session's save races `sed -i`.
 * Ends with 1 when something was lost without a notice, or not all saw the same in the end.
 *
 * Run it with `deno task soak editors`; `EDITORS_ROUNDS=100` takes another number of rounds, `EDITORS_SEED=7` another
 * first seed.
 *
 * @module
 */
import { meet } from "../editors/meeting.ts";
import { withHub } from "../hub/run_hub.ts";

const ALL = ["editor", "session", "shell", "agent"];
/** The rounds that one document is used for. */
const ROUNDS = 25;

/** Runs meetings until there were so many rounds; gives the number of faults. */
async function run(
  name: string,
  rounds: number,
  makers: readonly string[],
  firstSeed: number,
): Promise<number> {
  let [faults, saved, told] = [0, 0, 0];
  await withHub(async (workshop) => {
    for (let seed = firstSeed; seed < firstSeed + rounds / ROUNDS; seed++) {
      const met = await meet(workshop, { seed, rounds: ROUNDS, makers });
      for (const fault of met.faults) console.log(`${name}, seed ${seed}: ${fault}`);
      faults += met.faults.length;
      saved += met.saved;
      told += met.told;
    }
  });
  console.log(
    `${name}: ${rounds} rounds, ${saved} states saved, ${told} gone with a notice, ${faults} faults`,
  );
  return faults;
}

if (import.meta.main) {
  const rounds = Number(Deno.env.get("EDITORS_ROUNDS") ?? 500);
  const seed = Number(Deno.env.get("EDITORS_SEED") ?? 1);
  const faults = await run("all", rounds, ALL, seed) +
    await run("session and editors", Math.min(rounds, 200), ["editor", "session"], seed + 1000);
  Deno.exit(faults === 0 ? 0 : 1);
}
