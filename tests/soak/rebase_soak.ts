/**
 * The laws of rebasing, each on 20,000 random meetings of two authors. Ends with 1 when one is broken, and names the
 * seed.
 *
 * Run it with `deno task soak rebase`.
 *
 * @module
 */
import fc from "fast-check";
import { commutesWhenApart, composes, hitsWhatWasMeant, keepsBothWorks, meetings } from "../rebase/laws.ts";

const RUNS = 20_000;
const MEETINGS = fc.oneof(meetings(1), meetings(3), meetings(8));
const LAWS = { hitsWhatWasMeant, keepsBothWorks, commutesWhenApart, composes };

if (import.meta.main) {
  const seed = Date.now() % 2 ** 31;
  console.log(`seed ${seed}`);
  let broken = 0;
  for (const [name, law] of Object.entries(LAWS)) {
    const outcome = fc.check(fc.property(MEETINGS, (meeting) => void law(meeting)), { seed, numRuns: RUNS });
    console.log(`${name}: ${outcome.failed ? fc.defaultReportMessage(outcome) : "holds"}`);
    if (outcome.failed) broken++;
  }
  Deno.exit(broken === 0 ? 0 : 1);
}
