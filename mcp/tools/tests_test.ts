import { assertEquals, assertStringIncludes } from "@std/assert";
import { openToolBench } from "../testing/tool_calls.ts";
import { TEST_TOOLS } from "./tests.ts";

const OPENS = { name: "opens", steps: [{ event: "open", expect: { state: "Open", timers: ["Wait"] } }] };

Deno.test("run_tests runs tests of the machine, and says what fails and what they leave out", async () => {
  await using tools = await openToolBench(TEST_TOOLS);
  const wrong = { name: "stays open", steps: ["open", { advance: "5s", expect: { state: "Open" } }] };
  const { text, data } = await tools.call("run_tests", { tests: [OPENS, wrong] });
  assertEquals(data, { passed: false, failed: 1, coverage: 35 });
  assertStringIncludes(text, "ok: opens");
  assertStringIncludes(text, "FAILED: stays open: Step 2, +5000 ms: expected state Open, got Closed.");
  assertStringIncludes(text, "1 passed, 1 failed");
  assertStringIncludes(text, "state never active: Sold");
});

Deno.test("run_tests runs a test file of the active machine, and refuses that of another", async () => {
  await using tools = await openToolBench(TEST_TOOLS);
  const name = tools.path.slice(tools.path.lastIndexOf("/") + 1);
  const folder = tools.path.slice(0, -name.length);
  const write = (file: string, machine: string) =>
    Deno.writeTextFile(`${folder}${file}`, JSON.stringify({ machine, tests: [OPENS] }));
  await write("gate.test.json", name);
  await write("other.test.json", "other.smdf.json");
  assertEquals((await tools.call("run_tests", { path: "gate.test.json" })).data.passed, true);
  const { text } = await tools.call("run_tests", { path: "other.test.json" });
  assertStringIncludes(text, "set_project_file");
});
