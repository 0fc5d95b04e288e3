import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { boundedLines, type LongLine, visibleId } from "./bounded_lines.ts";

/** What is passed on and what is left out of some chunks. */
function feed(most: number, chunks: readonly string[]) {
  const long: LongLine[] = [];
  const lines = boundedLines(most, (line) => long.push(line));
  let out = "";
  lines.on("data", (chunk: Buffer) => out += chunk.toString());
  for (const chunk of chunks) lines.write(Buffer.from(chunk));
  return { out, long };
}

Deno.test("boundedLines() passes on whole lines, however they arrive", () => {
  assertEquals(feed(10, ["a", "b\nc", "\nd\ne\nf"]).out, "ab\nc\nd\ne\n");
});

Deno.test("boundedLines() leaves out a line that is too long, and goes on after it", () => {
  const chunks = [
    "short\n",
    "B".repeat(900),
    ..."x".repeat(50).split("").map((x) => x.repeat(1_000)),
    "E\nnext\n",
  ];
  const { out, long: [line, ...others] } = feed(1_500, chunks);
  assertEquals([out, others.length, line?.bytes], ["short\nnext\n", 0, 50_902]);
  assertEquals(line?.begin, "B".repeat(900) + "x".repeat(100));
  assertEquals(line?.end, "x".repeat(998) + "E\n");
});

Deno.test("visibleId() finds the id of a message where it is first or last", () => {
  const id = (begin: string, end: string) => visibleId({ bytes: 0, begin, end });
  assertEquals(id('{"jsonrpc":"2.0","id":7,"method":"x",', '"}}}'), 7);
  assertEquals(id('{"jsonrpc":"2.0","method":"tools/call","id":"a","params":', '"}}}'), "a");
  assertEquals(id('{"method":"tools/call","params":', '"}},"jsonrpc":"2.0","id":12}\n'), 12);
  assertEquals(id('{"method":"tools/call","params":', '"id":5}}}\n'), undefined);
  assertEquals(id('{"method":"tools/call","params":', '"}}}\n'), undefined);
});
