import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench, type ToolBench } from "../testing/tool_calls.ts";
import { SIMULATION_TOOLS } from "./simulation.ts";

const run = (tools: ToolBench, events: unknown[], values: object = {}) =>
  tools.call("simulate", { events, ...values });

Deno.test("simulate sends events and lets time pass, and tells each step", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const { text, data } = await run(tools, ["open", "+4000", "+1000", {
    event: "lock",
    payload: { code: 7 },
  }]);
  assertEquals(
    text,
    `start: Closed
open: Closed → Open
+4000 ms: stays in Open
+1000 ms: Open → Closed
  Wait expires at 5000 ms: Open → Closed
lock: Closed → Locked
now: Locked
events that it takes now: open, close`,
  );
  assertEquals([data.state, data.done, data.configuration], ["Locked", false, ["Root", "Shut", "Locked"]]);
  const steps = data.steps as { from: string; to: string }[];
  assertEquals(steps.map(({ from, to }) => `${from}>${to}`), [
    "Closed>Open",
    "Open>Open",
    "Open>Closed",
    "Closed>Locked",
  ]);
});

Deno.test("simulate tells the declared data and the output", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS, {
    content: {
      settings: {
        namespace: "Shop",
        name: "Basket",
        asynchronous: false,
        data: [{ name: "total", type: "number" }, { name: "note", type: "text", initial: "n" }],
      },
      events: [{ name: "Hand", events: [{ id: "pay" }] }],
      state: {
        name: "Basket",
        states: [
          {
            name: "Open",
            transitions: [
              { event: "pay", nextState: "Paid", actions: [{ assign: { target: "total", value: "sum" } }] },
            ],
          },
          { name: "Paid", kind: "final", output: "total" },
        ],
      },
    },
  });
  const { text } = await run(tools, ['pay {"sum": 7}']);
  assertStringIncludes(text, 'now: Paid (done)\ndata: {"total":7,"note":"n"}\noutput: 7');
});

Deno.test("simulate takes payloads in text, too", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  assertEquals((await run(tools, ['lock {"code": 7}'])).data.state, "Locked");
});

Deno.test("simulate without events tells where the machine begins and what it takes", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const { data } = await run(tools, []);
  assertEquals([data.state, data.available], ["Closed", ["open"]]);
});

Deno.test("simulate ends where the machine is done", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const { data, text } = await run(tools, ["open", "sell", "open"]);
  assertEquals([data.state, data.done, data.available], ["Sold", true, []]);
  assertStringIncludes(text, "open: not handled.");
});

Deno.test("simulate tells what would be handled when an event is not", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  assertStringIncludes((await run(tools, ["opne"])).text, 'Did you mean "open"?');
  assertStringIncludes((await run(tools, ["close"])).text, "It takes: open, lock.");
  assertStringIncludes(
    (await run(tools, [{ event: "lock", payload: { code: 1 } }])).text,
    "Refused: code == 7.",
  );
});

Deno.test("simulate takes the results of guards by their text, and of all others", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const stateAfter = async (guards: object) => (await run(tools, ["lock"], { guards })).data.state;
  assertEquals(await stateAfter({ "code == 7": true }), "Locked");
  assertEquals(await stateAfter({ "code == 7": false, "*": true }), "Closed");
  assertEquals(await stateAfter({ "*": true }), "Locked");
  const { text, code } = await run(tools, [], { guards: { "code == 8": true } });
  assertEquals(code, "unknown_guard");
  assertStringIncludes(text, 'Did you mean "code == 7"?');
});

Deno.test("simulate takes data, and gives it as it is at the end", async () => {
  const onEntry = { actions: [{ code: "count += 1; text = 'x' * 1" }] };
  const content = {
    ...GATE,
    state: {
      name: "Root",
      states: [{ name: "A", onEntry, transitions: [{ event: "open", nextState: "A" }] }],
    },
  };
  await using tools = await openToolBench(SIMULATION_TOOLS, { content });
  const { data } = await run(tools, ["open", "open"], { context: { count: 4, long: "x".repeat(5000) } });
  const context = data.context as Record<string, unknown>;
  assertEquals([context.count, context.long], [7, "… 5000 characters"]);
});

Deno.test("simulate with trace tells what happens inside", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  assertStringIncludes((await run(tools, ["open"], { trace: true })).text, "  exit Closed");
});

