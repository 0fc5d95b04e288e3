import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { seededRandom } from "./seeded_random.ts";

function numbers(seed: number, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
}

Deno.test("seededRandom() gives the same numbers for the same seed, others for another", () => {
  assertEquals(numbers(1, 5), numbers(1, 5));
  assertNotEquals(numbers(1, 5), numbers(2, 5));
});

Deno.test("seededRandom() spreads its numbers evenly from 0 to below 1", () => {
  const counts = new Array<number>(10).fill(0);
  for (const number of numbers(1, 10_000)) {
    assert(number >= 0 && number < 1);
    counts[Math.floor(number * 10)]!++;
  }
  assert(counts.every((count) => count > 850 && count < 1150), counts.join(" "));
});
