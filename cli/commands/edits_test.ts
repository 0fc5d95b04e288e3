import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";

/** Runs a command that changes a document; gives its line and the definition afterwards. */
async function edited(definition: StateMachineDefinition, ...args: string[]) {
  await using folder = await TempFolder.make();
  const doc = await folder.write("machine.smdf.json", definition);
  const { code, out, err } = await loom(["--doc", doc, ...args]);
  assertEquals(code, 0, err);
  const after = JSON.parse(await Deno.readTextFile(doc)) as StateMachineDefinition;
  return { line: out.trimEnd(), after, remarks: err.trimEnd() };
}

const PAY: StateMachineDefinition = {
  ...DOOR,
  events: [
    { name: "Hand", events: [{ id: "pay", parameters: [{ name: "sum", type: "int" }] }] },
    { name: "Bank", events: [] },
  ],
};

const REGIONS: StateMachineDefinition = {
  ...DOOR,
  state: {
    name: "Root",
    states: [{ name: "Work", parallel: { states: [{ name: "First" }] } }, { name: "Idle" }],
  },
};

const ACTIVE: StateMachineDefinition = {
  ...DOOR,
  state: {
    name: "Root",
    onEntry: { actions: [{ code: "x = 1" }] },
    onExit: { actions: [{ code: "y = 1" }] },
  },
};

/** A command, the line it prints, and one thing that is true of the document afterwards. */
interface Case {
  readonly on: StateMachineDefinition;
  readonly args: readonly string[];
  readonly line: string;
  readonly check: (after: StateMachineDefinition) => unknown;
  readonly expected: unknown;
}

const child = (definition: StateMachineDefinition, index: number) => definition.state.states?.[index];

