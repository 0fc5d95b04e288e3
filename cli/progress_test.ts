import { assertEquals } from "@std/assert";
import { progressOn } from "./progress.ts";
import { memoryIo } from "./testing/memory_io.ts";

Deno.test("progressOn() shows a line in place of the one before, and takes it away", () => {
  const io = memoryIo({ isTerminal: true, columns: 8 });
  const progress = progressOn(io.stderr, {});
  progress("");
  progress("one");
  progress("two and three");
  progress("");
  progress("");
  assertEquals(io.err(), "\r\x1b[2Kone\r\x1b[2Ktwo an…\r\x1b[2K");
});

Deno.test("progressOn() says nothing in a pipe or on a dumb terminal", () => {
  for (const [options, env] of [[{}, {}], [{ isTerminal: true }, { TERM: "dumb" }]] as const) {
    const io = memoryIo(options);
    progressOn(io.stderr, env)("one");
    assertEquals(io.err(), "");
  }
});
