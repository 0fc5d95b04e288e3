import { assertEquals } from "@std/assert";
import { renameInStateCalls } from "./in_state_text.ts";

const rename = (text: string) => renameInStateCalls(text, "A", "B");

Deno.test("renameInStateCalls() renames in calls with either quote and any space", () => {
  assertEquals(rename(`in_state("A") and not in_state ( 'A' )`), `in_state("B") and not in_state ( 'B' )`);
});

Deno.test("renameInStateCalls() leaves other names and other calls alone", () => {
  for (
    const text of [`in_state("AB")`, `was_in_state("A")`, `x.in_state("A")`, `f("A")`, `"A" == in_state`]
  ) {
    assertEquals(rename(text), text);
  }
});

Deno.test("renameInStateCalls() leaves text inside a string literal alone", () => {
  const text = `log('in_state("A")') or log("it\\"s in_state('A')")`;
  assertEquals(rename(text), text);
});

Deno.test("renameInStateCalls() reads and writes escapes", () => {
  assertEquals(
    renameInStateCalls(String.raw`in_state("a\"\x41\u{42}\n")`, 'a"AB\n', "it's"),
    `in_state("it's")`,
  );
  assertEquals(renameInStateCalls(`in_state('A')`, "A", "it's\\\n"), String.raw`in_state('it\'s\\\n')`);
});
