import { DocumentError } from "@loom/bridge/document";
import { assertEquals, assertRejects } from "@std/assert";
import type { Input } from "./io.ts";
import { readStandardInput } from "./read_standard_input.ts";

function piped(...parts: readonly Uint8Array<ArrayBuffer>[]): Input {
  return { readable: ReadableStream.from(parts), isTerminal: false };
}

async function codeOf(input: Input): Promise<string> {
  return (await assertRejects(() => readStandardInput(input), DocumentError)).code;
}

Deno.test("readStandardInput() joins what comes in parts, also inside a character", async () => {
  const [first, second] = new TextEncoder().encode("ä");
  const { text } = await readStandardInput(piped(Uint8Array.of(first ?? 0), Uint8Array.of(second ?? 0)));
  assertEquals(text, "ä");
});

Deno.test("readStandardInput() refuses what is not UTF-8", async () => {
  assertEquals(await codeOf(piped(Uint8Array.of(0xff, 0xfe))), "not_utf8");
});

Deno.test("readStandardInput() stops at 32 MiB", async () => {
  const part = new Uint8Array(12 * 1024 * 1024);
  assertEquals(await codeOf(piped(part, part, part, part)), "too_large");
});

Deno.test("readStandardInput() says why nothing can be read", async () => {
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("Is a directory")),
  });
  const error = await assertRejects(() => readStandardInput({ readable, isTerminal: false }), DocumentError);
  assertEquals(error.message, "Standard input cannot be read (Is a directory): pipe a text into it.");
});