Deno.test("simulate ends a timer that repeats for ever with a sentence", async () => {
  const timerStart = { timer: "Wait", duration: 1, repeat: 1 };
  const states = [{ name: "A", onEntry: { actions: [{ timerStart }] } }];
  await using tools = await openToolBench(SIMULATION_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { text, data } = await run(tools, ["+500"]);
  assertEquals(data.state, "A");
  assert(text.split("\n").length < 30, "not every expiry is told");
  const tooLong = await run(tools, ["+1000000000000"]);
  assertEquals(tooLong.code, "too_many_expiries");
  assertStringIncludes(tooLong.text, "let less time pass");
});

Deno.test("simulate tells why a machine cannot run", async () => {
  const states = [{ name: "A", transitions: [{ event: "open", nextState: "Nowhere" }] }];
  await using tools = await openToolBench(SIMULATION_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { text, isError } = await run(tools, ["open"]);
  assert(isError);
  assertStringIncludes(text, "[V006]");
});

Deno.test("simulate refuses steps that are none, and too many of them", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  for (const step of [{}, { event: 5 }, { advance: -1 }, "lock {"]) {
    assertEquals((await run(tools, [step])).code, "bad_step", JSON.stringify(step));
  }
  assertEquals((await run(tools, Array(1001).fill("open"))).code, "too_many_steps");
});

Deno.test("simulate changes nothing", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const before = await Deno.readTextFile(tools.path);
  await run(tools, ["open", "close"]);
  assertEquals(await Deno.readTextFile(tools.path), before);
});

Deno.test("simulate tells how far it is, and ends when the client takes its call back", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const events = Array(1000).fill("nothing");
  const told: string[] = [];
  const options = {
    onprogress: ({ message = "" }: { message?: string | undefined }) => void told.push(message),
  };
  await tools.client.callTool({ name: "simulate", arguments: { events } }, undefined, options);
  assertEquals(told[0], "100 of 1000 steps");
  const ending = new AbortController();
  const failed = tools.client.callTool({ name: "simulate", arguments: { events } }, undefined, {
    signal: ending.signal,
    onprogress: () => ending.abort(),
  }).then(() => false, () => true);
  assert(await failed);
});

Deno.test("simulate tells what went wrong at the start, and what would be handled, to programs too", async () => {
  const states = [{
    name: "A",
    onEntry: { actions: [{ timerStart: { timer: "Wait", duration: 5, repeat: 0 } }] },
  }];
  await using tools = await openToolBench(SIMULATION_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { text, data } = await run(tools, []);
  assertStringIncludes(text, "start: A\n  action failed");
  const { to, problems } = data.start as { to: string; problems: string[] };
  assertEquals([to, problems.length], ["A", 1]);
  await using gate = await openToolBench(SIMULATION_TOOLS);
  const [step] = (await run(gate, ["close"])).data.steps as { hint: string }[];
  assertEquals(step?.hint, "It takes: open, lock.");
});

Deno.test("simulate tells what it did where the data has grown too large to be shown", async () => {
  const states = [{ name: "A", transitions: [{ event: "open", actions: [{ code: "x = [x, x]" }] }] }];
  await using tools = await openToolBench(SIMULATION_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { data, isError } = await run(tools, Array(40).fill("open"), { context: { x: 1 } });
  assertEquals([isError, (data.steps as unknown[]).length], [false, 40]);
  assertStringIncludes(String(data.context), "more than 1000000 values");
});

Deno.test("simulate refuses members of a step that it would pass over", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const rows: readonly (readonly [unknown, string])[] = [
    [{ event: "open", paylod: { code: 7 } }, 'takes no "paylod". Did you mean "payload"?'],
    [
      '{"event": "open", "data": {}}',
      'takes no "data". A step has "event" and "payload", or "advance" alone.',
    ],
    [{ event: "open", advance: 5 }, 'takes no "advance".'],
    [{ advance: 5, payload: {} }, 'takes no "payload".'],
  ];
  for (const [step, sentence] of rows) {
    const { code, text } = await run(tools, ["open", step]);
    assertEquals(code, "bad_step");
    assertStringIncludes(text, `events[1] ${sentence}`);
  }
  assertEquals((await run(tools, ['{"event": "lock", "payload": {"code": 7}}'])).data.state, "Locked");
});

Deno.test("simulate takes times with a unit, and the results of host functions", async () => {
  await using tools = await openToolBench(SIMULATION_TOOLS);
  const { text } = await run(tools, ["open", "+5s"], { stubs: { "lock.isFree()": true } });
  assertStringIncludes(text, "+5000 ms: Open → Closed");
});

Deno.test("simulate lets tasks fail, and says which invoked machine cannot be read", async () => {
  const machine = {
    ...GATE,
    state: {
      name: "Root",
      invoke: [{ id: "charge", task: "charge" }, { id: "other", machine: "nowhere.smdf.json" }],
      states: [
        { name: "Charging", transitions: [{ event: "error.invoke.charge", nextState: "Failed" }] },
        { name: "Failed" },
      ],
    },
  };
  await using tools = await openToolBench(SIMULATION_TOOLS, { content: machine });
  const { text, data } = await run(tools, [], { failures: { "charge()": "declined" } });
  assertEquals(data.state, "Failed");
  assertStringIncludes(text, 'The machine "nowhere.smdf.json" does nothing here');
  assertEquals((data.problems as string[]).length, 1);
});
