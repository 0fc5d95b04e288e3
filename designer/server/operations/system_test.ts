import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, openBench } from "../testing.ts";

const SCENARIO = {
  settings: { namespace: "Home", name: "Come in" },
  participants: [{ name: "Guest", actor: "Guest" }, { name: "Door" }],
  messages: [{ from: "Guest", to: "Door", label: "locks", event: "lock", state: "Locked" }],
};

const SYSTEM = {
  settings: { namespace: "Home", name: "Home" },
  members: [{ path: "door.smdf.json" }, { path: "come_in.sqdf.json" }, { path: "/etc/none.smdf.json" }],
  actors: [],
};

async function openSystem() {
  const bench = await openBench();
  await Deno.writeTextFile(`${bench.folder}/come_in.sqdf.json`, JSON.stringify(SCENARIO));
  await Deno.writeTextFile(`${bench.folder}/home.sysdf.json`, JSON.stringify(SYSTEM));
  const at = (name: string) => `${bench.folder}/${name}`;
  const check = async (name: string, more = "") =>
    await (await bench.ask(`/api/system?doc=${encodeURIComponent(at(name))}${more}`)).json();
  const edit = async (edits: readonly object[]) =>
    await bench.ask("/api/edits", { method: "POST", body: JSON.stringify({ edits }) });
  return { ...bench, at, check, edit };
}

Deno.test("/api/system checks the system of a document, and proposes what its scenarios need", async () => {
  await using bench = await openSystem();
  const report = await bench.check("come_in.sqdf.json");
  assertEquals(report.system, { path: bench.at("home.sysdf.json"), name: "Home", mode: "propose" });
  assertEquals(report.member, "come_in.sqdf.json");
  const ids = report.findings.map((one: { ruleId: string }) => one.ruleId);
  assertEquals(ids.filter((id: string) => id === "L006" || id === "Y003"), ["Y003", "L006"]);
  assertEquals(report.edits.map((one: { doc: string }) => one.doc).sort(), [
    bench.at("door.smdf.json"),
    bench.at("home.sysdf.json"),
  ]);
  const only = await bench.check("come_in.sqdf.json", "&only=actor:Guest");
  assertEquals(only.edits.map((one: { doc: string }) => one.doc), [bench.at("home.sysdf.json")]);
});

Deno.test("/api/system says nothing of a member outside of what is served", async () => {
  await using bench = await openSystem();
  const { members } = await bench.check("home.sysdf.json", "&pictures=1");
  const [door, , outside] = members;
  assertStringIncludes(door.svg, "<svg");
  assertEquals([door.name, door.counts], ["Door <b>", "3 states, 1 event"]);
  assertStringIncludes(outside.problem, "outside");
});

Deno.test("/api/system has nothing for a machine that no system lists", async () => {
  await using bench = await openBench();
  assertEquals(await (await bench.ask("/api/system")).json(), { system: null, members: [] });
});

Deno.test("/api/edits changes all documents, and its answer takes them back", async () => {
  await using bench = await openSystem();
  const { edits } = await bench.check("come_in.sqdf.json");
  const answer = await (await bench.edit(edits)).json();
  const text = await Deno.readTextFile(bench.at("door.smdf.json"));
  assertStringIncludes(text, "Locked");
  assertEquals((await bench.check("come_in.sqdf.json")).proposals, []);
  const back = answer.edits.map(({ doc, undo }: { doc: string; undo: unknown }) => ({ doc, ops: undo }));
  assertEquals((await bench.edit(back)).status, 200);
  assertEquals(JSON.parse(await Deno.readTextFile(bench.at("door.smdf.json"))), DOOR);
});

Deno.test("/api/edits changes nothing when one document is stale, outside, or no document", async () => {
  await using bench = await openSystem();
  const good = {
    doc: bench.at("door.smdf.json"),
    ops: [{ op: "state.rename", name: "Closed", to: "Shut" }],
  };
  const system = { doc: bench.at("home.sysdf.json"), ops: [] };
  const rows: readonly (readonly [object, number])[] = [
    [{ ...system, revision: "0000", ops: [{ op: "settings.update", patch: { name: "Ours" } }] }, 409],
    [{ ...system, doc: "/etc/passwd.json" }, 403],
    [{ ...system, ops: [{}] }, 400],
    [{ ...system, ops: [{ op: "member.remove", path: "nothing" }] }, 422],
  ];
  for (const [bad, status] of rows) {
    assertEquals((await bench.edit([good, bad])).status, status, JSON.stringify(bad));
  }
  assertEquals(JSON.parse(await Deno.readTextFile(bench.at("door.smdf.json"))), DOOR);
});
