import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { openToolBench } from "../testing/tool_calls.ts";
import { ToolError } from "../tool.ts";
import { editAnswer } from "./edit_answer.ts";
import { STATE_TOOLS } from "./states.ts";

Deno.test("editAnswer() changes nothing when the call was taken back before its turn", async () => {
  await using bench = await openToolBench([]);
  const before = await Deno.readTextFile(bench.path);
  const call = { session: bench.session, signal: AbortSignal.abort(), progress: () => {} };
  const error = await assertRejects(
    () => editAnswer(call, {}, () => [{ op: "state.remove", name: "Sold" }], () => "Gone."),
    ToolError,
  );
  assertEquals(error.code, "cancelled");
  assertEquals(await Deno.readTextFile(bench.path), before);
});

Deno.test("editAnswer() shows the first of many operations in a dry run", async () => {
  await using bench = await openToolBench([]);
  const call = { session: bench.session, signal: new AbortController().signal, progress: () => {} };
  const { text, data } = await editAnswer(
    call,
    { dry_run: true },
    () =>
      Array.from({ length: 50 }, (_, at) => ({ op: "state.add", parent: null, state: { name: `S${at}` } })),
    () => "",
  );
  assertEquals([text.split("\n").length, data.ops?.length], [42, 50]);
  assertStringIncludes(text, "+ state S0 under the root\n");
  assertStringIncludes(text, "… and 10 more");
});

Deno.test("editAnswer() bounds the operations that a dry run gives to programs, and says how to see the others", async () => {
  await using bench = await openToolBench([]);
  const call = { session: bench.session, signal: new AbortController().signal, progress: () => {} };
  const dry = (count: number, description: string) =>
    editAnswer(
      call,
      { dry_run: true },
      () =>
        Array.from({ length: count }, (_, at) => ({
          op: "state.add",
          parent: null,
          state: { name: `S${at}`, description },
        })),
      () => "",
    );
  const many = await dry(300, "");
  const sentence = "of 300 operations: try a smaller part of the change to see the others.";
  assertEquals([many.data.ops?.length, many.data.rest], [200, `ops has 200 ${sentence}`]);
  assertStringIncludes(many.text, `\nops has 200 ${sentence}`);
  const large = await dry(3, "x".repeat(10_000));
  assertEquals([large.data.ops?.length, large.data.rest?.startsWith("ops has 2 of 3")], [2, true]);
  assertEquals((await dry(200, "")).data.rest, undefined);
});

Deno.test("editAnswer() says what an operation was refused for, without a place in a list", async () => {
  await using bench = await openToolBench([]);
  const call = { session: bench.session, signal: new AbortController().signal, progress: () => {} };
  const error = await assertRejects(
    () => editAnswer(call, {}, () => [{ op: "state.remove", name: "None" }], () => ""),
    ToolError,
  );
  assertEquals(
    [error.code, error.message],
    ["not_found", 'There is no state "None". list_states and list_events show what there is.'],
  );
});

Deno.test("a change tells programs in words what it tells an agent", async () => {
  await using bench = await openToolBench([...STATE_TOOLS]);
  const { text, data } = await bench.call("remove_state", { name: "Sold" });
  assertEquals(text, `${data.message} live: no hub`);
  assertStringIncludes(String(data.message), "1 transition now leads nowhere");
  const same = await bench.call("rename_state", { name: "Open", new_name: "Open" });
  assertEquals(same.data.message, "Nothing had to change: the document is so already.");
});
