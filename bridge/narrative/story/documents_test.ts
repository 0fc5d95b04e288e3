import { enrich, Machine, parseJson } from "@loom/engine";
import { isObject, kindOfDocument, kindOfPath, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { episodeScenario } from "../episode/scenario.ts";
import { tellEpisode } from "../episode/telling.ts";
import { beatsLike, ISSUE_STORY } from "../episode/testing.ts";
import { STORY_DEFINITION } from "./story_machine.ts";
import issue from "./documents/issue.smdf.json" with { type: "json" };
import { layDownDocuments, STORY_DOCUMENTS } from "./story_documents.ts";

type Row = Record<string, unknown>;

function rowsIn(name: string, list: string): Row[] {
  const value = STORY_DOCUMENTS.find((document) => document.name === name)?.value;
  assert(isObject(value) && Array.isArray(value[list]));
  return value[list];
}

/** The life of one issue, driven by lookup keys. */
const ISSUE_DEFINITION = issue as StateMachineDefinition;

const MACHINES = [STORY_DEFINITION, ISSUE_DEFINITION];

Deno.test("STORY_DOCUMENTS are of the kinds that their names tell", () => {
  for (const { name, value } of STORY_DOCUMENTS) assertEquals(kindOfDocument(value), kindOfPath(name));
});

Deno.test("the system names the documents and the actors that there are", () => {
  const paths = rowsIn("narrative.sysdf.json", "members").map(({ path }) => path);
  assertEquals(
    paths,
    STORY_DOCUMENTS.map(({ name }) => name).filter((name) => !name.endsWith(".sysdf.json")),
  );
  const actors = new Set(rowsIn("narrative.sysdf.json", "actors").map(({ name }) => name));
  const played = rowsIn("first_issue.sqdf.json", "participants").flatMap(({ actor }) => actor ?? []);
  assertEquals(played.filter((actor) => !actors.has(actor)), []);
});

Deno.test("the records refer to what there is, and hold the states of the machines", () => {
  const entities = rowsIn("narrative.erdf.json", "entities");
  const attributes = entities.flatMap(({ name, attributes }) =>
    (attributes as Row[]).map((attribute) => ({ entity: String(name), ...attribute } as Row))
  );
  const names = new Set(attributes.map(({ entity, name }) => `${entity}.${name}`));
  const references = attributes.flatMap(({ references }) => references ?? []);
  assertEquals(references.filter((reference) => !names.has(String(reference))), []);
  const ends = rowsIn("narrative.erdf.json", "relationships").flatMap(({ from, to }) => [from, to]);
  assertEquals(ends.filter((end) => !entities.some(({ name }) => name === end)), []);
  const holders = attributes.flatMap(({ entity, stateOf }) =>
    stateOf === undefined ? [] : [[entity, stateOf]]
  );
  const objects = MACHINES.map(({ settings }) => [settings?.objects?.[0]?.class, settings?.name]);
  assertEquals(holders.toSorted(), objects.toSorted());
});

Deno.test("the scenario is what the generator makes of an issue's beats, and the machine follows it", () => {
  const telling = tellEpisode(beatsLike(ISSUE_STORY), { episode: 1, now: new Date(0) });
  const scenario = episodeScenario(telling);
  assertEquals(
    STORY_DOCUMENTS.find(({ name }) => name === "first_issue.sqdf.json")?.value,
    scenario as unknown,
  );
  const machine = new Machine(STORY_DEFINITION);
  for (const { event, state } of scenario.messages) {
    const { handled, to } = machine.send(event);
    assertEquals([handled, to], [true, state]);
  }
  const entities = new Set(rowsIn("narrative.erdf.json", "entities").map(({ name }) => name));
  const held = scenario.participants.flatMap(({ holds }) => holds ?? []);
  assertEquals([...held, "Beat"].filter((name) => !entities.has(name)), []);
});

Deno.test("the machine of an issue takes the keys of events as its own, whatever comes first", () => {
  const { events } = enrich(ISSUE_DEFINITION).definition;
  const ids = events?.flatMap(({ events }) => events ?? []).map(({ id }) => id) ?? [];
  for (const first of ids) {
    const machine = new Machine(ISSUE_DEFINITION);
    assert([first, ...ids].every((id) => machine.send(id).handled), first);
  }
});

Deno.test("layDownDocuments() writes what is missing, leaves what is there, and what it writes can be read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/issue.smdf.json`, "mine");
    const first = await layDownDocuments(folder);
    assertEquals(first.written.length, STORY_DOCUMENTS.length - 1);
    assertEquals(await Deno.readTextFile(`${folder}/issue.smdf.json`), "mine");
    assertEquals(parseJson(await Deno.readTextFile(first.story)).settings?.name, "RunningStory");
    assertEquals((await layDownDocuments(folder)).written, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
