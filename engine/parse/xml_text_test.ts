import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { LoomError, type State, type StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { arbitraryDocument } from "./_arbitrary.ts";
import { parseJson, toDefinition } from "./json.ts";
import { parseXml } from "./xml.ts";
import { writeXml } from "./xml_text.ts";

const SEED = { seed: 20, numRuns: 400 };

function roundTrip(definition: unknown): StateMachineDefinition {
  return parseXml(writeXml(definition as StateMachineDefinition));
}

Deno.test("writeXml() gives text from which parseXml() reads an equal definition, for arbitrary documents", () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const definition = toDefinition(document);
      assertEquals(roundTrip(definition), definition);
    }),
    SEED,
  );
});

Deno.test("writeXml() and parseJson() agree on what a text means, for arbitrary documents", () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      const definition = parseJson(JSON.stringify(document));
      assertEquals(JSON.stringify(definition), JSON.stringify(document));
      assertEquals(roundTrip(definition), definition);
    }),
    { seed: 21, numRuns: 100 },
  );
});

const CARRIED: Record<string, unknown> = {
  "a definition without members": {},
  "an unknown field": { state: { name: "A", colour: { r: 1 } } },
  "a list of notes": { settings: { namespace: "N", notes: ["a", "b"] } },
  "a singular action": { state: { name: "A", transitions: [{ event: "e", action: { code: "f()" } }] } },
  "a list in place of a block": { state: { name: "A", onEntry: [{ code: "f()" }, "g()"] } },
  "an empty list": { events: [], state: { name: "A", states: [], transitions: [{ actions: [] }] } },
  "a null member": { state: { name: "A", parallel: null, transitions: null } },
  "regions without a list": { state: { name: "A", parallel: { nextState: "B" } } },
  "text of a flag": { settings: { asynchronous: "false" } },
  "a number as duration": {
    state: { name: "A", onEntry: { actions: [{ timerStart: { timer: "T", duration: 5, repeat: "9" } }] } },
  },
  "hints beside an action": {
    state: { name: "A", onEntry: { actions: [{ action: "code", name: "x", code: "f()" }] } },
  },
  "text with space around it": {
    state: { name: " A ", onEntry: { actions: [{ code: " f() " }, { code: "" }] } },
  },
  "several lines": {
    state: { name: "A", notes: "a\r\n\tb", onExit: { actions: [{ code: "a = 1\nb = 2" }] } },
  },
  "characters that XML forbids": { state: { name: "\u0000\uD800\uFFFE", description: "\uFFFF" } },
  "markup": { state: { name: `<a b="c">&amp;]]>`, onExit: { actions: [{ code: "a < b && c > d" }] } } },
};

for (const [what, document] of Object.entries(CARRIED)) {
  Deno.test(`writeXml() keeps ${what}`, () => {
    assertEquals(roundTrip(document), document as StateMachineDefinition);
  });
}

Deno.test("writeXml() keeps the order of actions of different kinds", () => {
  const actions = [{ timerStop: "T" }, { code: "f()" }, { raise: "e" }, {
    timerStart: { timer: "T", duration: "5" },
  }];
  const document = { state: { name: "A", onEntry: { actions: [...actions, { code: "g()" }] } } };
  assertEquals(roundTrip(document), document as unknown as StateMachineDefinition);
});

Deno.test("writeXml() uses plain elements and declares no extension when the format holds everything", () => {
  const text = writeXml({
    settings: { namespace: "Home", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "push" }] }],
    state: {
      name: "Door",
      initial: "Closed",
      states: [
        {
          name: "Closed",
          transitions: [{ event: "push", nextState: "Open", actions: [{ raise: "creak" }] }],
        },
        { name: "Open" },
      ],
    },
  });
  assertEquals(
    text,
    `<?xml version="1.0" encoding="UTF-8"?>
<stateMachine>
  <settings namespace="Home" asynchronous="false"/>
  <events>
    <eventSource name="Hand">
      <event id="push"/>
    </eventSource>
  </events>
  <state name="Door" initial="Closed">
    <state name="Closed">
      <transition event="push" nextState="Open">
        <raise event="creak"/>
      </transition>
    </state>
    <state name="Open"/>
  </state>
</stateMachine>
`,
  );
});

Deno.test("writeXml() carries what the format cannot hold in an element that other readers pass over", () => {
  const text = writeXml({ state: { name: "A", colour: "red" } } as unknown as StateMachineDefinition);
  assertStringIncludes(text, `<stateMachine xmlns:loom="urn:loom:smdf">`);
  assertStringIncludes(text, `<loom:extra>{"colour":"red"}</loom:extra>`);
});

function nested(levels: number): StateMachineDefinition {
  let state: State = { name: "Leaf" };
  for (let level = levels; level > 1; level--) state = { name: `S${level}`, states: [state] };
  return { settings: { namespace: "Deep", asynchronous: false }, events: [], state };
}

Deno.test("writeXml() writes 999 states inside each other, and refuses more, which nobody reads", () => {
  assertEquals(parseXml(writeXml(nested(999))), nested(999));
  for (const levels of [1000, 20_000]) {
    const error = assertThrows(() => writeXml(nested(levels)), LoomError, "more than 1000 levels deep");
    assertEquals(error.code, "too_deep");
  }
});
