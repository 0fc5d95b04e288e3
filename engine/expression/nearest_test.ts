import { assertEquals } from "@std/assert";
import { millisecondsOf, nearestText } from "./nearest.ts";
import { parseAction, parseGuard } from "./parse.ts";

function parses(parse: (text: string) => unknown) {
  return (text: string) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

const GUARDS: Readonly<Record<string, string>> = {
  "a ==== b": "a == b",
  "a = b": "a == b",
  "a = = b": "a == b",
  "a <> b": "a != b",
  "a => 5": "a >= 5",
  "a =< 5": "a <= 5",
  "a > = 5": "a >= 5",
  "a & b": "a and b",
  "a | b": "a or b",
  "a AND NOT b": "a and not b",
  "~a": "not a",
  "(a and b": "(a and b)",
  "a and b)": "a and b",
  "f(a, [1, 2": "f(a, [1, 2])",
  "name == 'x": "name == 'x'",
  "name == “x”": 'name == "x"',
  "name == `x`": 'name == "x"',
  "if a": "a",
  "a;": "a",
  "a and": "a",
  "a // why": "a",
  "a ≥ 5": "a >= 5",
  "name = 'a = b'": "name == 'a = b'",
};

for (const [text, nearest] of Object.entries(GUARDS)) {
  Deno.test(`nearestText() of the guard ${text} is ${nearest}`, () => {
    assertEquals(nearestText(text, parses(parseGuard)), nearest);
  });
}

const ACTIONS: Readonly<Record<string, string>> = {
  "count++": "count += 1",
  "let x = 1": "x = 1",
  "x := 1": "x = 1",
  "log(x": "log(x)",
  "x = 1 # why": "x = 1",
};

for (const [text, nearest] of Object.entries(ACTIONS)) {
  Deno.test(`nearestText() of the action ${text} is ${nearest}`, () => {
    assertEquals(nearestText(text, parses(parseAction)), nearest);
  });
}

Deno.test("nearestText() gives nothing where no repair helps, after a bounded number of tries", () => {
  let tries = 0;
  const never = () => ++tries < 0;
  assertEquals(nearestText("the door is open & = | ( ~ [ <> 'x ++ -- # a AND b OR c", never), undefined);
  assertEquals(tries <= 2000, true, `${tries} tries`);
  assertEquals(nearestText("(".repeat(301), parses(parseGuard)), undefined);
});

Deno.test("millisecondsOf() reads durations with a unit", () => {
  assertEquals(["5s", "1.5 min", "200 ms", "2 Hours", "1d", "5", "x", "5 sx"].map(millisecondsOf), [
    5000,
    90_000,
    200,
    7_200_000,
    86_400_000,
    undefined,
    undefined,
    undefined,
  ]);
});