const CASES: readonly Case[] = [
  {
    on: DOOR,
    args: ["add-state", "Ajar", "--kind", "final", "--desc", "Half open.", "--index", "1"],
    line: "+ state Ajar under Root at #1",
    check: (after) => child(after, 1),
    expected: { name: "Ajar", kind: "final", description: "Half open." },
  },
  {
    on: DOOR,
    args: ["add-state", "Inside", "--parent", "Open"],
    line: "+ state Inside under Open",
    check: (after) => child(after, 1)?.states,
    expected: [{ name: "Inside" }],
  },
  {
    on: DOOR,
    args: ["add-state", "Light", "--parent", "Open", "--region"],
    line: "+ region Light under Open",
    check: (after) => child(after, 1)?.parallel,
    expected: { states: [{ name: "Light" }] },
  },
  {
    on: DOOR,
    args: ["update-state", "Open", "--desc", "Wide.", "--set", "notes=Squeaks."],
    line: '~ state Open: notes = "Squeaks.", description = "Wide."',
    check: (after) => [child(after, 1)?.description, child(after, 1)?.notes],
    expected: ["Wide.", "Squeaks."],
  },
  {
    on: REGIONS,
    args: ["update-state", "Work", "--join", "Idle"],
    line: '~ regions of Work: nextState = "Idle"',
    check: (after) => child(after, 0)?.parallel?.nextState,
    expected: "Idle",
  },
  {
    on: DOOR,
    args: ["rename-state", "Open", "Wide"],
    line: "> state Open is now Wide",
    check: (after) => child(after, 0)?.transitions?.[0]?.nextState,
    expected: "Wide",
  },
  {
    on: DOOR,
    args: ["move-state", "Open", "--index", "0"],
    line: "> state Open under Root at #0",
    check: (after) => child(after, 0)?.name,
    expected: "Open",
  },
  {
    on: DOOR,
    args: ["move-state", "Open", "--parent", "Closed"],
    line: "> state Open under Closed",
    check: (after) => child(after, 0)?.states?.[0]?.name,
    expected: "Open",
  },
  {
    on: DOOR,
    args: ["remove-state", "Open", "--inbound"],
    line: "- transition Closed #0\n- state Open",
    check: (after) => after.state.states,
    expected: [{ name: "Closed" }],
  },
  {
    on: DOOR,
    args: ["set-initial", "Root", "Open"],
    line: '~ state Root: initial = "Open"',
    check: (after) => after.state.initial,
    expected: "Open",
  },
  {
    on: { ...DOOR, state: { ...DOOR.state, initial: "Open" } },
    args: ["set-initial", "Root"],
    line: "~ state Root: no initial",
    check: (after) => Object.hasOwn(after.state, "initial"),
    expected: false,
  },
  {
    on: DOOR,
    args: [
      "add-transition",
      "Open",
      "open",
      "--when",
      "x > 1",
      "--action",
      "x = 0",
      "--action",
      '{"raise":"close"}',
    ],
    line: "+ transition Open ─[open]→ (internal) [x > 1]",
    check: (after) => child(after, 1)?.transitions?.[1],
    expected: { event: "open", condition: "x > 1", actions: [{ code: "x = 0" }, { raise: "close" }] },
  },
  {
    on: DOOR,
    args: ["add-transition", "Closed", "-", "--to", "Open", "--index", "0"],
    line: "+ transition Closed ─[]→ Open at #0",
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { nextState: "Open" },
  },
  {
    on: DOOR,
    args: ["update-transition", "Closed", "open", "--to", "", "--when", "ok"],
    line: '~ transition Closed #0: condition = "ok", no nextState',
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { event: "open", condition: "ok" },
  },
  {
    on: DOOR,
    args: ["update-transition", "Closed", "0", "--event", "-"],
    line: "~ transition Closed #0: no event",
    check: (after) => child(after, 0)?.transitions?.[0],
    expected: { nextState: "Open" },
  },
  {
    on: DOOR,
    args: ["move-transition", "Closed", "open", "--to-state", "Open"],
    line: "> transition Closed #0 to Open #1",
    check: (after) => child(after, 1)?.transitions?.map(({ event }) => event),
    expected: ["close", "open"],
  },
  {
    on: DOOR,
    args: ["remove-transition", "Closed", "open"],
    line: "- transition Closed #0",
    check: (after) => child(after, 0)?.transitions,
    expected: undefined,
  },
  {
    on: DOOR,
    args: ["add-action", "Open", "--on", "exit", "count += 1"],
    line: "+ exit action of Open: count += 1",
    check: (after) => child(after, 1)?.onExit,
    expected: { actions: [{ code: "count += 1" }] },
  },
  {
    on: LAMP,
    args: ["add-action", "Off", "--start-timer", "Countdown", "--duration", "50", "--repeat", "5"],
    line: "+ entry action of Off: start Countdown 50",
    check: (after) => child(after, 0)?.onEntry?.actions,
    expected: [{ timerStart: { timer: "Countdown", duration: "50", repeat: "5" } }],
  },
  {
    on: ACTIVE,
    args: ["update-action", "Root", "0", "--raise", "open"],
    line: "~ entry action of Root #0: raise open",
    check: (after) => after.state.onEntry?.actions,
    expected: [{ raise: "open" }],
  },
  {
    on: ACTIVE,
    args: ["remove-action", "Root", "0", "--on", "exit"],
    line: "- exit action of Root #0",
    check: (after) => after.state.onExit,
    expected: undefined,
  },
  {
    on: PAY,
    args: ["add-event", "refund", "--source", "Bank", "--param", "sum:int", "--desc", "Money back."],
    line: "+ event refund on source #1",
    check: (after) => after.events[1]?.events,
    expected: [{ id: "refund", description: "Money back.", parameters: [{ name: "sum", type: "int" }] }],
  },
  {
    on: { ...DOOR, events: [] },
    args: ["add-event", "knock"],
    line: "+ source Internal\n+ event knock on source #0",
    check: (after) => after.events,
    expected: [{ name: "Internal", events: [{ id: "knock" }] }],
  },
  {
    on: PAY,
    args: ["update-event", "pay", "--desc", "Money."],
    line: '~ event pay: description = "Money."',
    check: (after) => after.events[0]?.events?.[0]?.description,
    expected: "Money.",
  },
  {
    on: DOOR,
    args: ["rename-event", "open", "unlock"],
    line: "> event open is now unlock",
    check: (after) => child(after, 0)?.transitions?.[0]?.event,
    expected: "unlock",
  },
  {
    on: PAY,
    args: ["move-event", "pay", "--source", "1"],
    line: "> event pay to source #1",
    check: (after) => after.events[1]?.events?.[0]?.id,
    expected: "pay",
  },
  {
    on: PAY,
    args: ["remove-event", "pay"],
    line: "- event pay",
    check: (after) => after.events[0]?.events?.length ?? 0,
    expected: 0,
  },
  {
    on: PAY,
    args: ["add-parameter", "pay", "currency", "string", "--index", "0"],
    line: "+ parameter currency: string of event pay",
    check: (after) => after.events[0]?.events?.[0]?.parameters?.[0],
    expected: { name: "currency", type: "string" },
  },
  {
    on: PAY,
    args: ["update-parameter", "pay", "sum", "--set", "type=float"],
    line: '~ parameter #0 of event pay: type = "float"',
    check: (after) => after.events[0]?.events?.[0]?.parameters?.[0]?.type,
    expected: "float",
  },
  {
    on: PAY,
    args: ["remove-parameter", "pay", "sum"],
    line: "- parameter #0 of event pay",
    check: (after) => after.events[0]?.events?.[0]?.parameters?.length ?? 0,
    expected: 0,
  },
  {
    on: DOOR,
    args: ["add-timer", "too_long", "Closer"],
    line: "+ timer Closer (sends too_long) on source #0",
    check: (after) => after.events[0]?.timers,
    expected: [{ id: "too_long", name: "Closer" }],
  },
  {
    on: LAMP,
    args: ["update-timer", "Countdown", "--desc", "Five seconds."],
    line: '~ timer time_up: description = "Five seconds."',
    check: (after) => after.events[1]?.timers?.[0]?.description,
    expected: "Five seconds.",
  },
  {
    on: LAMP,
    args: ["remove-timer", "Countdown"],
    line: "- timer time_up",
    check: (after) => after.events[1]?.timers?.length ?? 0,
    expected: 0,
  },
  {
    on: DOOR,
    args: ["add-source", "Wind", "--feeder", "WindFeeder", "--index", "0"],
    line: "+ source Wind at #0",
    check: (after) => after.events[0],
    expected: { name: "Wind", feeder: "WindFeeder", events: [] },
  },
  {
    on: PAY,
    args: ["update-source", "Bank", "--set", "name=House"],
    line: '~ source #1: name = "House"',
    check: (after) => after.events[1]?.name,
    expected: "House",
  },
  {
    on: PAY,
    args: ["move-source", "Bank", "0"],
    line: "> source #1 to #0",
    check: (after) => after.events[0]?.name,
    expected: "Bank",
  },
  {
    on: PAY,
    args: ["remove-source", "Bank"],
    line: "- source #1",
    check: (after) => after.events.length,
    expected: 1,
  },
  {
    on: DOOR,
    args: ["update-settings", "--set", "asynchronous=true"],
    line: "~ settings: asynchronous = true",
    check: (after) => after.settings.asynchronous,
    expected: true,
  },
];

