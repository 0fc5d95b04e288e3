import { assertEquals } from "@std/assert";
import { unifiedDiff } from "./unified_diff.ts";

const numbered = (...names: string[]) => names.map((name) => `${name}\n`).join("");

Deno.test("unifiedDiff() shows a change between three lines of context", () => {
  const before = numbered("1", "2", "3", "4", "5", "6", "7", "8", "9");
  const after = numbered("1", "2", "3", "4", "V", "6", "7", "8", "9");
  assertEquals(
    unifiedDiff(before, after, "a.txt"),
    ["--- a.txt", "+++ a.txt", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+V", " 6", " 7", " 8"].join("\n"),
  );
});

Deno.test("unifiedDiff() makes hunks of changes that stand far apart", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
  const diff = unifiedDiff(numbered(...lines), numbered(...lines.with(0, "a").with(19, "b")), "x");
  assertEquals(diff.split("\n").filter((line) => line.startsWith("@@")), [
    "@@ -1,4 +1,4 @@",
    "@@ -17,4 +17,4 @@",
  ]);
});

Deno.test("unifiedDiff() counts from 0 before the first line of an empty text", () => {
  assertEquals(unifiedDiff("", "a\n", "x"), "--- x\n+++ x\n@@ -0,0 +1 @@\n+a");
});

Deno.test("unifiedDiff() tells a missing newline at the end", () => {
  assertEquals(
    unifiedDiff("a", "a\n", "x"),
    "--- x\n+++ x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a",
  );
});

Deno.test("unifiedDiff() says nothing of equal texts", () => {
  assertEquals(unifiedDiff("a\n", "a\n", "x"), "");
});
