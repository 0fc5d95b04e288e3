import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, LAMP, loom, TempFolder } from "../testing/loom.ts";

const GUARDED = {
  ...DOOR,
  state: {
    name: "Root",
    states: [
      { name: "A", transitions: [{ event: "open", nextState: "B", condition: "key == 5" }] },
      { name: "B", kind: "final" },
    ],
  },
};

async function run(definition: object, args: readonly string[], options: Parameters<typeof loom>[1] = {}) {
  await using folder = await TempFolder.make();
  const path = await folder.write("machine.smdf.json", definition);
  return await loom(["run", path, ...args], options);
}

Deno.test("loom run --events prints each step and where the machine stands", async () => {
  assertEquals(await run(DOOR, ["--events", "open,close"]), {
    code: 0,
    out: "● Closed\nopen   Closed → Open\nclose  Open → Closed\n● Closed\n",
    err: "",
  });
});

Deno.test("loom run tells an event that is not handled, what there is, and exits with 1", async () => {
  const { code, out } = await run(DOOR, ["--events", "close"]);
  assertEquals(code, 1);
  assertEquals(
    out.split("\n")[1],
    'close  ✗ There is no transition for "close" in "Closed". There is: open.',
  );
});

Deno.test("loom run tells the guards that refused an event", async () => {
  const { out } = await run(GUARDED, ["--events", "open"]);
  assertEquals(
    out.split("\n")[1],
    'open  ✗ There is no transition for "open" in "A" whose guard passes. Refused: key == 5.',
  );
});

Deno.test("loom run lets declared host objects stand in for the real ones", async () => {
  const settings = { ...DOOR.settings, objects: [{ instance: "bell", class: "Bell" }] };
  const state = { ...DOOR.state, onEntry: { actions: [{ code: "bell.ring(2)" }] } };
  const { code, out } = await run({ ...DOOR, settings, state }, ["--events", "open", "--trace"]);
  assertEquals(code, 0);
  assertStringIncludes(out, "    call bell.ring(2)\n");
});

Deno.test("loom run suggests the near event", async () => {
  assertStringIncludes((await run(DOOR, ["--events", "opne"])).out, 'Did you mean "open"?');
});

Deno.test("loom run suggests the near event though it can be handled elsewhere only", async () => {
  assertStringIncludes((await run(DOOR, ["--events", "colse"])).out, 'Did you mean "close"?');
});

Deno.test("loom run tells a loop of event-less transitions and exits with 1", async () => {
  const states = [
    { name: "A", transitions: [{ event: "open", nextState: "B" }] },
    { name: "B", transitions: [{ nextState: "C" }] },
    { name: "C", transitions: [{ nextState: "B" }] },
  ];
  const { code, out } = await run({ ...DOOR, state: { name: "Root", states } }, ["--events", "open"]);
  assertEquals(code, 1);
  assertStringIncludes(out, "    ✗ The machine took 1000 steps without coming to rest, around ");
});

Deno.test("loom run tells once where a machine stands that was sent nothing", async () => {
  assertEquals((await run(DOOR, [], { stdin: "" })).out, "● Closed\n");
});

Deno.test("loom run says that a timer repeats for ever", async () => {
  const [off, on] = LAMP.state.states ?? [];
  const onEntry = { actions: [{ timerStart: { timer: "Countdown", duration: 1, repeat: 1 } }] };
  const states = [off, { ...on, onEntry, transitions: [] }];
  const { code, err } = await run({ ...LAMP, state: { name: "Root", states } }, [
    "--events",
    "press",
    "--auto-advance",
  ]);
  assertEquals([code, err], [0, "A timer still runs after 1000 expiries: no more time passes.\n"]);
});

Deno.test("loom run lets time pass and tells the timers that expire", async () => {
  assertEquals((await run(LAMP, ["--events", "press,+1000,+4000"])).out.split("\n").slice(1, 5), [
    "press     Off → On",
    "+1000 ms  nothing expires",
    "+4000 ms",
    "    Countdown expires at 5000 ms: On → Off",
  ]);
});

Deno.test("loom run --auto-advance lets time pass until no timer runs", async () => {
  assertStringIncludes((await run(LAMP, ["--events", "press", "--auto-advance"])).out, "\n● Off\n");
});

