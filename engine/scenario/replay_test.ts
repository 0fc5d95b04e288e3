import type { SequenceDefinition, State, StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { coverageOf } from "./coverage.ts";
import { replayScenario } from "./replay.ts";
import { formatCoverage, formatReplay, uncoveredIn } from "./text.ts";

type Messages = SequenceDefinition["messages"];
type Message = Partial<Messages[number]>;

function machine(
  name: string,
  events: readonly string[],
  states: State[],
  timers: StateMachineDefinition["events"][number]["timers"] = [],
): StateMachineDefinition {
  return {
    settings: { namespace: "Test", name, asynchronous: false },
    events: [{ name: "All", events: events.map((id) => ({ id })), timers }],
    state: { name: `${name}Root`, states },
  };
}

function scenario(messages: readonly Message[], fragments?: readonly Record<string, unknown>[]): unknown {
  return {
    settings: { namespace: "Test", name: "Story" },
    participants: [{ name: "A" }, { name: "B" }],
    messages: messages.map(spoken),
    ...(fragments === undefined ? {} : { fragments }),
  };
}

function spoken(message: Message): Message {
  return { from: "A", to: "B", label: message.event ?? "says", ...message };
}

const DOOR = machine("Door", ["open", "close", "lock"], [
  {
    name: "Closed",
    transitions: [{ event: "open", nextState: "Open" }, { event: "lock", nextState: "Locked" }],
  },
  { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
  { name: "Locked", kind: "final" },
]);

function results(story: unknown, ...machines: StateMachineDefinition[]): string[] {
  return replayScenario(story, machines).paths[0]?.steps.map(({ result, to }) =>
    `${result} ${to.join("|")}`
  ) ?? [];
}

Deno.test("messages drive the machine, and a step that stops the path leaves it where it was", () => {
  const story = scenario([{ event: "open" }, { event: "lock" }, { event: "close" }, { event: "lock" }, {
    event: "open",
  }]);
  assertEquals(results(story, DOOR), [
    "moved Open",
    "refused Open",
    "moved Closed",
    "moved Locked",
    "ended Locked",
  ]);
});

Deno.test("a guard may pass or refuse until a message tells", () => {
  const gate = machine("Gate", ["ask", "go"], [
    {
      name: "Idle",
      transitions: [{ event: "ask", nextState: "Yes", condition: "fit" }, { event: "ask", nextState: "No" }],
    },
    { name: "Yes", transitions: [{ event: "go", nextState: "Gone" }] },
    { name: "No" },
    { name: "Gone" },
  ]);
  const open = replayScenario(scenario([{ event: "ask" }]), [gate]);
  assertEquals(open.paths[0]?.end, { Gate: ["Yes", "No"] });
  assertEquals(results(scenario([{ event: "ask" }, { event: "go" }]), gate), ["moved Yes|No", "moved Gone"]);
  assertEquals(results(scenario([{ event: "ask", state: "No" }, { event: "go" }]), gate), [
    "moved No",
    "refused No",
  ]);
});

Deno.test("opposite guards are one question", () => {
  const gate = machine("Gate", ["ask"], [
    {
      name: "Idle",
      transitions: [
        { event: "ask", nextState: "Big", condition: "size >= 5" },
        { event: "ask", nextState: "Small", condition: "size < 5" },
        { event: "ask", nextState: "Never" },
      ],
    },
    { name: "Big" },
    { name: "Small" },
    { name: "Never" },
  ]);
  assertEquals(replayScenario(scenario([{ event: "ask" }]), [gate]).paths[0]?.end, {
    Gate: ["Big", "Small"],
  });
});

Deno.test("regions, history and completion are those of the machine", () => {
  const player = machine("Player", ["next", "off", "on", "loud"], [
    {
      name: "On",
      transitions: [{ event: "off", nextState: "Off" }],
      parallel: {
        states: [
          {
            name: "Track",
            states: [{ name: "First", transitions: [{ event: "next", nextState: "Second" }] }, {
              name: "Second",
            }],
          },
          {
            name: "Volume",
            states: [{ name: "Low", transitions: [{ event: "loud", nextState: "High" }] }, { name: "High" }],
          },
          { name: "Last", kind: "history", history: "deep" },
        ],
      },
    },
    { name: "Off", transitions: [{ event: "on", nextState: "Last" }] },
  ]);
  assertEquals(
    results(
      scenario([{ event: "next" }, { event: "off" }, { event: "on" }, { event: "loud", state: "Second" }]),
      player,
    ),
    ["moved Second|Low", "moved Off", "moved Second|Low", "moved Second|High"],
  );
});

Deno.test("a timer expires when a message names its event, and only while it runs", () => {
  const lamp = machine("Lamp", ["press"], [
    { name: "Dark", transitions: [{ event: "press", nextState: "Lit" }] },
    {
      name: "Lit",
      onEntry: { actions: [{ timerStart: { timer: "Late", duration: "delay()" } }] },
      onExit: { actions: [{ timerStop: "Late" }] },
      transitions: [{ event: "late", nextState: "Dark" }],
    },
  ], [{ id: "late", name: "Late" }]);
  const { paths: [path] } = replayScenario(
    scenario([{ event: "late" }, { event: "press" }, { event: "late" }]),
    [lamp],
  );
  assertEquals(path?.steps.map(({ result, note }) => [result, note]), [
    ["refused", "its timer does not run here"],
    ["moved", undefined],
    ["moved", "timer Late expired"],
  ]);
});

Deno.test("a broadcast that one machine takes is ignored by the others, and stops the path when none takes it", () => {
  const bell = machine("Bell", ["open"], [{
    name: "Silent",
    transitions: [{ event: "open", nextState: "Rung" }],
  }, {
    name: "Rung",
  }]);
  const story = scenario([{ event: "open" }, { event: "close" }, { event: "open" }, { event: "open" }]);
  assertEquals(results(story, DOOR, bell), [
    "moved Open",
    "moved Rung",
    "moved Closed",
    "moved Open",
    "ignored Rung",
    "refused Open",
    "refused Rung",
  ]);
  assertEquals(results(scenario([{ event: "open", machine: "Bell" }]), DOOR, bell), ["moved Rung"]);
});

Deno.test("machines that share a name are told apart by their position", () => {
  const { machines, paths: [path] } = replayScenario(
    scenario([{ event: "open", machine: "Door" }, { event: "open", machine: "Door #2" }]),
    [DOOR, DOOR],
  );
  assertEquals(machines, ["Door #1", "Door #2"]);
  assertEquals(path?.steps.map(({ result, machine }) => [result, machine]), [
    ["unknown-event", "Door"],
    ["moved", "Door #2"],
  ]);
});

Deno.test("a claimed state that several machines have holds when it holds in one of them", () => {
  const twin = machine("Twin", ["turn"], [{ name: "Off" }, { name: "Open" }]);
  const [, claim] =
    replayScenario(scenario([{ event: "open" }, { state: "Open" }]), [DOOR, twin]).paths[0]?.steps ?? [];
  assertEquals(claim?.result, "data");
  const [wrong] = replayScenario(scenario([{ state: "Open" }]), [DOOR]).paths[0]?.steps ?? [];
  assertEquals([wrong?.result, wrong?.note], ["state-mismatch", "the message says Open"]);
});

Deno.test("a target that does not exist is the reason for a refusal", () => {
  const torn = machine("Torn", ["go"], [{
    name: "Here",
    transitions: [{ event: "go", nextState: "Nowhere" }],
  }]);
  assertEquals(
    replayScenario(scenario([{ event: "go" }]), [torn]).paths[0]?.stops[0]?.reason,
    'Torn is in Here, where the transition of Here leads to "Nowhere", which does not exist',
  );
});

Deno.test("a stop says what the scenario or the machine could change", () => {
  const [path] =
    replayScenario(scenario([{ event: "close" }, { event: "lock", state: "Open" }]), [DOOR]).paths;
  assertEquals(path?.stops, [{
    ref: "1",
    machine: "Door",
    result: "refused",
    reason: "Door is in Closed, where no transition takes it",
    scenarioChange: "put the event open before message 1, then let message 2 say Locked",
    machineChange: "add a transition on close to Closed",
    later: 1,
  }]);
  assertEquals(path?.fitness, 0);
});

Deno.test("wrong parts of documents count as absent", () => {
  const broken = {
    settings: null,
    events: [null],
    state: { name: "R", states: [null, { name: 5 }] },
  } as unknown as StateMachineDefinition;
  for (
    const story of [null, {}, {
      messages: [null, 3, { event: 7, label: [] }],
      fragments: [null, { kind: "zz" }],
    }]
  ) {
    assertEquals(replayScenario(story, [broken, DOOR]).accepted, true);
  }
  assertEquals(
    replayScenario(scenario([{ event: "x" }]), []).paths[0]?.stops[0]?.reason,
    "no machine has the event: x",
  );
});

Deno.test("coverage names what no scenario touches", () => {
  const text = formatCoverage(coverageOf([scenario([{ event: "open" }, { event: "close" }])], [DOOR]));
  assertEquals(
    text,
    `1 scenario, 1 path

Door: 2 of 3 states, 2 of 3 transitions, 0 of 0 sides of guards; precision 0.67
  state never active: Locked
  transition never taken: Closed -lock-> Locked`,
  );
});

Deno.test("uncoveredIn() names the elements that no scenario touches", () => {
  const { machines: [covered] } = coverageOf([scenario([{ event: "open" }, { event: "close" }])], [DOOR]);
  assert(covered);
  const elements = uncoveredIn(covered).map(({ element }) => element);
  assertEquals(elements, ["state:Locked", "transition:Closed:1"]);
});

Deno.test("coverage ends at the first stop of a path", () => {
  const { machines: [covered] } = coverageOf([scenario([{ event: "close" }, { event: "open" }])], [DOOR]);
  assertEquals(covered?.states.touched, ["Closed"]);
});

Deno.test("the text of a report has a line for each step and stop", () => {
  assertEquals(
    formatReplay(replayScenario(scenario([{ event: "open" }, {}, { event: "lock" }]), [DOOR])),
    `Story through Door: some path stops

main: stops, fitness 0.50; ends with Door in Open
  1. open @Door: Closed → Open
  3. lock @Door: refused in Open — no transition takes it
  stops at 3: Door is in Open, where no transition takes it
    in the scenario: put the event close before message 3
    or in the machine: add a transition on lock to Open`,
  );
});
