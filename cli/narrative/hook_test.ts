import { assertEquals, assertStringIncludes } from "@std/assert";
import { runLoom } from "../run_loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

for (const words of [["--bogus"], ["--json=no", "x"], ["extra", "words"], ["--color", "pink"]]) {
  Deno.test(`loom narrative hook ${words.join(" ")} tells what it does not know, and runs all the same`, async () => {
    const io = memoryIo({ stdin: "{}", env: { WEBHOOK_EVENT_ID: "d-1" } });
    assertEquals(await runLoom(["narrative", "hook", ...words], io), 0);
    assertEquals(JSON.parse(io.out()).event_id, "d-1");
    assertStringIncludes(io.err(), "error: ");
  });
}

Deno.test("loom narrative drain does not run with words that it does not know", async () => {
  assertEquals(await runLoom(["narrative", "drain", "--bogus"], memoryIo()), 2);
});