for (const { on, args, line, check, expected } of CASES) {
  Deno.test(`loom ${args.join(" ")} changes the document and says so`, async () => {
    const result = await edited(on, ...args);
    assertEquals(result.line, line);
    assertEquals(check(result.after), expected);
  });
}

Deno.test("loom remove-state tells that transitions lead nowhere afterwards", async () => {
  assertEquals((await edited(DOOR, "remove-state", "Open")).remarks, "A transition leads nowhere now.");
});

Deno.test("loom add-transition takes names that are not there yet with --allow-unknown", async () => {
  const { after } = await edited(DOOR, "add-transition", "Open", "slam", "--to", "Broken", "--allow-unknown");
  assertEquals(after.state.states?.[1]?.transitions?.[1], { event: "slam", nextState: "Broken" });
});

Deno.test("loom add-transition takes the completion of a state for its event", async () => {
  const { after } = await edited(DOOR, "add-transition", "Root", "done.state.Root", "--to", "Open");
  assertEquals(after.state.transitions?.[0]?.event, "done.state.Root");
});

Deno.test("loom add-state says what to do when there is no root state", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("empty.smdf.json", "{}");
  const { code, err } = await loom(["--doc", path, "add-state", "A"]);
  assertEquals(code, 3);
  assertStringIncludes(err, `"${path}" has no root state to put it into: load a definition`);
});

Deno.test("loom apply names the input whose JSON breaks off", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin: "[" });
  assertEquals(code, 4);
  assertStringIncludes(err, 'error: "standard input" cannot be read: the JSON breaks off at line 1');
});

Deno.test("loom apply refuses what nothing could open again, and leaves the file", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const before = await Deno.readTextFile(path);
  const ops = [{ op: "state.update", name: "Open", patch: { transitions: "none" } }];
  const { code, err } = await loom(["--doc", path, "apply", "-"], { stdin: JSON.stringify(ops) });
  assertEquals(code, 3);
  assertStringIncludes(err, '"transitions" must be a list, but it is a string (/state/states/1/transitions)');
  assertEquals(await Deno.readTextFile(path), before);
});

Deno.test("loom --quiet leaves remarks out", async () => {
  assertEquals((await edited(DOOR, "--quiet", "remove-state", "Open")).remarks, "");
});

