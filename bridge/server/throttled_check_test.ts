import { assertEquals } from "@std/assert";
import { throttledCheck, throttledSecretCheck } from "./throttled_check.ts";

function bench() {
  let time = 0;
  const check = throttledCheck((given) => given === "right", () => time);
  const look = (given: string, from = "10.0.0.7") => check(given, from);
  const kinds = (count: number, begin: string) =>
    Array.from({ length: count }, (_, at) => look(`${begin}${at}`).kind);
  return { look, kinds, wait: (ms: number) => time += ms };
}

Deno.test("throttledCheck() looks at 20 guesses in one go, then at one every 2 seconds", () => {
  const { look, kinds, wait } = bench();
  assertEquals(new Set(kinds(20, "a")), new Set(["wrong"]));
  assertEquals(look("b"), { kind: "later", waitMs: 2_000 });
  wait(1_999);
  assertEquals(look("b"), { kind: "later", waitMs: 1 });
  wait(1);
  assertEquals(kinds(2, "c"), ["wrong", "later"]);
  wait(40_000);
  assertEquals(kinds(21, "d"), [...Array(20).fill("wrong"), "later"]);
});

Deno.test("throttledCheck() looks at the right one like at others, so that nobody tells it by the answer", () => {
  const { look, kinds, wait } = bench();
  for (let time = 0; time < 100; time++) assertEquals(look("right").kind, "right");
  kinds(20, "a");
  assertEquals(look("right"), { kind: "later", waitMs: 2_000 });
  wait(2_000);
  assertEquals(look("right").kind, "right");
});

Deno.test("throttledCheck() does not let others wait for those who guess", () => {
  const { look, kinds } = bench();
  kinds(20, "a");
  assertEquals([look("right").kind, look("right", "10.0.0.8").kind], ["later", "right"]);
});

Deno.test("throttledCheck() forgets callers when very many have guessed", () => {
  const { look, kinds } = bench();
  kinds(20, "a");
  for (let at = 0; at < 1_000; at++) look(`b${at}`, `from ${at}`);
  assertEquals(look("right").kind, "right");
});

Deno.test("throttledCheck() does not count a guess that was wrong before", () => {
  const { look, kinds } = bench();
  for (let time = 0; time < 100; time++) assertEquals(look("old").kind, "wrong");
  assertEquals(look("right").kind, "right");
  kinds(20, "a");
  assertEquals(look("old").kind, "wrong");
});

Deno.test("throttledCheck() goes on when the clock is set back", () => {
  const { kinds, wait } = bench();
  wait(1e9);
  kinds(20, "a");
  wait(-1e9);
  wait(2_000);
  assertEquals(kinds(2, "b"), ["later", "later"]);
  wait(2_000);
  assertEquals(kinds(2, "c"), ["wrong", "later"]);
});

Deno.test("throttledSecretCheck() compares with its secret", () => {
  const check = throttledSecretCheck("s3cret", () => 0);
  assertEquals([check("guess", "10.0.0.7"), check("s3cret", "10.0.0.7")], [{ kind: "wrong" }, {
    kind: "right",
  }]);
});
