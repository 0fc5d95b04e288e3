import { assertEquals } from "@std/assert";
import { positionAt } from "./position.ts";

Deno.test("positionAt() counts lines that end in LF, CRLF or CR", () => {
  assertEquals(positionAt("a\nb\r\nc\rd", 7), { line: 4, column: 1 });
});

Deno.test("positionAt() takes an offset beyond the end for the end", () => {
  assertEquals(positionAt("a\nbc", 99), { line: 2, column: 3 });
});

Deno.test("positionAt() does not count a byte order mark", () => {
  assertEquals(positionAt("\uFEFFab", 1), { line: 1, column: 1 });
  assertEquals(positionAt("\uFEFFab", 2), { line: 1, column: 2 });
});
