import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { READING_TOOLS } from "./reading.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

const bench = (content: object | string = { stateMachine: GATE }, name = "gate.smdf.json") =>
  openToolBench(READING_TOOLS, { content, name, kinds: withBoard(LOOM_KINDS) });

/** A machine of so many composites with ten states each. */
function large(composites: number): object {
  const states = Array.from({ length: composites }, (_, at) => ({
    name: `C${at}`,
    states: Array.from({ length: 10 }, (_, in_) => ({ name: `S${at}_${in_}`, description: "x".repeat(40) })),
  }));
  return { stateMachine: { ...GATE, state: { name: "Root", states } } };
}

Deno.test("get_definition gives a small machine whole, wrapped, as JSON", async () => {
  await using tools = await bench(GATE);
  const { text, texts, data } = await tools.call("get_definition");
  assertEquals(JSON.parse(text), { stateMachine: GATE });
  assertEquals([data.definition, data.cut, data.rest], [GATE, 0, undefined]);
  // An agent that is shown the text only can give expected_revision, too.
  assertEquals(texts.slice(1), [`revision ${data.revision}`]);
});

Deno.test("get_definition finds a part by name and by pointer, wrapper or not", async () => {
  await using tools = await bench();
  for (const path of ["Open", "/state/states/1", "/stateMachine/state/states/1"]) {
    assertEquals((await tools.call("get_definition", { path })).data.definition, GATE.state.states?.[1]);
  }
  assertEquals(
    (await tools.call("get_definition", { path: "lock" })).data.definition,
    GATE.events[0]?.events?.[2],
  );
  assertEquals((await tools.call("get_definition", { path: "/settings/name" })).text, '"Gate"');
});

Deno.test("get_definition gives deeper states by name where depth says so", async () => {
  await using tools = await bench();
  const { data, texts } = await tools.call("get_definition", { path: "/state", depth: 1 });
  const { states } = data.definition as { states: { name: string; states?: unknown }[] };
  assertEquals(states.map((state) => state.states), [["Closed", "Locked"], undefined, undefined]);
  assertEquals(data.cut, 2);
  assertStringIncludes(texts[1] ?? "", "2 states stand by name only");
});

Deno.test("get_definition gives an outline of a large machine, and says how to see more", async () => {
  await using tools = await bench(large(60));
  const { text, texts, data } = await tools.call("get_definition");
  assert(text.length < 24_100, `${text.length}`);
  assertEquals(data.cut, 600);
  assertStringIncludes(texts[1] ?? "", "give path");
});

Deno.test("get_definition keeps short even where names alone are too many", async () => {
  await using tools = await bench(large(4000));
  const { text } = await tools.call("get_definition");
  assert(text.length < 24_000, `${text.length}`);
  assertStringIncludes(text, "… 3800 more");
});

Deno.test("get_definition gives long texts by their beginnings, and the rest in pieces", async () => {
  const notes = "Ada writes a lot. ".repeat(400_000);
  await using tools = await bench({ stateMachine: { ...GATE, settings: { ...GATE.settings, notes } } });
  const { text, texts, data } = await tools.call("get_definition");
  assert(text.length < 24_000, `${text.length}`);
  const { settings } = data.definition as { settings: { notes: string } };
  assertEquals(settings.notes, `${notes.slice(0, 200)}… 7199800 more characters`);
  assertEquals(texts[1], '1 text is cut: give path, such as "/settings/notes", for one.');
  let read = "";
  for (const offset of [0, 24_000]) {
    const one = await tools.call("get_definition", { path: "/settings/notes", offset });
    read += one.data.definition;
    assertEquals(
      one.data.rest,
      `Characters ${offset} to ${offset + 24_000} of 7200000: give path "/settings/notes" with offset ${
        offset + 24_000
      } for the next.`,
    );
  }
  assertEquals(read, notes.slice(0, 48_000));
  const end = await tools.call("get_definition", { path: "/settings/notes", offset: 7_199_990 });
  assertEquals([end.data.definition, end.data.rest], [
    notes.slice(-10),
    "Characters 7199990 to 7200000 of 7200000.",
  ]);
  const settingsPart = await tools.call("get_definition", { path: "/settings" });
  assertStringIncludes(String(settingsPart.data.rest), '"/settings/notes"');
});

