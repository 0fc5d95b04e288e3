import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

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
const comeIn = (...events: string[]) => ({
  settings: { namespace: "Home", name: "Come in" },
  participants: [{ name: "Guest" }, { name: "Door" }],
  messages: events.map((event) => ({ from: "Guest", to: "Door", label: event, event })),
});
const HOME = {
  settings: { namespace: "Home", name: "Home" },
  members: [{ path: "door.smdf.json" }, { path: "stories/come_in.sqdf.json" }],
};

async function home(events: readonly string[], door: string | object = { stateMachine: DOOR }) {
  const folder = await TempFolder.make();
  await Deno.mkdir(folder.at("stories"));
  const paths = {
    system: await folder.write("home.sysdf.json", HOME),
    machine: await folder.write("door.smdf.json", door),
    scenario: await folder.write("stories/come_in.sqdf.json", comeIn(...events)),
  };
  return { folder, ...paths, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("loom check finds nothing in a system whose documents agree", async () => {
  await using files = await home(["open", "shut"]);
  const { code, out } = await loom(["check", files.system]);
  assertEquals(code, 0, out);
  assertStringIncludes(out, "nothing to remark in 2 members; reconcile: propose");
  assertStringIncludes(out, "Come in, main: accepted; ends with Door in Closed");
});

Deno.test("loom check exits with 1 for an error, and with --strict for a warning", async () => {
  await using files = await home(["shut"]);
  assertEquals((await loom(["check", files.system])).code, 0);
  const { code, out } = await loom(["check", files.system, "--strict"]);
  assertEquals(code, 1);
  assertStringIncludes(out, "L008");
  assertEquals((await loom(["check", files.system, "--strict", "--rule", "L008=off"])).code, 0);
  await using others = await home(["opne"]);
  const wrong = await loom(["check", others.system]);
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.out, "L005 Unknown event or machine");
  assertStringIncludes(wrong.out, 'Did you mean "open"?');
});

Deno.test("loom check gives findings their places in the files of members, in every report", async () => {
  await using files = await home(["opne"]);
  const json = JSON.parse((await loom(["check", files.system, "--json"])).out);
  assertEquals([json.valid, json.system, json.replays.length], [false, files.system, 1]);
  const finding = json.findings.find(({ ruleId }: { ruleId: string }) => ruleId === "L005");
  assertEquals([finding.member, finding.path], ["stories/come_in.sqdf.json", "/messages/0/event"]);
  const text = await Deno.readTextFile(files.scenario);
  assertStringIncludes(text.split("\n")[finding.line - 1] ?? "", '"event": "opne"');
  const github = (await loom(["check", files.system, "--as", "github"])).out;
  assertStringIncludes(github, `::error file=${files.scenario},line=${finding.line}`);
  const sarif = JSON.parse((await loom(["check", files.system, "--as", "sarif"])).out);
  const rules = sarif.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
  assert(["Y003", "L005", "V001", "E001", "S001"].every((id) => rules.includes(id)));
});

Deno.test("loom check reports a member that cannot be read, without its text", async () => {
  await using files = await home(["open"], "top secret");
  const { code, out } = await loom(["check", files.system]);
  assertEquals(code, 1);
  assertStringIncludes(out, "Y003");
  assert(!out.includes("L005") && !out.includes("secret"), out);
});

Deno.test("loom check finds the system of a member up to the working folder, and refuses one without", async () => {
  await using files = await home(["open", "shut"]);
  const { folder } = files;
  const beside = await loom(["check", files.machine, "--json"]);
  assertEquals(JSON.parse(beside.out).system, files.system);
  // The folder of the test is not below the working folder, so that only the folder of the scenario is looked into.
  const scenario = await loom(["check", files.scenario, "--json"]);
  assertEquals(JSON.parse(scenario.out).members, ["come_in.sqdf.json"]);
  const lonely = await folder.write("stories/lamp.smdf.json", DOOR);
  const { code, err } = await loom(["check", lonely]);
  assertEquals(code, 3);
  assertStringIncludes(err, "lists it: name the system");
  const missing = await loom(["check", folder.at("none.sysdf.json")]);
  assertEquals(missing.code, 4);
  assertStringIncludes(missing.err, "There is no document");
});
