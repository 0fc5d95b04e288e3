import { assert, assertEquals } from "@std/assert";
import { TOOLS } from "../mcp/table.ts";
import { GATE, openToolBench } from "../mcp/testing/tool_calls.ts";
import { randomCalls } from "./mcp_random/random_calls.ts";

for (const seed of [1, 2, 3]) {
  Deno.test(`random calls break nothing, and every refusal says what to do (seed ${seed})`, async () => {
    await using subject = await openToolBench(TOOLS, { content: { stateMachine: GATE }, isRemote: true });
    const { faults, done, refused, undone } = await randomCalls(subject, 900, seed);
    assertEquals(faults, []);
    assert(done > 40 && refused > 40 && undone > 3, `${done} done, ${refused} refused, ${undone} undone`);
  });
}
