import { assertEquals } from "@std/assert";
import { addCounts, testCounts } from "./run_tests.ts";

Deno.test("testCounts() reads the closing line when steps, skips and colours are in it", () => {
  const output =
    "\x1b[0m\x1b[31mFAILED\x1b[0m | 12 passed (3 steps) | 2 failed (1 step) | 1 ignored \x1b[2m(61ms)\x1b[0m\n";
  assertEquals(testCounts(output, 1), { passed: 12, failed: 2 });
});

Deno.test("testCounts() takes the last summary when a test printed one of its own", () => {
  const output = "ok | 99 passed | 0 failed (1ms)\nok | 3 passed | 0 failed (1ms)\n";
  assertEquals(testCounts(output, 0), { passed: 3, failed: 0 });
});

Deno.test("testCounts() counts a failure when the run failed and no test did", () => {
  assertEquals(testCounts("ok | 3 passed | 0 failed (1ms)\n", 1), { passed: 3, failed: 1 });
});

Deno.test("testCounts() is undefined when no test ran", () => {
  assertEquals(testCounts("Check a_test.ts\n", 1), undefined);
});

Deno.test("addCounts() adds up the counts of several runs", () => {
  assertEquals(addCounts([{ passed: 1, failed: 0 }, { passed: 5, failed: 2 }]), { passed: 6, failed: 2 });
});
