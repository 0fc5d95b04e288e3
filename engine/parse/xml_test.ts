import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { SmdfError } from "./smdf_error.ts";
import { parseXml } from "./xml.ts";
import { XmlSyntaxError } from "./xml_tree.ts";

const PLAIN = `
<stateMachine>
  <settings namespace="Home.Doors" name="Door" asynchronous="TRUE">
    <object instance="bell" class="Bell" namespace="Home"/>
    <context class="DoorContext" instance="context"/>
    <using> Home.Bells </using>
    <using/>
  </settings>
  <events>
    <eventSource name="Hand" file="hand.xml" feeder="HandFeeder" description="a hand">
      <event id="push" name="Push" preAction="before()"><parameter name="force" type="float"/></event>
      <timer id="late" name="Closer" description="closes"/>
    </eventSource>
  </events>
  <state name="Door" description="a door">
    <onEntry><timerStop timer="Closer"/><action> bell.ring() </action><timerStart timer="Closer" duration="5"/><action/></onEntry>
    <onExit><action><![CDATA[x = 1 < 2 && y]]></action></onExit>
    <state name="Open">
      <transition event="push" nextState="Closed" condition="a"><condition> b &lt; c </condition></transition>
      <transition event="late" nextState="Closed" condition="a"><condition> </condition><raise event="push"/></transition>
    </state>
    <state name="Closed" kind="final"/>
    <parallel nextState="Open"><state name="R1"/><state name="R2"/></parallel>
  </state>
</stateMachine>`;

/** The same document with a prefix on every element. */
const PREFIXED = PLAIN
  .replace(/<(\/?)(\w+)/g, "<$1fsm:$2")
  .replace(
    "<fsm:stateMachine",
    '<fsm:stateMachine xmlns:fsm="http://www.stateforge.com/StateMachineDotNet-v1"',
  );

const DEFAULT_NAMESPACE = PLAIN.replace(
  "<stateMachine",
  '<stateMachine xmlns="http://www.stateforge.com/StateMachineDotNet-v1"',
);

const DOOR = {
  settings: {
    namespace: "Home.Doors",
    name: "Door",
    asynchronous: true,
    objects: [{ instance: "bell", class: "Bell", namespace: "Home" }],
    context: { class: "DoorContext", instance: "context" },
    using: ["Home.Bells"],
  },
  events: [{
    name: "Hand",
    file: "hand.xml",
    feeder: "HandFeeder",
    description: "a hand",
    events: [{
      id: "push",
      name: "Push",
      preAction: "before()",
      parameters: [{ name: "force", type: "float" }],
    }],
    timers: [{ id: "late", name: "Closer", description: "closes" }],
  }],
  state: {
    name: "Door",
    description: "a door",
    onEntry: {
      actions: [{ timerStop: "Closer" }, { code: "bell.ring()" }, {
        timerStart: { timer: "Closer", duration: "5" },
      }],
    },
    onExit: { actions: [{ code: "x = 1 < 2 && y" }] },
    states: [
      {
        name: "Open",
        transitions: [
          { event: "push", nextState: "Closed", condition: "b < c" },
          { event: "late", nextState: "Closed", condition: "a", actions: [{ raise: "push" }] },
        ],
      },
      { name: "Closed", kind: "final" },
    ],
    parallel: { nextState: "Open", states: [{ name: "R1" }, { name: "R2" }] },
  },
};

for (
  const [what, text] of Object.entries({
    "without a namespace": PLAIN,
    "with a prefix": PREFIXED,
    "with a default namespace": DEFAULT_NAMESPACE,
    "with another root element": PLAIN.replaceAll("stateMachine", "fsm"),
    "with a byte order mark and Windows line ends": "\uFEFF" + PLAIN.trimStart().replaceAll("\n", "\r\n"),
  })
) {
  Deno.test(`parseXml() reads a document ${what}`, () => {
    assertEquals<unknown>(parseXml(text), DOOR);
  });
}

Deno.test("parseXml() passes over elements and attributes of others", () => {
  const text = '<m xmlns:v="urn:view"><state name="A" v:name="B" x="1"><v:state name="C"/><box/></state></m>';
  assertEquals<unknown>(parseXml(text), { state: { name: "A" } });
});

Deno.test("parseXml() calls a state without a name by the empty name", () => {
  assertEquals(parseXml("<m><state/></m>").state.name, "");
});

Deno.test("parseXml() refuses a root element that holds no machine", () => {
  assertThrows(
    () => parseXml("<html><body/></html>"),
    SmdfError,
    'The element "html" holds no state machine',
  );
});

Deno.test("parseXml() refuses carried JSON that is no machine", () => {
  const text = '<m xmlns:loom="urn:loom:smdf"><loom:extra>{"state":[]}</loom:extra></m>';
  assertEquals(assertThrows(() => parseXml(text), SmdfError).path, "/state");
});

Deno.test("parseXml() says where carried JSON breaks", () => {
  const error = assertThrows(
    () => parseXml('<m xmlns:loom="urn:loom:smdf">\n<loom:extra>{"state"</loom:extra></m>'),
    SmdfError,
  );
  assertEquals(error.line, 2);
  assertStringIncludes(error.message, "The carried JSON cannot be read");
});

Deno.test("parseXml() tells line and column when the text is broken", () => {
  const error = assertThrows(() => parseXml("<m>\n  <state name='A'>\n</m>"), XmlSyntaxError);
  assertEquals([error.code, error.line], ["xml_syntax", 3]);
  assertStringIncludes(error.message, "at line 3, column");
});

Deno.test("parseXml() refuses entities, a bomb of them included, without expanding any", () => {
  const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    "",
  );
  const bomb = `<!DOCTYPE m [<!ENTITY e0 "ha">${levels}]><m><state name="&e12;"/></m>`;
  const started = performance.now();
  const error = assertThrows(() => parseXml(bomb), XmlSyntaxError);
  assertEquals(error.code, "xml_doctype");
  assertEquals(performance.now() - started < 1000, true);
});

Deno.test("parseXml() refuses an external entity", () => {
  const text = '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><m><state name="&x;"/></m>';
  assertEquals(assertThrows(() => parseXml(text), XmlSyntaxError).code, "xml_doctype");
});

Deno.test("parseXml() refuses an undeclared entity", () => {
  assertEquals(assertThrows(() => parseXml("<m>&x;</m>"), XmlSyntaxError).code, "xml_syntax");
});

Deno.test("parseXml() refuses text that nests too deep", () => {
  const deep = "<state>".repeat(10_000) + "</state>".repeat(10_000);
  assertEquals(assertThrows(() => parseXml(deep), XmlSyntaxError).code, "too_deep");
});

Deno.test("parseXml() refuses text that is too long", () => {
  assertEquals(assertThrows(() => parseXml("<m/>", { maxLength: 3 }), XmlSyntaxError).code, "too_large");
});

for (const text of ["", "   ", "text", "<m", "<a/><b/>"]) {
  Deno.test(`parseXml() refuses ${JSON.stringify(text)}`, () => {
    assertEquals(assertThrows(() => parseXml(text), XmlSyntaxError).code, "xml_syntax");
  });
}
