import { assert, assertEquals } from "@std/assert";
import { fromPointer, type StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { enrich } from "../model.ts";
import { arbitraryDocument } from "../parse/_arbitrary.ts";
import { parseJson } from "../parse/json.ts";
import { findingsOf, machine, pair } from "./testing.ts";
import { fatalFindings } from "./findings_of.ts";
import { RULES } from "./rules.ts";
import { validate } from "./validate.ts";

function resolves(document: unknown, pointer: string): boolean {
  let at: unknown = document;
  for (const step of fromPointer(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return true;
}

Deno.test("validate() takes arbitrary documents and points at values that are there", () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      for (const finding of validate(enrich(document))) {
        assert(resolves(document, finding.path), `${finding.ruleId} points at ${finding.path}`);
        assert(/[.?]$/.test(finding.message), finding.message);
      }
    }),
    { seed: 5, numRuns: 400 },
  );
});

Deno.test("validate() finds every rule but few in arbitrary documents, so that the law above is about them", () => {
  const found = new Set<string>();
  for (const document of fc.sample(arbitraryDocument, { seed: 6, numRuns: 2000 })) {
    for (const { ruleId } of validate(enrich(document))) found.add(ruleId);
  }
  assert(found.size >= 24, `only ${[...found].sort()}`);
});

for (const odd of [undefined, null, 5, "text", [], {}, { state: 5, events: "x", settings: [] }]) {
  Deno.test(`validate() says that ${JSON.stringify(odd)} has no root`, () => {
    assertEquals(validate(enrich(odd as never))[0]?.ruleId, "V001");
  });
}

Deno.test("validate() orders findings by rule, then by place in the document", () => {
  const definition = machine({
    transitions: [{ event: "x" }],
    parallel: { states: [{ name: "R1", transitions: [{ event: "x" }] }, { name: "R2" }] },
    states: [{ name: "A", transitions: [{ event: "x", nextState: "Nowhere" }] }],
  });
  const ids = validate(enrich(definition)).map((finding) => finding.ruleId);
  assertEquals(ids, ids.toSorted());
  assertEquals(findingsOf(definition).filter((finding) => finding.startsWith("V005")), [
    "V005 Root /state/transitions/0/event",
    "V005 A /state/states/0/transitions/0/event",
    "V005 R1 /state/parallel/states/0/transitions/0/event",
  ]);
});

Deno.test("validate() applies only the rules that are asked for", () => {
  const definition = machine({ states: pair({ transitions: [{ event: "x", nextState: "C" }] }) });
  assertEquals(fatalFindings(enrich(definition)).map((finding) => finding.ruleId), [
    "V006",
  ]);
});

Deno.test("validate() gives each finding the severity of its rule", () => {
  const severities = new Map(RULES.map((rule) => [rule.id, rule.severity]));
  for (
    const { ruleId, severity } of validate(
      enrich(machine({ states: pair({ transitions: [{ event: "x" }] }) })),
    )
  ) {
    assertEquals(severity, severities.get(ruleId));
  }
});

Deno.test("validate() suggests the name that was probably meant", () => {
  const message = (definition: StateMachineDefinition) => validate(enrich(definition))[0]?.message;
  assertEquals(
    message(machine({ states: [{ name: "Idle", transitions: [{ event: "go", nextState: "Idel" }] }] })),
    'State "Idle" leads to the undefined state "Idel": add it or name another. Did you mean "Idle"?',
  );
});

Deno.test("validate() stays quick when thousands of names are unknown", () => {
  const states = Array.from({ length: 5000 }, (_, n) => ({
    name: `State${n}`,
    transitions: [{ event: `event${n}`, nextState: `Stat${n}` }],
  }));
  const started = performance.now();
  assertEquals(
    validate(enrich(machine({ states }))).filter((finding) => finding.ruleId === "V006").length,
    5000,
  );
  assert(performance.now() - started < 5000);
});

const CORPUS = new URL("../../../shared/corpus/", import.meta.url);
/** What is true of these files, and nothing else may be found in them. */
const EXPLAINED: Record<string, string[]> = {
  "machines/agent_lifecycle": [],
  "machines/breakout_a": ["W105 StrategyCompleted /events/0/events/4"],
  "machines/breakout_b": ["W105 evMaxPuiTimeout /events/0/timers/0"],
  "wave-count/elliott_wave_count": [
    "W111 - /settings/notes",
    "W111 Reading_Identified /state/states/0/states/1/transitions/1/action",
    "W111 Published_Tradable /state/states/1/states/1/transitions/1/action",
    "W111 Published_StandAside /state/states/1/states/2/transitions/0/action",
  ],
};

for (const [name, findings] of Object.entries(EXPLAINED)) {
  const file = new URL(`${name}.smdf.json`, CORPUS);
  const text = await Deno.readTextFile(file).catch(() => undefined);
  Deno.test({
    name: `validate() finds in ${name} only what can be explained`,
    ignore: text === undefined,
    fn: () => assertEquals(findingsOf(parseJson(text ?? "")), findings),
  });
}

for await (const { name } of Deno.readDir(new URL("../../examples/", import.meta.url))) {
  if (!name.endsWith(".smdf.json")) continue;
  Deno.test(`validate() finds nothing in the example ${name}`, async () => {
    const text = await Deno.readTextFile(new URL(`../../examples/${name}`, import.meta.url));
    assertEquals(findingsOf(parseJson(text)), []);
  });
}
