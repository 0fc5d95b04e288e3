import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

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
  participants: [{ name: "Guest", actor: "Guest" }, { name: "Door" }],
  messages: [
    { from: "Guest", to: "Door", label: "opens", event: "open" },
    { from: "Guest", to: "Door", label: "locks", event: "lock", state: "Locked" },
  ],
};

async function home() {
  const folder = await TempFolder.make();
  const paths = {
    system: await folder.write("home.sysdf.json", {
      settings: { namespace: "Home", name: "Home" },
      members: [{ path: "door.smdf.json" }, { path: "story.sqdf.json" }],
    }),
    door: await folder.write("door.smdf.json", DOOR),
    story: await folder.write("story.sqdf.json", STORY),
  };
  const env = { LOOM_STATE_DIR: folder.at("state") };
  const texts = async () =>
    await Promise.all([paths.system, paths.door].map((path) => Deno.readTextFile(path)));
  return { ...paths, env, texts, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("loom replay says where a scenario stops, and exits with 1", async () => {
  await using files = await home();
  const { code, out } = await loom(["replay", files.story]);
  assertEquals(code, 1);
  assertStringIncludes(out, "2. lock: unknown-event — no machine has the event");
  const { replays } = JSON.parse((await loom(["replay", files.system, "--json"])).out);
  assertEquals(replays[0].report.paths[0].stops[0].ref, "2");
  assertEquals(replays[0].member, "story.sqdf.json");
});

Deno.test("loom coverage lists what no scenario touches", async () => {
  await using files = await home();
  const { code, out } = await loom(["coverage", files.system]);
  assertEquals(code, 0);
  assertStringIncludes(out, "Door: 2 of 2 states, 1 of 1 transitions");
});

Deno.test("loom reconcile proposes, applies to all documents, and is undone as one", async () => {
  await using files = await home();
  const before = await files.texts();
  const proposed = JSON.parse((await loom(["reconcile", files.system, "--json"])).out);
  assertEquals(proposed.proposals.map(({ id }: { id: string }) => id), [
    "actor:Guest",
    "message:story.sqdf.json:2",
  ]);
  assertEquals(await files.texts(), before);

  const applied = await loom(["reconcile", files.system, "--apply"], { env: files.env });
  assertEquals(applied.code, 0, applied.err);
  assertStringIncludes(applied.out, "+ transition Open ─[lock]→ Locked");
  assertEquals((await loom(["replay", files.system])).code, 0);
  assertStringIncludes((await loom(["reconcile", files.system])).out, "agree");

  const after = await files.texts();
  assertEquals((await loom(["--doc", files.door, "undo"], { env: files.env })).code, 0);
  assertEquals((await files.texts()).map((text) => JSON.parse(text)), before.map((text) => JSON.parse(text)));
  assertEquals((await loom(["--doc", files.system, "redo"], { env: files.env })).code, 0);
  assertEquals((await files.texts()).map((text) => JSON.parse(text)), after.map((text) => JSON.parse(text)));
});

Deno.test("an undo of several documents is refused when one of them was edited since", async () => {
  await using files = await home();
  await loom(["reconcile", files.system, "--apply"], { env: files.env });
  await loom(["--doc", files.door, "add-state", "Ajar"], { env: files.env });
  const before = await files.texts();
  const { code, err } = await loom(["--doc", files.system, "undo"], { env: files.env });
  assertEquals(code, 3);
  assertStringIncludes(err, "was edited since");
  assertEquals(await files.texts(), before);
});

Deno.test("loom reconcile takes only the proposals that are named", async () => {
  await using files = await home();
  const unknown = await loom(["reconcile", files.system, "--apply", "--only", "actor:Ghost"]);
  assertEquals(unknown.code, 2);
  assertStringIncludes(unknown.err, "there are actor:Guest, message:story.sqdf.json:2");
  const { code } = await loom(["reconcile", files.system, "--apply", "--only", "actor:Guest"], {
    env: files.env,
  });
  assertEquals(code, 0);
  const [system = "", door = ""] = await files.texts();
  assertEquals(JSON.parse(system).actors, [{ name: "Guest", kind: "person" }]);
  assertEquals(JSON.parse(door), DOOR);
});

Deno.test("loom reconcile changes nothing in a dry run, or where a document cannot be written", async () => {
  await using files = await home();
  const before = await files.texts();
  const dry = await loom(["reconcile", files.system, "--apply", "--dry-run"], { env: files.env });
  assertEquals(dry.code, 0);
  assertStringIncludes(dry.err, "nothing was written");
  assertEquals(await files.texts(), before);
});
