import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { convertMachine } from "../convert.ts";
import { machineWriter } from "../formats.ts";
import { readScxml } from "./read_scxml.ts";
import { writeScxml } from "./write_scxml.ts";

const read = (content: string, attributes = "") =>
  readScxml(
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" ${attributes}>${content}</scxml>`,
    "M",
  );
const firstState = (content: string) => read(content).definition.state.states?.[0];

Deno.test("SCXML becomes states, regions, histories, delays and data", () => {
  const { definition, remarks } = read(
    `
    <datamodel><data id="x" expr="1"/><data id="list">[1, 2]</data></datamodel>
    <script>var y = x + 1</script>
    <parallel id="p">
      <state id="b"><state id="b1">
        <transition event="go foo" cond="x === 1 &amp;&amp; _event.data.n > 2" target="b2"/></state><state id="b2"/>
        <transition event="up" target="b1"/><transition event="in" type="internal" target="b2"/>
      </state>
      <state id="c"><onentry><send event="foo.bar" delay="1.5s" id="s"><param name="k" expr="x"/></send></onentry>
        <onexit><cancel sendid="s"/></onexit></state>
    </parallel>
    <history id="h" type="deep"><transition target="p"/></history>
    <final id="f"><donedata><param name="r" expr="x"/></donedata></final>`,
    'initial="b2 c" name="T"',
  );
  assertEquals(remarks, []);
  assertEquals(definition.settings.name, "T");
  assertEquals(definition.events[0]?.events, [
    { id: "go", parameters: [{ name: "n", type: "any" }] },
    { id: "foo" },
    { id: "up" },
    { id: "in" },
    { id: "foo.bar", parameters: [{ name: "k", type: "any" }] },
  ]);
  assertEquals(definition.settings.data, [
    { name: "x", type: "number", initial: 1 },
    { name: "list", type: "any", initial: [1, 2] },
    { name: "y", type: "any" },
  ]);
  assertEquals(definition.state.onEntry?.actions, [{ code: "y = x + 1" }]);
  const [p, h, f, start] = definition.state.states ?? [];
  assertEquals(definition.state.initial, "RootStart");
  assertEquals(start, {
    name: "RootStart",
    kind: "choice",
    transitions: [{ nextState: "b2", nextStates: ["c"] }],
  });
  const [b, c] = p?.parallel?.states ?? [];
  assertEquals(b?.states?.[0]?.transitions, [
    { event: "go", events: ["foo.*"], nextState: "b2", condition: "x == 1 and n > 2" },
  ]);
  assertEquals(b?.transitions, [
    { event: "up", nextState: "b1", type: "external" },
    { event: "in", nextState: "b2" },
  ]);
  assertEquals(c?.onEntry?.actions, [{
    send: { event: "foo.bar", delay: 1500, id: "s", data: '{"k": x}' },
  }]);
  assertEquals(c?.onExit?.actions, [{ cancel: "s" }]);
  assertEquals(h, { name: "h", kind: "history", history: "deep", transitions: [{ nextState: "p" }] });
  assertEquals(f, { name: "f", kind: "final", output: '{"r": x}' });
});

Deno.test("SCXML's executable content becomes structured actions", () => {
  const state = firstState(`<state id="a"><onentry>
    <if cond="In('a')"><raise event="one"/><elseif cond="x == 2"/><log label="l" expr="x"/>
      <else/><assign location="x" expr="x + 1"/></if>
    <foreach array="list" item="it" index="i"><assign location="sum" expr="sum + it"/></foreach>
    <send event="two" target="#_internal"/><send event="three" target="#_parent" namelist="x"/>
  </onentry></state>`);
  assertEquals(state?.onEntry?.actions, [
    {
      if: {
        condition: 'in_state("a")',
        then: [{ raise: "one" }],
        else: [{
          if: {
            condition: "x == 2",
            then: [{ log: '["l", x]' }],
            else: [{ assign: { target: "x", value: "x + 1" } }],
          },
        }],
      },
    },
    {
      forEach: {
        list: "list",
        item: "_it",
        index: "_i",
        actions: [
          { assign: { target: "it", value: "_it" } },
          { assign: { target: "i", value: "_i" } },
          { assign: { target: "sum", value: "sum + it" } },
        ],
      },
    },
    { raise: "two" },
    { send: { event: "three", to: "parent", data: '{"x": x}' } },
  ]);
});

Deno.test("what of SCXML cannot be taken over is listed with its line", () => {
  const { remarks } = read(`<state id="a">
    <onentry><send eventexpr="'a' + b"/></onentry>
    <transition cond="typeof x == 'y'" target="nowhere"/>
    <invoke id="i"><content><scxml/></content></invoke>
    <onexit><custom/></onexit>
  </state>`);
  assertEquals(remarks.map(({ line, message }) => `${line}: ${message.split(":")[0]}`), [
    "2: The element <send> fails when it runs",
    '3: The target "nowhere" was left out',
    `3: The text "typeof x == 'y'" was taken over and cannot run`,
    "5: The element <custom> was left out.",
  ]);
  assertThrows(() => readScxml("<other/>"), Error, "The root element is <other>");
  assertThrows(() => readScxml("<scxml><state></scxml>"), Error, "line 1");
});

