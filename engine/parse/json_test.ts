import { assertEquals, assertThrows } from "@std/assert";
import { JsonSyntaxError } from "@loom/protocol";
import { parseJson, toDefinition } from "./json.ts";
import { SmdfError } from "./smdf_error.ts";

const DOOR = { settings: { namespace: "Home" }, events: [], state: { name: "Door" } };

for (
  const [what, document] of Object.entries({
    "a bare document": DOOR,
    "a wrapped document": { stateMachine: DOOR },
    "a document wrapped with a capital letter": { StateMachine: DOOR },
    "a wrapped document with siblings": { $schema: "x", stateMachine: DOOR },
  })
) {
  Deno.test(`parseJson() reads ${what}`, () => {
    assertEquals<unknown>(parseJson(JSON.stringify(document)), DOOR);
  });
}

Deno.test("parseJson() reads as bare when the envelope is null", () => {
  assertEquals(parseJson(JSON.stringify({ ...DOOR, stateMachine: null })).state.name, "Door");
});

Deno.test("parseJson() keeps unknown fields and their order", () => {
  const text = '{"z":1,"state":{"later":[],"name":"A","colour":{"r":1}},"events":[]}';
  assertEquals(JSON.stringify(parseJson(text)), text);
});

const ODD: Record<string, unknown> = {
  "notes as a list": { settings: { notes: ["a"] } },
  "a singular action": { state: { name: "A", transitions: [{ action: { code: "f()" } }] } },
  "actions as strings": { state: { name: "A", onEntry: { actions: ["f()"] } } },
  "a block as a list": { state: { name: "A", onEntry: [{ code: "f()" }] } },
  "a block as text": { state: { name: "A", onEntry: "f()" } },
  "a flag as text": { settings: { asynchronous: "false" } },
  "an unknown kind": { state: { name: "A", kind: "pseudo" } },
  "null members": {
    settings: null,
    events: null,
    state: { name: "A", states: null, parallel: null, onExit: null },
  },
  "nothing at all": {},
};

for (const [what, document] of Object.entries(ODD)) {
  Deno.test(`parseJson() loads a document with ${what}`, () => {
    assertEquals<unknown>(parseJson(JSON.stringify(document)), document);
  });
}

const UNREADABLE: Record<string, [unknown, string]> = {
  "the top is a list": [[], ""],
  "the root is a list": [{ state: [] }, "/state"],
  "a state has no name": [{ state: { name: "A", states: [{}] } }, "/state/states/0"],
  "a name is a number": [{ state: { name: 5 } }, "/state/name"],
  "a child is null": [{ state: { name: "A", states: [null] } }, "/state/states/0"],
  "children are an object": [{ state: { name: "A", states: {} } }, "/state/states"],
  "regions are a list": [{ state: { name: "A", parallel: [] } }, "/state/parallel"],
  "a region is text": [{ state: { name: "A", parallel: { states: ["B"] } } }, "/state/parallel/states/0"],
  "transitions are an object": [{ state: { name: "A", transitions: {} } }, "/state/transitions"],
  "a transition is text": [{ state: { name: "A", transitions: ["x"] } }, "/state/transitions/0"],
  "actions are an object": [{ state: { name: "A", onExit: { actions: {} } } }, "/state/onExit/actions"],
  "a transition's actions are text": [
    { state: { name: "A", transitions: [{ actions: "f()" }] } },
    "/state/transitions/0/actions",
  ],
  "sources are an object": [{ events: {} }, "/events"],
  "a source is text": [{ events: ["x"] }, "/events/0"],
  "events are text": [{ events: [{ events: "x" }] }, "/events/0/events"],
  "a timer is null": [{ events: [{ timers: [null] }] }, "/events/0/timers/0"],
};

for (const [what, [document, path]] of Object.entries(UNREADABLE)) {
  Deno.test(`parseJson() says where when ${what}`, () => {
    const error = assertThrows(() => parseJson(JSON.stringify(document, null, 1)), SmdfError);
    assertEquals([error.code, error.path], ["smdf_shape", path]);
    assertEquals(typeof error.line, "number");
  });
}

Deno.test("parseJson() names pointer, line and column in one sentence", () => {
  const error = assertThrows(
    () => parseJson('{\n  "stateMachine": { "state": { "name": "A",\n "states": 5 } }\n}'),
    SmdfError,
  );
  assertEquals(
    error.message,
    '"states" must be a list, but it is a number (/state/states, line 3, column 12).',
  );
});

Deno.test("parseJson() refuses a document of another kind", () => {
  const error = assertThrows(() => parseJson('{ "entities": [] }'), SmdfError);
  assertEquals(error.message.includes("entity-relationship diagram"), true);
});

Deno.test("parseJson() tells line and column when the text is broken", () => {
  const error = assertThrows(() => parseJson('{\n  "state": }'), JsonSyntaxError);
  assertEquals([error.line, error.column], [2, 12]);
});

Deno.test("parseJson() refuses text that nests too deep", () => {
  const deep = '{"state":'.repeat(10_000) + "1" + "}".repeat(10_000);
  assertEquals(assertThrows(() => parseJson(deep), JsonSyntaxError).code, "too_deep");
});

Deno.test("parseJson() refuses text that is too long", () => {
  assertEquals(assertThrows(() => parseJson("{}", { maxLength: 1 }), JsonSyntaxError).code, "too_large");
});

Deno.test("toDefinition() takes a parsed value and names no line", () => {
  assertEquals<unknown>(toDefinition({ stateMachine: DOOR }), DOOR);
  assertEquals(assertThrows(() => toDefinition(5), SmdfError).line, undefined);
});