Deno.test("get_definition gives the names of very many members", async () => {
  const strange = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`member${at}`, at]));
  await using tools = await bench({ stateMachine: { ...GATE, strange } });
  const { text, data } = await tools.call("get_definition", { path: "/strange" });
  assert(text.length < 24_000, `${text.length}`);
  assertStringIncludes(text, '"8900 more members"');
  assertStringIncludes(String(data.rest), "give path (a JSON pointer)");
});

Deno.test("get_definition gives an outline of a large part, and whole what depth asks for", async () => {
  await using tools = await bench(large(60));
  const { text, texts, data } = await tools.call("get_definition", { path: "/state" });
  assert(text.length < 24_100, `${text.length}`);
  assertEquals(data.cut, 600);
  assertStringIncludes(texts[1] ?? "", "600 states stand by name only: give path");
  assertEquals(data.rest, texts[1]);
  assertEquals((await tools.call("get_definition", { path: "/state", depth: 9 })).data.cut, 0);
});

Deno.test("get_definition refuses a depth that no answer holds, and says which one does", async () => {
  await using tools = await bench(large(300));
  const asked = await tools.call("get_definition", { depth: 9 });
  assertEquals([asked.isError, asked.code], [true, "too_large"]);
  assertStringIncludes(asked.text, "and an answer has 200000 at most: ask for depth 1 or less, give path");
  assertEquals((await tools.call("get_definition", { depth: 1 })).data.cut, 3_000);
  assertEquals((await tools.call("get_definition", { depth: 9, path: "C7" })).data.cut, 0);
  await using flat = await bench(large(9_000));
  assertStringIncludes((await flat.call("get_definition", { depth: 1 })).text, "ask for depth 0 or less");
});

Deno.test("get_definition says that a list without states is given by names", async () => {
  const events = Array.from({ length: 2_000 }, (_, at) => ({ id: `e${at}`, description: "What happens." }));
  await using tools = await bench({ ...GATE, events: [{ name: "Hand", events }], state: { name: "Root" } });
  for (const path of [undefined, "/events"]) {
    const { text, texts } = await tools.call("get_definition", path === undefined ? {} : { path });
    assert(text.length < 24_000, `${text.length}`);
    assertStringIncludes(text, "… 1800 more");
    assertStringIncludes(texts[1] ?? "", "All in lists stands by name only: give path");
  }
  assertEquals((await tools.call("get_definition", { path: "e1999" })).data.definition, events[1999]);
});

Deno.test("get_definition tells what there is when the path leads nowhere", async () => {
  await using tools = await bench();
  const failed = async (path: string) => {
    const { text, isError } = await tools.call("get_definition", { path });
    assert(isError);
    return text;
  };
  assertStringIncludes(
    await failed("Opne"),
    'There is no state, event or timer "Opne". Did you mean "Open"?',
  );
  assertStringIncludes(await failed("/state/states/9"), "which has the items 0 to 2");
  assertStringIncludes(await failed("/settings/nmae"), 'Did you mean "name"?');
  assertStringIncludes(await failed("/settings/name/x"), "end the path there");
});

Deno.test("get_definition shows the pointer of a member that was named, and asks for one where nothing has a name", async () => {
  await using machine = await bench();
  assertStringIncludes((await machine.call("get_definition", { path: "settings" })).text, '"/settings"');
  await using board = await bench({ cards: [] }, "shop.board.json");
  const { code, text } = await board.call("get_definition", { path: "Customer" });
  assertEquals(code, "unknown_name");
  assertEquals(
    text,
    '"Customer" names nothing: parts of documents of this kind are found by a JSON pointer such as "/cards".',
  );
});

Deno.test("get_definition gives documents of other kinds as they are", async () => {
  await using tools = await bench({ name: "Shop", members: [] }, "shop.sysdf.json");
  assertEquals(JSON.parse((await tools.call("get_definition")).text), { name: "Shop", members: [] });
});

Deno.test("every reading tool tells that there is no document, and what to call", async () => {
  await using tools = await openToolBench(READING_TOOLS, { content: undefined });
  for (const { name } of READING_TOOLS) {
    const { text, isError, code } = await tools.call(name);
    assertEquals([isError, code], [true, "not_found"]);
    assertStringIncludes(text, "create_state_machine");
  }
});

Deno.test("every reading tool tells where a document that cannot be read breaks off", async () => {
  await using tools = await bench('{ "state": { "name": }');
  for (const { name } of READING_TOOLS) {
    const { text, code } = await tools.call(name);
    assertEquals(code, "json_syntax");
    assertStringIncludes(text, "line 1");
  }
});