const REFUSED: readonly (readonly [readonly string[], number, string])[] = [
  [["add-state", "Open"], 3, 'There is a state "Open" already; choose another name.'],
  [["add-state", ""], 2, "add-state needs <name> to say something: its name, unique in the machine."],
  [
    ["add-transition", "Open", "close", "--to", "Closde"],
    3,
    'There is no state "Closde". Did you mean "Closed"?',
  ],
  [["add-transition", "Open", "slam"], 3, 'There is no event "slam": add it first, or give --allow-unknown.'],
  [
    ["update-transition", "Open", "close", "--to", "X"],
    3,
    'There is no state "X": add it first, or give --allow-unknown.',
  ],
  [
    ["add-action", "Open", "--stop-timer", "T"],
    3,
    'There is no timer "T": add it first, or give --allow-unknown.',
  ],
  [
    ["add-action", "Open", "--raise", "slam"],
    3,
    'There is no event "slam": add it first, or give --allow-unknown.',
  ],
  [["add-state", "A", "--parent", "Opne"], 3, 'There is no state "Opne". Did you mean "Open"?'],
  [["remove-state", "Root"], 3, '"Root" is the root state, which cannot be removed.'],
  [["remove-event", "opne"], 3, 'There is no event "opne". Did you mean "open"?'],
  [["set-initial", "Open", "Closed"], 3, '"Closed" is not inside "Open".'],
  [["update-state", "Open", "--join", "Closed"], 3, '"Open" has no regions that could be complete.'],
  [["move-state", "Open"], 2, "There is nowhere to move it: give --parent <state>, --index <n> or --region."],
  [["move-event", "open"], 2, "There is nowhere to move it: give --source <source> or --index <n>."],
  [["add-event", "pay", "--param", "sum"], 2, '--param takes <name:type>, and "sum" is no such pair.'],
  [["add-action", "Open", "--start-timer", "T"], 2, "--start-timer needs --duration <ms>."],
  [
    ["add-action", "Open", "x = 1", "--raise", "open"],
    2,
    "An action does one thing: give <code>, --start-timer with --duration, --stop-timer or --raise, and only one of them.",
  ],
];

for (const [args, exit, message] of REFUSED) {
  Deno.test(`loom ${args.join(" ")} is refused and leaves the file as it is`, async () => {
    await using folder = await TempFolder.make();
    const doc = await folder.write("door.smdf.json", DOOR);
    const before = await Deno.readTextFile(doc);
    const { code, out, err } = await loom(["--doc", doc, ...args]);
    assertEquals([code, out, err], [exit, "", `error: ${message}\n`]);
    assertEquals(await Deno.readTextFile(doc), before);
  });
}

Deno.test("a change with --dry-run shows a unified diff and writes nothing", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const before = await Deno.readTextFile(doc);
  const { code, out, err } = await loom(["--doc", doc, "add-event", "knock", "--dry-run"]);
  assertEquals([code, err], [0, "Dry run: nothing was written.\n"]);
  assert(out.startsWith(`--- ${doc}\n+++ ${doc}\n@@ `), out);
  assertStringIncludes(out, '+          "id": "knock"');
  assertEquals(await Deno.readTextFile(doc), before);
});

Deno.test("a change with --json tells the revisions and the operations", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const first = JSON.parse((await loom(["--doc", doc, "add-event", "knock", "--json"])).out);
  const second = JSON.parse((await loom(["--doc", doc, "remove-event", "knock", "--json"])).out);
  assertEquals(first.ops, [{ op: "event.add", sourceIndex: 0, event: { id: "knock" } }]);
  assertEquals([first.doc, first.changed, second.before, second.revision], [
    doc,
    true,
    first.revision,
    first.before,
  ]);
});

Deno.test("a change with --revision is refused when the document has another one", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const { code, err } = await loom(["--doc", doc, "add-event", "x", "--revision", "0123", "--json"]);
  const { error } = JSON.parse(err);
  assertEquals([code, error.code, error.expectedRevision, error.exit], [3, "stale_revision", "0123", 3]);
});

Deno.test("a change of a document that is not there says how to make it", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("door.smdf.json");
  const { code, err } = await loom(["--doc", doc, "add-event", "x"]);
  assertEquals(code, 4);
  assertEquals(
    err,
    `error: There is no document "${doc}": make it with "loom new ${doc}", or name another with --doc.\n`,
  );
});

Deno.test("a change of a document that cannot be parsed leaves it as it is", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", '{\n  "state": {');
  const { code, err } = await loom(["--doc", doc, "add-event", "x"]);
  assertEquals(code, 4);
  assertStringIncludes(err, "line 2, column 13");
  assertEquals(await Deno.readTextFile(doc), '{\n  "state": {');
});

Deno.test("a change of a document of another kind is refused", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("shop.erdf.json", { entities: [] });
  assertEquals((await loom(["--doc", doc, "add-state", "A"])).code, 3);
  assertEquals(JSON.parse(await Deno.readTextFile(doc)), { entities: [] });
});
