import { assertAlmostEquals, assertEquals } from "@std/assert";
import { compareRates, costGrowth, measureScaling, spreadOf, tableText } from "./harness.ts";

/** A clock that moves only when work is done. */
function workClock() {
  let at = 0;
  return { now: () => at, work: (ms: number) => void (at += ms) };
}

Deno.test("compareRates() tells how many times faster the subject is", async () => {
  const { now, work } = workClock();
  const fast = { name: "fast", run: (count: number) => work(count * 0.1) };
  const slow = { name: "slow", run: (count: number) => work(count * 2) };
  const { subject, peer, ratio } = await compareRates(fast, slow, { now, rounds: 4, roundMs: 50 });
  assertAlmostEquals(subject.median, 10_000, 1e-3);
  assertAlmostEquals(peer.median, 500, 1e-3);
  assertAlmostEquals(ratio.median, 20, 1e-6);
});

Deno.test("measureScaling() shows the cost of a unit as flat when the work is linear", async () => {
  const { now, work } = workClock();
  const costs = await measureScaling(
    { sizes: [10, 100, 1000], prepare: (size) => size, run: (size) => work(size * 0.001) },
    { now, rounds: 3, roundMs: 20 },
  );
  assertEquals(costs.map((cost) => cost.size), [10, 100, 1000]);
  for (const { nsPerUnit } of costs) assertAlmostEquals(nsPerUnit.median, 1000, 1e-3);
  assertAlmostEquals(costGrowth(costs), 1, 1e-6);
});

Deno.test("costGrowth() rises with the size when the work is quadratic", async () => {
  const { now, work } = workClock();
  const costs = await measureScaling(
    { sizes: [10, 100], prepare: (size) => size, run: (size) => work(size * size * 0.001) },
    { now, rounds: 3, roundMs: 20 },
  );
  assertAlmostEquals(costGrowth(costs), 10, 1e-6);
});

Deno.test("spreadOf() sorts by number when the measurements come in any order", () => {
  assertEquals(spreadOf([9, 100, 20]), { min: 9, median: 20, max: 100 });
});

Deno.test("spreadOf() takes the mean of the middle two when their count is even", () => {
  assertEquals(spreadOf([1, 2, 4, 9]).median, 3);
});

Deno.test("tableText() lines numbers up on the right and names a missed target", () => {
  const text = tableText({
    columns: ["shape", "events/s"],
    rows: [["flat", 1_234_567.8], ["regions", 9.5]],
    targets: [{ text: "at least 15 times", met: false }],
  });
  assertEquals(
    text,
    [
      "shape     events/s",
      "-------  ---------",
      "flat     1,234,568",
      "regions       9.50",
      "MISSED  at least 15 times",
      "",
    ].join("\n"),
  );
});