Deno.test("loom run sends payloads and takes the context from its option or a file", async () => {
  assertEquals((await run(GUARDED, ["--events", 'open={"key":5}'])).code, 0);
  assertEquals((await run(GUARDED, ["--events", "open", "--context", '{"key":5}'])).code, 0);
  await using folder = await TempFolder.make();
  const context = await folder.write("context.json", { key: 5 });
  assertEquals((await run(GUARDED, ["--events", "open", "--context", context])).code, 0);
  assertEquals((await run(GUARDED, ["--events", "open"])).code, 1);
});

Deno.test("loom run --guards decides guards without evaluating them", async () => {
  assertEquals((await run(GUARDED, ["--events", "open", "--guards", "pass"])).code, 0);
  assertEquals((await run(GUARDED, ["--events", 'open={"key":5}', "--guards", "refuse"])).code, 1);
});

Deno.test("loom run tells that the machine is done", async () => {
  const { out } = await run(GUARDED, ["--events", "open", "--guards", "pass"]);
  assertEquals(out, "● A\nopen  A → B  done\n● B  done\n");
});

Deno.test("loom run --trace shows what happens inside each step", async () => {
  const { out } = await run(DOOR, ["--events", "open", "--trace"]);
  assertStringIncludes(out, "    exit Closed\n    begin Closed -> Open [open]\n    enter Open\n");
});

Deno.test("loom run shows an action that fails without --trace", async () => {
  const onEntry = { actions: [{ code: "missing()" }] };
  const { code, out } = await run({ ...DOOR, state: { ...DOOR.state, onEntry } }, ["--events", "open"]);
  assertEquals(code, 0);
  assertStringIncludes(out, "action failed in Root: missing()");
});

Deno.test("loom run reads steps from standard input", async () => {
  const stdin = 'open\n\n# remark\n{"event": "close", "payload": {"hard": true}}\n+5\n';
  const { code, out } = await run(DOOR, ["--json"], { stdin });
  const lines = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(code, 0);
  assertEquals(lines.map(({ event, to, payload }) => [event, to, payload]), [
    [undefined, "Closed", undefined],
    ["open", "Open", undefined],
    ["close", "Closed", { hard: true }],
    [undefined, "Closed", undefined],
  ]);
});

Deno.test("loom run names the line of the input that it cannot read", async () => {
  const { code, out, err } = await run(DOOR, [], { stdin: "open\n{oops\n" });
  assertEquals(code, 2);
  assertStringIncludes(out, "Closed → Open");
  assertStringIncludes(err, "error: Line 2 of the input: The line is no JSON");
});

Deno.test("loom run goes on from a snapshot", async () => {
  await using folder = await TempFolder.make();
  const snapshot = folder.at("snapshot.json");
  await run(LAMP, ["--events", "press,+2000", "--snapshot", snapshot]);
  const { out } = await run(LAMP, ["--events", "+3000", "--restore", snapshot]);
  assertStringIncludes(out, "Countdown expires at 3000 ms: On → Off");
});

Deno.test("loom run refuses a snapshot of something else", async () => {
  await using folder = await TempFolder.make();
  const snapshot = await folder.write("snapshot.json", { version: 1 });
  const { code, err } = await run(DOOR, ["--events", "open", "--restore", snapshot]);
  assertEquals(code, 3);
  assertStringIncludes(err, `"${snapshot}" is no snapshot of this machine: name a file`);
});

Deno.test("loom run replaces a snapshot, and nothing else", async () => {
  await using folder = await TempFolder.make();
  const [notes, snapshot] = [await folder.write("notes.txt", "mine"), folder.at("snapshot.json")];
  const saved = async (path: string) => (await run(LAMP, ["--events", "press", "--snapshot", path])).code;
  assertEquals([await saved(snapshot), await saved(snapshot), await saved(notes)], [0, 0, 3]);
  assertEquals(await Deno.readTextFile(notes), "mine");
});

Deno.test("loom run never writes a snapshot over a document", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", DOOR);
  const before = await Deno.readTextFile(path);
  assertEquals((await loom(["run", path, "--events", "open", "--snapshot", path])).code, 2);
  assertEquals(await Deno.readTextFile(path), before);
});

