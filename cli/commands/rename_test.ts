import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";
import { RENAME } from "../table/systems.ts";
import { RENAMED_WORDS } from "@loom/engine";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }, { id: "shut" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", transitions: [{ event: "shut", nextState: "Closed" }] },
    ],
  },
};
const COME_IN = {
  settings: { namespace: "Home", name: "Come in" },
  participants: [{ name: "Guest", actor: "Guest" }, { name: "Door" }],
  messages: [{ from: "Guest", to: "Door", label: "pulls", event: "open", state: "Open" }],
};
const HOME = {
  settings: { namespace: "Home", name: "Home" },
  members: [{ path: "door.smdf.json" }, { path: "come_in.sqdf.json" }],
  actors: [{ name: "Guest", kind: "person" }],
};

async function home() {
  const folder = await TempFolder.make();
  const files = [
    await folder.write("home.sysdf.json", HOME),
    await folder.write("door.smdf.json", DOOR),
    await folder.write("come_in.sqdf.json", COME_IN),
  ] as const;
  const [system, machine, scenario] = files;
  const texts = () => Promise.all(files.map((path) => Deno.readTextFile(path)));
  const env = { LOOM_STATE_DIR: folder.at("state") };
  const run = (doc: string, ...args: string[]) => loom(["--doc", doc, ...args], { env });
  return { folder, system, machine, scenario, texts, run };
}

Deno.test("loom rename changes all documents of a system, and undo in any of them takes it back in all", async () => {
  const { folder, system, machine, scenario, texts, run } = await home();
  await using _ = folder;
  const before = await texts();
  const renamed = await run(machine, "rename", "event", "open", "pull");
  assertEquals(renamed.code, 0, renamed.err);
  assertStringIncludes(renamed.out, "come_in.sqdf.json");
  const after = await texts();
  assertStringIncludes(after[1] ?? "", '"event": "pull"');
  assertStringIncludes(after[2] ?? "", '"event": "pull"');
  assertEquals((await run(system, "check")).code, 0);

  const undone = await run(scenario, "undo");
  assertEquals(undone.code, 0, undone.err);
  assertEquals(await texts(), before);
  assertEquals((await run(machine, "redo")).code, 0);
  assertEquals(await texts(), after);
});

Deno.test("loom undo refuses a rename when a document has a later edit, and changes nothing", async () => {
  const { folder, system, machine, scenario, texts, run } = await home();
  await using _ = folder;
  await run(system, "rename", "actor", "Guest", "Friend");
  await run(scenario, "add-participant", "Host");
  const before = await texts();
  const refused = await run(system, "undo");
  assertEquals(refused.code, 3, refused.out);
  assertStringIncludes(refused.err, "was edited since");
  assertEquals(await texts(), before);
  assertEquals((await run(scenario, "undo", "-n", "2")).code, 2);
  assertEquals((await run(scenario, "undo")).code, 0);
  assertEquals((await run(system, "undo")).code, 0);
  assertStringIncludes(await Deno.readTextFile(scenario), '"actor": "Guest"');
  assertEquals(await Deno.readTextFile(machine), JSON.stringify(DOOR, null, 2) + "\n");
});

Deno.test("loom rename writes no file when one cannot be written", async () => {
  const { folder, system, machine, texts, run } = await home();
  await using _ = folder;
  const before = await texts();
  const dry = await run(system, "rename", "state", "Open", "Wide", "--dry-run");
  assertEquals([dry.code, await texts()], [0, before]);
  await Deno.writeTextFile(machine, "{");
  const broken = await run(system, "rename", "actor", "Guest", "Friend");
  assertEquals(broken.code, 3);
  assertStringIncludes(broken.err, "Nothing was renamed");
  assertEquals(await Deno.readTextFile(system), before[0]);
  await Deno.writeTextFile(machine, before[1] ?? "");
  const unknown = await run(system, "rename", "state", "Opne", "Wide");
  assertEquals(unknown.code, 3);
  assertStringIncludes(unknown.err, 'Did you mean "Open"?');
  assertEquals(await texts(), before);
});

Deno.test("loom rename offers what can be renamed", () => {
  assertEquals<readonly string[]>(RENAME.arguments[0].choices, RENAMED_WORDS);
});
