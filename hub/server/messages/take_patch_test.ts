import { assertEquals } from "@std/assert";
import { isInFile } from "./take_patch.ts";

const known = (revision: string, mtime: number, before: number) => ({ revision, def: {}, mtime, before });
const content = (revision: string, mtime: number) => ({ revision, def: {}, mtime });

Deno.test("isInFile() is true for the time that the file has", () => {
  assertEquals(isInFile(known("a", 10, 0), content("a", 10), 10), true);
  assertEquals(isInFile(known("a", 10, 0), content("b", 20), 20), true);
});

Deno.test("isInFile() is true for a time between what was known and what is there", () => {
  assertEquals(isInFile(known("a", 10, 5), content("b", 20), 15), true);
  assertEquals(isInFile(known("b", 20, 10), content("b", 20), 15), true);
});

Deno.test("isInFile() is false for other times", () => {
  assertEquals(isInFile(known("a", 10, 5), content("b", 20), 25), false);
  assertEquals(isInFile(known("a", 10, 5), content("b", 20), 10), false);
  assertEquals(isInFile(known("b", 20, 10), content("b", 20), 1), false);
});

Deno.test("isInFile() is false for an earlier time of a file of which only one content is known", () => {
  assertEquals(isInFile(known("a", 10, 0), content("a", 10), 1), false);
});