Deno.test("loom run names --context when its JSON breaks off", async () => {
  const { code, err } = await run(DOOR, ["--events", "open", "--context", '{"a":']);
  assertEquals(code, 2);
  assertStringIncludes(err, "error: --context is no JSON: the JSON breaks off at line 1");
});

Deno.test("loom run says why a machine cannot run", async () => {
  const state = { name: "Root", states: [{ name: "A" }, { name: "A" }] };
  const { code, err } = await run({ ...DOOR, state }, ["--events", "open"]);
  assertEquals(code, 1);
  assertStringIncludes(err, "cannot run (V002): ");
});

Deno.test("loom run asks for events on a terminal, and goes on after a mistake", async () => {
  const stdin = "open\n:foo\n{\nclose\n:quit\nopen\n";
  const { code, out, err } = await run(DOOR, ["--color", "never"], { stdin, isTerminal: true });
  assertEquals([code, out], [0, "● Closed\nClosed → Open\nOpen → Closed\n"]);
  assertStringIncludes(err, 'error: There is no command ":foo". :help lists them.\n');
  assertStringIncludes(err, "error: The line is no JSON");
});

Deno.test("loom run at a prompt exits with 0 though an event was not handled", async () => {
  assertEquals((await run(DOOR, [], { stdin: "close\n", isTerminal: true })).code, 0);
});

const PROMPT_CASES: readonly (readonly [string, string, string])[] = [
  [":help", ":help\n", ":undo"],
  [":events", ":events\n", "press\n"],
  [":state", "press\n:state\n", "Off → On\nOn\n  Root\n  On\n"],
  [":timers", "press\n+2000\n:timers\n", "Countdown  expires in 3000 ms\n"],
  [":advance", "press\n:advance\n", "    Countdown expires at 5000 ms: On → Off\n"],
  [":advance with what is no number", "press\n:advance x\n:state\n", "Off → On\nOn\n"],
  [":advance with a number", "press\n:advance 5\n", "nothing expires\n"],
  [":context", ":context\n", "{}\n"],
  [":undo", "press\n:undo\n", "Off → On\n● Off\n"],
  [":restart", "press\n:restart\n", "Off → On\n● Off\n"],
  ["the beginning of a word", "press\n:und\n", "Off → On\n● Off\n"],
];

for (const [what, stdin, expected] of PROMPT_CASES) {
  Deno.test(`loom run understands ${what} at its prompt`, async () => {
    const { out } = await run(LAMP, ["--color", "never"], { stdin, isTerminal: true });
    assertStringIncludes(out, expected);
  });
}

Deno.test("loom run saves the machine that was restarted at its prompt", async () => {
  await using folder = await TempFolder.make();
  const file = folder.at("snapshot.json");
  await run(LAMP, [], { stdin: `press\n:restart\n:save ${file}\n`, isTerminal: true });
  assertEquals(JSON.parse(await Deno.readTextFile(file)).state, "Off");
});

for (
  const args of [
    ["--watch"],
    ["--events", "open={"],
    ["--events", "open", "--context", "[]"],
    ["--events", "open", "--guards", "maybe"],
  ]
) {
  Deno.test(`loom run ${args.join(" ")} is wrong usage`, async () => {
    const { code, out } = await run(DOOR, args);
    assert(code === 2 || code === 4);
    assertEquals(out, "");
  });
}

Deno.test("loom run - needs events beside the document", async () => {
  assertEquals((await loom(["run", "-"], { stdin: JSON.stringify(DOOR) })).code, 2);
  assertEquals((await loom(["run", "-", "--events", "open"], { stdin: JSON.stringify(DOOR) })).code, 0);
});

Deno.test("loom run refuses a context in which a key is repeated", async () => {
  const { code, err } = await run(DOOR, ["--events", "open", "--context", '{"a":1,"a":2}']);
  assertEquals(code, 2);
  assertStringIncludes(err, '--context: The key "a" is in one object 2 times');
});

const SHOP = {
  ...DOOR,
  settings: { ...DOOR.settings, objects: [{ instance: "cart", class: "Cart" }] },
  state: {
    name: "Root",
    states: [
      {
        name: "Open",
        transitions: [{ event: "close", nextState: "Paid", condition: "cart.total() > 5 and isOpen()" }],
      },
      { name: "Paid" },
    ],
  },
};

