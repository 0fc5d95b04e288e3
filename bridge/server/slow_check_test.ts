import { assertEquals } from "@std/assert";
import { secretCheck } from "./secret.ts";
import { SlowCheck } from "./slow_check.ts";

/** A check whose delays end when the test says so. */
function bench() {
  const delays: PromiseWithResolvers<void>[] = [];
  const slow = new SlowCheck(secretCheck("right"), () => {
    const delay = Promise.withResolvers<void>();
    delays.push(delay);
    return delay.promise;
  });
  const guess = (count: number) => Array.from({ length: count }, (_, at) => slow.check(`guess ${at}`));
  return { slow, delays, guess };
}

Deno.test("SlowCheck delays 16 wrong guesses at a time, and turns away the next", async () => {
  const { slow, delays, guess } = bench();
  const results = guess(16);
  assertEquals(new Set(results.map(({ kind }) => kind)), new Set(["wrong"]));
  assertEquals(slow.check("guess 0"), { kind: "later", waitMs: 1_000 });
  delays[0]?.resolve();
  const [first] = results;
  if (first?.kind === "wrong") await first.late;
  assertEquals(guess(2).map(({ kind }) => kind), ["wrong", "later"]);
});

Deno.test("SlowCheck lets the right one in at once while others guess", () => {
  const { slow, guess } = bench();
  guess(100);
  assertEquals(slow.check("right"), { kind: "right" });
});
