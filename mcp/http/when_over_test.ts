import { assertEquals, assertRejects } from "@std/assert";
import { whenOver } from "./when_over.ts";

function counted(body: ReadableStream<Uint8Array>, first?: string) {
  const count = { over: 0 };
  const bytes = first === undefined ? undefined : new TextEncoder().encode(first);
  return { count, stream: whenOver(body, () => count.over++, bytes) };
}

const text = (content: string) => new Blob([content]).stream();

Deno.test("whenOver() passes all on and then tells", async () => {
  const { count, stream } = counted(text("world"), "hello ");
  assertEquals(count.over, 0);
  assertEquals(await new Response(stream).text(), "hello world");
  assertEquals(count.over, 1);
});

Deno.test("whenOver() tells once when the reader goes away, and passes that on", async () => {
  let reason: unknown;
  const endless = new ReadableStream<Uint8Array>({ cancel: (given) => void (reason = given) });
  const { count, stream } = counted(endless);
  await stream.cancel("gone");
  assertEquals([count.over, reason], [1, "gone"]);
});

Deno.test("whenOver() tells when the body breaks", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("broken")),
  });
  const { count, stream } = counted(broken);
  await assertRejects(() => new Response(stream).text(), Error, "broken");
  assertEquals(count.over, 1);
});
