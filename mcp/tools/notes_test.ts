import { assertEquals, assertStringIncludes } from "@std/assert";
import { assertDryThenDone, assertRefused, definitionOf, done } from "../testing/edits.ts";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { NOTE_TOOLS } from "./notes.ts";

Deno.test("set_notes sets the note of the diagram and of a state, and clears it", async () => {
  await assertDryThenDone(NOTE_TOOLS, ["set_notes", { notes: "All." }]);
  await using bench = await openToolBench(NOTE_TOOLS);
  await done(bench, "set_notes", { notes: "All.", target: "" });
  await done(bench, "set_notes", { notes: "Wide.\nVery.", target: "Open" });
  const { text, data } = await done(bench, "get_notes");
  assertStringIncludes(text, `2 notes in 'Gate' (${bench.path}):\n\n[diagram]\nAll.\n\n[Open]\nWide.\nVery.`);
  assertEquals(data.notes, [{ target: null, notes: "All." }, { target: "Open", notes: "Wide.\nVery." }]);
  await done(bench, "set_notes", { notes: "" });
  await done(bench, "set_notes", { notes: "\n", target: "Open" });
  assertEquals(await definitionOf(bench), GATE as never);
  assertStringIncludes((await done(bench, "get_notes")).text, "There are no notes in 'Gate'");
});

Deno.test("set_notes refuses an unknown state", async () => {
  await using bench = await openToolBench(NOTE_TOOLS);
  await assertRefused(
    bench,
    ["set_notes", { notes: "x", target: "Opem" }],
    "unknown_name",
    'Did you mean "Open"?',
  );
});

Deno.test("get_notes needs a document", async () => {
  await using bench = await openToolBench(NOTE_TOOLS, { content: undefined });
  await assertRefused(bench, ["get_notes", {}], "not_found", "create_state_machine");
});

Deno.test("get_notes gives long notes by their beginnings, and says where the rest is", async () => {
  await using tools = await openToolBench(NOTE_TOOLS);
  await tools.call("set_notes", { notes: "x".repeat(50_000) });
  await tools.call("set_notes", { target: "Open", notes: "Short." });
  const { text, data } = await tools.call("get_notes");
  const notes = data.notes as { notes: string }[];
  assertEquals(notes.map((note) => note.notes), [`${"x".repeat(200)}… 49800 more characters`, "Short."]);
  assertStringIncludes(text, "Long notes are cut: get_definition gives one");
});
