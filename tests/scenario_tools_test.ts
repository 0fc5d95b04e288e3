import { assertEquals, assertStringIncludes } from "@std/assert";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench, type ToolBench } from "../mcp/testing/tool_calls.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }] }],
  state: {
    name: "Root",
    states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
  },
};
const STORY = {
  settings: { namespace: "Home", name: "Coming home" },
  participants: [{ name: "Guest" }, { name: "Door" }],
  messages: [{ from: "Guest", to: "Door", label: "opens", event: "open" }],
};

async function home(mode?: "auto") {
  const bench = await openToolBench(toolsOf(undefined), { content: STORY, name: "story.sqdf.json" });
  const write = async (name: string, value: unknown) => {
    const path = `${bench.folder}/${name}`;
    await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n");
    return path;
  };
  const system = await write("home.sysdf.json", {
    settings: { namespace: "Home", name: "Home", ...(mode === undefined ? {} : { reconcile: mode }) },
    members: [{ path: "door.smdf.json" }, { path: "story.sqdf.json" }],
  });
  const door = await write("door.smdf.json", DOOR);
  return { bench, system, door };
}

const LOCK = { from: "Guest", to: "Door", label: "locks", event: "lock", state: "Locked" };
const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));
const text = async (bench: ToolBench, name: string, values: Record<string, unknown> = {}) => {
  const answer = await bench.call(name, values);
  assertEquals(answer.isError, false, answer.text);
  return answer.text;
};

Deno.test("an agent replays the active scenario and reconciles what it asks for", async () => {
  const { bench, door } = await home();
  await using _ = bench;
  assertStringIncludes(await text(bench, "replay_scenario"), "every path is accepted");
  const added = await text(bench, "add_message", LOCK);
  assertStringIncludes(
    added,
    "3 changes proposed (door.smdf.json +3): reconcile_scenario shows and applies them",
  );
  assertStringIncludes(await text(bench, "replay_scenario"), "2. lock: unknown-event");
  assertStringIncludes(await text(bench, "reconcile_scenario"), "Nothing was written.");
  assertEquals(await read(door), DOOR);
  assertStringIncludes(await text(bench, "reconcile_scenario", { apply: true }), "Written: ");
  assertStringIncludes(await text(bench, "replay_scenario"), "every path is accepted");
  assertStringIncludes(await text(bench, "reconcile_scenario"), "agree");
});

Deno.test("an edit that asks for nothing says nothing, one that leaves a question open says so", async () => {
  const { bench } = await home();
  await using _ = bench;
  const quiet = await text(bench, "add_message", { from: "Guest", to: "Door", label: "waits" });
  assertEquals(quiet.includes("reconcile"), false);
  const open = await text(bench, "add_message", { from: "Guest", to: "Door", label: "locks", event: "lock" });
  assertStringIncludes(open, "reconcile propose: 1 left open (see check_system)");
});

Deno.test("in auto mode an edit of a scenario changes the machine at once, but an invalid scenario does not", async () => {
  const { bench, door } = await home("auto");
  await using _ = bench;
  assertStringIncludes(await text(bench, "add_message", LOCK), "auto: door.smdf.json +3");
  const { state } = await read(door);
  assertEquals(state.states.map(({ name }: { name: string }) => name), ["Closed", "Open", "Locked"]);
  const ops = [
    {
      op: "message.add",
      message: { from: "Nobody", to: "Door", label: "breaks", event: "break", state: "Broken" },
    },
  ];
  assertStringIncludes(
    await text(bench, "apply_patch", { ops }),
    "auto waits until the scenario has no error",
  );
  assertEquals((await read(door)).state.states.length, 3);
});

Deno.test("an agent chooses among proposals, and unknown ones are refused", async () => {
  const { bench, door } = await home();
  await using _ = bench;
  await text(bench, "add_message", LOCK);
  const unknown = await bench.call("reconcile_scenario", { apply: true, only: ["actor:Ghost"] });
  assertEquals([unknown.isError, unknown.code], [true, "unknown_name"]);
  assertStringIncludes(unknown.text, "message:story.sqdf.json:2");
  await text(bench, "reconcile_scenario", { apply: true, only: ["message:story.sqdf.json:2"] });
  assertEquals((await read(door)).state.states.length, 3);
});

Deno.test("a scenario that the system does not list is refused", async () => {
  const { bench, system } = await home();
  await using _ = bench;
  const answer = await bench.call("replay_scenario", { sequence: "other.sqdf.json", system });
  assertEquals([answer.isError, answer.code], [true, "not_found"]);
});