Deno.test("SCXML that asks for the name of what a wildcard takes, or of any event, says that it is lost", () => {
  for (
    const state of [
      `<transition event="done.invoke.*"><log expr="_event.name"/></transition>`,
      `<transition event="error.*" cond="_event.name == x" target="a"/>`,
      `<transition event="*"><log expr="_event.name"/></transition>`,
      `<onentry><log expr="_event.name"/></onentry>`,
    ]
  ) {
    const { remarks } = read(`<datamodel><data id="x" expr="1"/></datamodel><state id="a">${state}</state>`);
    assertEquals(remarks.map(({ message }) => message.includes("_event.name is null")), [true], state);
  }
  const sent =
    `<state id="a"><onentry><raise event="own"/></onentry><transition event="own"><log expr="_event.name"/></transition></state>`;
  assertEquals(read(sent).remarks, []);
});

Deno.test("SCXML that asks for _event of a host's event says how the host gives it", () => {
  const { definition, remarks } = read(
    `<state id="a"><onentry><raise event="own"/></onentry>
    <transition event="own" cond="_event.data"/><transition event="set" cond="_event.name == 'set'"/>
    <transition event="key.*"><log expr="_event.name + Math.floor(_event.data.code)"/></transition></state>`,
  );
  assertEquals(remarks.map(({ message }) => message), [
    'The _event.name is null in events that the document does not send: let the host send them with "_event": { "name": ... } as data.',
    'Give the machine "Math": guards and actions use it, and the language does not have it.',
  ]);
  const [own, set] = definition.state.states?.[0]?.transitions ?? [];
  assertEquals([own?.condition, set?.condition], ["_event.data", '"set" == "set"']);
});

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Scxml", name: "Lamp", asynchronous: false, _source: { kind: "scxml" } },
  events: [{ name: "Events", events: [{ id: "press" }, { id: "dim" }, { id: "blink" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "Off",
        transitions: [
          { event: "press", events: ["dim"], nextState: "On", condition: "not broken and count < 3" },
        ],
      },
      {
        name: "On",
        onEntry: {
          actions: [
            { assign: { target: "count", value: "count + 1" } },
            { if: { condition: "count > 2", then: [{ raise: "blink" }] } },
            { send: { event: "blink", delay: 500, id: "soon" } },
          ],
        },
        onExit: { actions: [{ cancel: "soon" }] },
        transitions: [{ event: "press", nextState: "Off" }],
        parallel: {
          states: [
            { name: "Colour", states: [{ name: "Warm" }, { name: "Cold" }] },
            {
              name: "Fan",
              transitions: [{ event: "dim", nextState: "Still", type: "external" }],
              states: [{ name: "Still" }],
            },
          ],
        },
      },
      { name: "Gone", kind: "final", output: "count" },
    ],
  },
};

Deno.test("a machine written as SCXML is read back as it was", () => {
  const { text, leftOut } = writeScxml(LAMP);
  assertEquals(leftOut, []);
  assertStringIncludes(text, 'cond="!broken &amp;&amp; count &lt; 3"');
  const { definition, remarks } = readScxml(text);
  assertEquals(remarks, []);
  assertEquals(definition, LAMP);
});

Deno.test("delays, timers and payloads become delayed sends and data of events", () => {
  const { text } = writeScxml({
    settings: { namespace: "n", name: "T", asynchronous: false },
    events: [{
      name: "E",
      events: [{ id: "pay", parameters: [{ name: "sum", type: "int" }] }],
      timers: [{ id: "late", name: "Late" }],
    }],
    state: {
      name: "T",
      states: [{
        name: "A b",
        onEntry: { actions: [{ timerStart: { timer: "Late", duration: "wait * 2" } }] },
        transitions: [
          { after: 5000, nextState: "C" },
          {
            event: "pay",
            nextState: "C",
            condition: "sum > total",
            actions: [{ code: "total = sum; ring(sum)" }],
          },
        ],
      }, { name: "C" }],
    },
  });
  for (
    const line of [
      '<send id="Late" event="late" delayexpr="(wait * 2) + &quot;ms&quot;"/>',
      '<send id="after.A_b.0" event="after.A_b.0" delay="5000ms"/>',
      '<cancel sendid="after.A_b.0"/>',
      '<transition event="after.A_b.0" target="C"/>',
      'cond="_event.data.sum &gt; total"',
      "total = _event.data.sum;",
      "ring(_event.data.sum);",
      '<data id="total"/>',
    ]
  ) assertStringIncludes(text, line);
});

Deno.test("SCXML is told from the XML of machines by its ending and its text", async () => {
  const { text } = writeScxml(LAMP);
  assertEquals(machineWriter(undefined, "lamp.scxml").name, "scxml");
  for (const path of ["lamp.scxml", "lamp.xml", ""]) {
    assertEquals(
      JSON.parse((await convertMachine(text, "json", { path, bare: true })).text).settings.name,
      "Lamp",
    );
  }
});