Deno.test("list_states lists states, what is special about them, and their transitions", async () => {
  await using tools = await bench();
  const { text, data } = await tools.call("list_states");
  assertEquals(
    text,
    `Root
  Shut
    Closed
      open → Open
      lock → Locked if code == 7
    Locked
      open (internal)
      close → Closed
  Open
    close → Closed
    late → Closed
    sell → Sold
  Sold (final)`,
  );
  assertEquals(data, { count: 6, tree: text });
});

Deno.test("list_states says what a transition waits for: a delay, several events, nothing", async () => {
  await using tools = await openToolBench(READING_TOOLS, {
    content: {
      settings: { namespace: "Home", name: "Lamp", asynchronous: false },
      events: [],
      state: {
        name: "Lamp",
        transitions: [
          { after: 500, nextState: "A" },
          { event: "on", events: ["off"], nextState: "A", nextStates: ["B"] },
          { condition: "dark", nextState: "A" },
        ],
      },
    },
  });
  assertEquals(
    (await tools.call("list_states")).text,
    "Lamp\n  after 500ms → A\n  on / off → A, B\n  (always) → A if dark",
  );
});

Deno.test("list_states begins at a state and ends at a depth", async () => {
  await using tools = await bench();
  assertEquals((await tools.call("list_states", { state: "Sold" })).text, "Sold (final)");
  const { text, texts } = await tools.call("list_states", { depth: 0 });
  assertEquals(text, "Root");
  assertStringIncludes(texts[1] ?? "", "1 of 6 states");
});

Deno.test("list_states refuses what is no state", async () => {
  await using tools = await bench();
  const { text } = await tools.call("list_states", { state: "Shot" });
  assertStringIncludes(text, 'There is no state "Shot". Did you mean "Shut"? There are "Root"');
  assertStringIncludes((await tools.call("list_states", { state: "sell" })).text, "is no state but an event");
});

Deno.test("list_states ends after 200 states unless it is asked for more", async () => {
  await using tools = await bench(large(60));
  const { text, texts } = await tools.call("list_states");
  assertEquals(text.split("\n").length, 200);
  assertStringIncludes(texts[1] ?? "", "200 of 661 states");
});

/** A machine with a state of so many transitions, and one behind it. */
function busy(transitions: number): object {
  const all = Array.from({ length: transitions }, (_, at) => ({ event: "open", condition: `n == ${at}` }));
  const states = [{ name: "Busy", transitions: all }, { name: "Next", transitions: all.slice(0, 1) }];
  return { ...GATE, state: { name: "Root", states } };
}

Deno.test("list_states lists some of many transitions, and says how to see the others", async () => {
  await using tools = await bench(busy(300));
  const { text, texts, data } = await tools.call("list_states");
  const lines = text.split("\n");
  assertEquals([lines.length, lines[52], lines[53]], [55, "    … 250 more transitions", "  Next"]);
  assertEquals(texts[1], data.rest);
  assertStringIncludes(texts[1] ?? "", 'list_states with state "Busy" and depth 0');
  const asked = await tools.call("list_states", { state: "Busy", depth: 0 });
  assertEquals([asked.text.split("\n").length, asked.data.rest], [301, undefined]);
});

Deno.test("list_states bounds what is asked for, too", async () => {
  await using tools = await bench(busy(6_000));
  const { text, texts, data } = await tools.call("list_states", { depth: 9 });
  assertEquals([text.split("\n").length, text.endsWith("… 1002 more transitions")], [5_001, true]);
  assertStringIncludes(texts[1] ?? "", "2 of 3 states: give state");
  assertEquals(data.count, 3);
});

Deno.test("list_events lists events by source, with parameters and timers", async () => {
  await using tools = await bench();
  const { text, data } = await tools.call("list_events");
  assertEquals(
    text,
    `Hand:
  open — Pulls.
  close
  lock(code: int)
  late (timer Wait)
Owner:
  sell`,
  );
  assertEquals(data.count, 5);
  assertEquals((await tools.call("list_events", { source: "Owner" })).text, "Owner:\n  sell");
});

Deno.test("list_events tells that there are none, and refuses an unknown source", async () => {
  await using tools = await bench({ stateMachine: { ...GATE, events: [] } });
  assertStringIncludes((await tools.call("list_events")).text, "call add_event");
  assertStringIncludes(
    (await tools.call("list_events", { source: "X" })).text,
    'There is no event source "X"',
  );
});
