/**
 * Two authors edit arbitrary machines without seeing each other: what holds when the second one's operations are
 * rebased over the first one's.
 *
 * @module
 */
import { assert } from "@std/assert";
import fc from "fast-check";
import {
  commutesWhenApart,
  composes,
  hitsWhatWasMeant,
  keepsBothWorks,
  type Meeting,
  meetings,
  rebased,
} from "./rebase/laws.ts";

const SEED = 5;
const RUNS = 500;
const MEETINGS = fc.oneof(meetings(1), meetings(4));

function holds(law: (meeting: Meeting) => void): void {
  fc.assert(fc.property(MEETINGS, law), { seed: SEED, numRuns: RUNS });
}

Deno.test("rebaseOps() gives operations that apply and hit what they were meant for", () => {
  holds(hitsWhatWasMeant);
});

Deno.test("rebaseOps() keeps what either author did, save where both touched the same thing", () => {
  holds(keepsBothWorks);
});

Deno.test("rebaseOps() leads to the same document in either order when the edits are apart", () => {
  let apart = 0;
  holds((meeting) => {
    if (commutesWhenApart(meeting)) apart++;
  });
  assert(apart > RUNS / 3, `only ${apart} of ${RUNS} were apart`);
});

Deno.test("rebaseOps() over two changes is rebaseOps() over the one, then the other", () => {
  holds(composes);
});

Deno.test("rebaseOps() seldom refuses", () => {
  const refused = fc.sample(meetings(1), { seed: SEED, numRuns: RUNS }).filter((one) =>
    "conflict" in rebased(one)
  );
  assert(refused.length < RUNS / 6, `${refused.length} of ${RUNS}`);
});
