/**
 * SCXML, assertion by assertion: machines that end in `pass`. `LOOM_SCXML_TESTS` names a folder with more: `.scxml` files of
 * the W3C's form with the data model ECMAScript, and those of SCION with their scripts as `.json` files beside them.
 */
import { readScxml, writeScxml } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import { ASSERTIONS, LEFT_OUT } from "./scxml/assertions.ts";
import { isJudged, reasonFor } from "./scxml/left_out.ts";
import { runFolder } from "./scxml/run_folder.ts";
import { runScxml } from "./scxml/run_scxml.ts";

const machine = (body: string, attributes = "") =>
  '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="s0" ' +
  `${attributes}>${body}<final id="pass"/><final id="fail"/></scxml>`;

for (const [name, body] of Object.entries(ASSERTIONS)) {
  Deno.test(`SCXML: ${name}`, () => {
    const { end, remarks } = runScxml(machine(body), name);
    assertEquals(end, "pass", remarks.join("\n"));
  });
}

/** What they ask of `_event` is no part of the machine that is written. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  "an error of send has its id",
  "_event.invokeid of an event from work is its id",
  "events between machines are of the processor of SCXML",
]);

for (const [name, body] of Object.entries(ASSERTIONS)) {
  if (NOT_WRITTEN.has(name)) continue;
  Deno.test(`SCXML: ${name}, written and read again`, () => {
    const { definition, parts = [] } = readScxml(machine(body), name);
    const texts = new Map(
      [{ path: "", definition }, ...parts].map((one) => [one.path, writeScxml(one.definition).text]),
    );
    const { end, remarks } = runScxml(texts.get("") ?? "", name, (path) => texts.get(path));
    assertEquals(end, "pass", remarks.join("\n"));
  });
}

Deno.test("SCXML: data that are bound late have no value before their state", () => {
  const body =
    `<datamodel><data id="v1"/></datamodel><state id="s0"><transition cond="typeof v2 === 'undefined'" target="s1"/><transition target="fail"/></state>
      <state id="s1">
      <datamodel><data id="v2" expr="1"/></datamodel><onentry><assign location="v1" expr="v2"/></onentry><transition cond="v1 === 1" target="pass"/><transition target="fail"/></state>`;
  assertEquals(runScxml(machine(body, 'binding="late"'), "late").end, "pass");
});

for (const [name, [body, sentence]] of Object.entries(LEFT_OUT)) {
  Deno.test(`SCXML: ${name} is left out, and said`, () => {
    const { end, remarks } = runScxml(machine(body), name);
    assert(end !== "pass", "It holds now: move it to the assertions.");
    assert(remarks.some((one) => one.includes(sentence)), remarks.join("\n"));
  });
}

const FOLDER = Deno.env.get("LOOM_SCXML_TESTS");

Deno.test({
  name: "SCXML: the tests of LOOM_SCXML_TESTS pass, but for those that are left out",
  ignore: FOLDER === undefined,
  async fn() {
    const rows: string[] = [];
    const wrong: string[] = [];
    let passed = 0;
    let failed = 0;
    for await (const { name, end, remarks } of runFolder(FOLDER ?? "")) {
      const reason = reasonFor(name);
      if (end === "pass" && reason === undefined) passed++;
      else if (reason !== undefined) rows.push(`left out  ${name}: ${reason}`);
      else {
        failed++;
        rows.push(`failed    ${name}: ${end}${remarks.map((one) => `\n            ${one}`).join("")}`);
      }
      if (end === "pass" && reason !== undefined && isJudged(name)) wrong.push(name);
    }
    console.log([...rows, `${passed} passed, ${failed} failed, ${rows.length - failed} left out`].join("\n"));
    assertEquals(failed, 0);
    assertEquals(wrong, [], "They pass: take them out of tests/scxml/left_out.ts.");
  },
});