Deno.test("loom run --stub gives the results of host functions", async () => {
  const stubs = ["--stub", "cart.total()=10", "--stub", "isOpen=true"];
  const { code, out } = await run(SHOP, ["--events", "close", ...stubs]);
  assertEquals([code, out.split("\n")[1]], [0, "close  Open → Paid"]);
  const refused = await run(SHOP, ["--events", "close", "--stub", "cart.total("]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.err, "write the call and its result, as in cart.total()=10");
});

Deno.test("loom run --stubs reads results from a file, and --stub comes before it", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("shop.smdf.json", SHOP);
  const stubs = await folder.write("stubs.json", { "cart.total()": 1, isOpen: true });
  const args = ["run", path, "--events", "close", "--stubs", stubs];
  assertEquals((await loom(args)).code, 1);
  assertEquals((await loom([...args, "--stub", "cart.total()=6"])).code, 0);
});

Deno.test("loom run lets time with a unit pass", async () => {
  assertStringIncludes((await run(DOOR, ["--events", "open,+5s"])).out, "+5000 ms  nothing expires");
});

Deno.test("loom run tells a failed action once", async () => {
  const state = { ...DOOR.state, onEntry: { actions: [{ code: "a.b.c()" }] } };
  const { out } = await run({ ...DOOR, state }, ["--events", "open"]);
  const failing = {
    ...DOOR,
    state: {
      ...DOOR.state,
      states: [
        { name: "Closed", transitions: [{ event: "open", actions: [{ code: "a.b.c()" }] }] },
      ],
    },
  };
  const { out: told } = await run(failing, ["--events", "open"]);
  assertEquals([out, told].map((text) => text.split("has no function").length - 1), [1, 1]);
});

const CHARGING = {
  ...DOOR,
  state: {
    name: "Root",
    states: [
      {
        name: "Charging",
        invoke: [{ id: "charge", task: "charge" }],
        transitions: [
          { event: "done.invoke.charge", nextState: "Paid", condition: "output == 5" },
          { event: "error.invoke.charge", nextState: "Failed", condition: "error.message == 'declined'" },
        ],
      },
      { name: "Paid", kind: "final" },
      { name: "Failed", kind: "final" },
    ],
  },
};

Deno.test("loom run --stub and --fail end tasks by their name", async () => {
  const ended = await run(CHARGING, ["--events", "+1", "--stub", "charge=5"]);
  assertStringIncludes(ended.out, "Paid");
  const failed = await run(CHARGING, ["--events", "+1", "--fail", "charge=declined"]);
  assertStringIncludes(failed.out, "Failed");
  const refused = await run(CHARGING, ["--events", "+1", "--fail", "charge"]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.err, `--fail "charge" names no failure`);
});

Deno.test("loom run runs the machines that states invoke, and says which cannot be read", async () => {
  await using folder = await TempFolder.make();
  const parent = (machine: string) => ({
    ...DOOR,
    state: {
      name: "Root",
      states: [
        {
          name: "Asking",
          invoke: [{ id: "door", machine }],
          transitions: [
            { event: "open", actions: [{ send: { event: "open", to: "door" } }] },
            { event: "done.invoke.door", nextState: "In" },
          ],
        },
        { name: "In" },
      ],
    },
  });
  await folder.write("gate.smdf.json", {
    ...GUARDED,
    settings: { ...DOOR.settings, data: [{ name: "key", type: "integer", initial: 5 }] },
  });
  const path = await folder.write("house.smdf.json", parent("gate.smdf.json"));
  const { out, err } = await loom(["run", path, "--events", "open", "--trace"]);
  assertStringIncludes(out, "Asking → In");
  assertStringIncludes(out, "door: enter B");
  assertEquals(err, "");
  const missing = await folder.write("house.smdf.json", parent("nowhere.smdf.json"));
  const alone = await loom(["run", missing, "--events", "open"]);
  assertStringIncludes(
    alone.err,
    'The machine "nowhere.smdf.json" does nothing here, since it could not be read',
  );
});
