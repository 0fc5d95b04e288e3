/**
 * Whole systems, checked. The results follow from the documents:
 *
 * - The wave count of the corpus agrees in every name. Its scenario stops in two places, each a warning L008: without
 *   the optional message 7 nothing requests the blueprint that message 9 needs, so that 9 and 2 later ones are refused;
 *   the alternative begins in `StrategicEntry`, which has no transition on `InvalidationReached`. The other warnings are
 *   about single documents: relationships without a reference, a list as notes, and a singular `action`.
 * - The decision gate has a wrapped machine. Message 3 has four transitions to three states, and its claim keeps one;
 *   both paths are walked to their ends, so that nothing is found.
 *
 * @module
 */
import { checkSystem, memberPaths, systemLinks } from "@loom/engine";
import { assertEquals } from "@std/assert";

const FOLDER = new URL("../../shared/corpus/wave-count/", import.meta.url);
const isHere = await Deno.stat(FOLDER).then(() => true, () => false);

async function read(file: string) {
  return JSON.parse(await Deno.readTextFile(new URL(file, FOLDER)));
}

Deno.test({
  name: "the system of the corpus has no errors, and warnings that its documents explain",
  ignore: !isHere,
  fn: async () => {
    const system = await read("elliott_wave_count.sysdf.json");
    const members = await Promise.all(
      memberPaths(system).map(async (path) => ({ path, definition: await read(path) })),
    );
    const { findings, replays } = checkSystem(system, members);
    assertEquals(findings.filter(({ severity }) => severity === "error"), []);
    const warnings = findings.map(({ ruleId, element }) => element ? `${ruleId} ${element}` : ruleId);
    assertEquals(warnings, [
      "W205 relationships[0]",
      "W205 relationships[3]",
      "W111",
      "W111 Reading_Identified",
      "W111 Published_Tradable",
      "W111 Published_StandAside",
      "L008 message:9",
      "L008 message:f1.1",
    ]);
    assertEquals(replays.length, 1);
    const links = systemLinks(members).map(({ rule }) => rule);
    assertEquals(new Set(links), new Set(["L001", "L002", "L003", "L005", "L006", "L007", "L008"]));
  },
});

const GATE = {
  stateMachine: {
    settings: { namespace: "Gate", name: "DecisionGate", asynchronous: false },
    events: [{ name: "Asking", events: ["propose", "judge", "rule", "apply"].map((id) => ({ id })) }],
    state: {
      name: "Gate",
      states: [
        { name: "Idle", transitions: [{ event: "propose", nextState: "Open" }] },
        {
          name: "Open",
          transitions: [
            { event: "judge", nextState: "Granted", condition: "risk < 2" },
            { event: "judge", nextState: "Asked", condition: "risk < 5" },
            { event: "judge", nextState: "Asked", condition: "isUnsure" },
            { event: "judge", nextState: "Refused" },
          ],
        },
        {
          name: "Asked",
          transitions: [
            { event: "rule", nextState: "Granted", condition: "isAllowed" },
            { event: "rule", nextState: "Refused" },
          ],
        },
        { name: "Granted", transitions: [{ event: "apply", nextState: "Done" }] },
        { name: "Refused", kind: "final" },
        { name: "Done", kind: "final" },
      ],
    },
  },
};
const ACTORS = { Owner: "person", Planner: "agent", Judge: "agent", Runner: "service", Log: "service" };

Deno.test("a decision gate whose documents agree has no findings", () => {
  const message = (from: string, to: string, event: string, more: object = {}) => ({
    from,
    to,
    label: event,
    event,
    ...more,
  });
  const scenario = {
    settings: { namespace: "Gate", name: "Decide" },
    participants: Object.keys(ACTORS).map((name) => ({ name, actor: name })),
    messages: [
      { from: "Owner", to: "Planner", label: "asks for a plan" },
      message("Planner", "Judge", "propose", { state: "Open" }),
      message("Judge", "Planner", "judge", { state: "Asked", reply: true }),
      message("Owner", "Runner", "rule", { state: "Granted" }),
      message("Runner", "Log", "apply", { state: "Done" }),
    ],
    fragments: [{
      kind: "alt",
      label: "the owner says no",
      after: 3,
      messages: [message("Owner", "Log", "rule", { state: "Refused" })],
    }],
  };
  const system = {
    settings: { namespace: "Gate", name: "Gate" },
    members: [{ path: "gate.smdf.json" }, { path: "decide.sqdf.json" }],
    actors: Object.entries(ACTORS).map(([name, kind]) => ({ name, kind })),
  };
  const { findings, replays } = checkSystem(system, [
    { path: "gate.smdf.json", definition: GATE },
    { path: "decide.sqdf.json", definition: scenario },
  ]);
  assertEquals(findings, []);
  assertEquals(replays.map(({ report }) => report.accepted), [true]);
});
