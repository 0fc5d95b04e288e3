import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { convertMachineText, lossesOfJson } from "./convert_text.ts";

const NUMBERS = '{"big":12345678901234567890,"huge":1e999,"spelled":1.0,"zero":-0}';
const ODD = `{
  "stateMachine": {
    "settings": { "namespace": "n", "asynchronous": false, "limits": ${NUMBERS} },
    "events": [],
    "state": {
      "name": "R",
      "onEntry": { "actions": [{ "timerStart": { "timer": "T", "duration": 1e999 } }, 12345678901234567890] },
      "weights": [12345678901234567890, 1e999]
    }
  },
  "beside": 1
}`;

Deno.test("convertMachineText() keeps the text of numbers from JSON to JSON, and through XML", () => {
  const spaceless = (text: string) => text.replaceAll(/\s/g, "");
  const json = convertMachineText(ODD, "json");
  assertStringIncludes(spaceless(json.text), NUMBERS);
  assertStringIncludes(spaceless(json.text), '"duration":1e999}},12345678901234567890]');
  const xml = convertMachineText(ODD, "xml");
  assertStringIncludes(xml.text, '<timerStart timer="T" duration="1e999">');
  const back = convertMachineText(xml.text, "json");
  assertStringIncludes(spaceless(back.text), NUMBERS);
  assertEquals(JSON.parse(back.text), JSON.parse(json.text));
  assertEquals([json.leftOut, xml.leftOut, back.remarks], [[], [], []]);
});

Deno.test("convertMachineText() says what stands beside the definition and is left out", () => {
  const [remark, ...others] = convertMachineText(ODD, "xml").remarks;
  assertEquals([remark?.code, remark?.line, others], ["left_out", 11, []]);
  assertStringIncludes(remark?.message ?? "", 'The member "beside" beside "stateMachine" was left out.');
});

Deno.test("convertMachineText() says what a diagram has no place for", () => {
  const { leftOut } = convertMachineText(ODD, "mermaid");
  assertEquals(leftOut.map(({ part, members }) => [part, members]), [
    ["settings", ["namespace", "limits"]],
    ["state", ["onEntry", "weights"]],
  ]);
});

Deno.test("convertMachineText() says what of XML no machine has", () => {
  const xml = `<!-- Made long ago. -->
<stateMachine version="2">
  <settings namespace="a" odd="1"><vendor/></settings>
  <state name="R">text
    <state name="A" odd="1"><onEntry><action>go()</action><vendor/></onEntry></state>
    <state name="B" odd="2"/>
  </state>
</stateMachine>`;
  const { remarks } = convertMachineText(xml, "json");
  assertEquals(remarks.map(({ line, message }) => [line, message.replace(/ (?:was|were) .*/, "")]), [
    [2, 'The attribute "version" of the element "stateMachine"'],
    [1, "A comment"],
    [3, 'The attribute "odd" of the element "settings"'],
    [3, '2 elements "vendor"'],
    [4, 'The text in the element "state"'],
    [5, '2 attributes "odd" of elements "state"'],
  ]);
  assert(remarks.every(({ code }) => code === "left_out"));
});

Deno.test("lossesOfJson() lists members beside the definition, and numbers that no program holds", () => {
  assertEquals(lossesOfJson(ODD).map(({ code, line }) => [code, line]), [["left_out", 11], [
    "inexact_number",
    3,
  ]]);
  assertStringIncludes(
    lossesOfJson('{"state":{"name":"R","x":1e999}}')[0]?.message ?? "",
    "The number 1e999 became null: no 64-bit number has that value.",
  );
  assertEquals(lossesOfJson('{"state":{"name":"R","x":1.0}}'), []);
});
