import { assertEquals } from "@std/assert";
import { readLines } from "./read_lines.ts";

const never = new AbortController().signal;

function chunks(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : part),
  );
}

Deno.test("readLines() puts lines together that come in pieces", async () => {
  assertEquals(await Array.fromAsync(readLines(chunks("a\nb", "c\r\n", "d"), never)), ["a", "bc", "d"]);
});

Deno.test("readLines() puts characters together that come in pieces", async () => {
  const bytes = new TextEncoder().encode("é\n");
  assertEquals(await Array.fromAsync(readLines(chunks(bytes.subarray(0, 1), bytes.subarray(1)), never)), [
    "é",
  ]);
});

Deno.test("readLines() ends when it is interrupted while it waits", async () => {
  const interruption = new AbortController();
  let isCancelled = false;
  const silent = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
  const lines = Array.fromAsync(readLines(silent, interruption.signal));
  interruption.abort();
  assertEquals([await lines, isCancelled], [[], true]);
});
