/**
 * SCXML, assertion by assertion: machines that end in `pass`, on all implementations. `LOOM_SCXML_TESTS` names a folder with
 * more: `.scxml` files of the W3C's form with the data model ECMAScript, and those of SCION with their scripts as `.json`
 * files beside them.
 */
import { readScxml, writeScxml } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import { GENERATED_PYTHON } from "./conformance/generated_python.ts";
import { GENERATED_TYPESCRIPT } from "./conformance/generated_typescript.ts";
import { INTERPRETER } from "./conformance/interpreter.ts";
import { PYTHON_MACHINE } from "./conformance/python_machine.ts";
import type { ConformanceTarget } from "./conformance/runner.ts";
import { HAS_PYTHON } from "./python.ts";
import { ASSERTIONS, LEFT_OUT } from "./scxml/assertions.ts";
import { isJudged, reasonFor } from "./scxml/left_out.ts";
import { runFolder } from "./scxml/run_folder.ts";
import { runScxml } from "./scxml/run_scxml.ts";

const TARGETS: readonly ConformanceTarget[] = [
  INTERPRETER,
  GENERATED_TYPESCRIPT,
  ...(HAS_PYTHON ? [PYTHON_MACHINE, GENERATED_PYTHON] : []),
];

const machine = (body: string, attributes = "") =>
  '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="s0" ' +
  `${attributes}>${body}<final id="pass"/><final id="fail"/></scxml>`;

for (const target of TARGETS) {
  Deno.test(`SCXML: assertions hold with ${target.name}`, async (t) => {
    await target.open?.();
    try {
      for (const [name, body] of Object.entries(ASSERTIONS)) {
        await t.step(name, async () => {
          const { end, remarks } = await runScxml({ text: machine(body), name }, target);
          assertEquals(end, "pass", remarks.join("\n"));
        });
      }
    } finally {
      await target.close?.();
    }
  });
}

/** What they ask of `_event` is no part of the machine that is written. */
const NOT_WRITTEN: ReadonlySet<string> = new Set([
  "an error of send has its id",
  "_event.invokeid of an event from work is its id",
  "events between machines are of the processor of SCXML",
]);

Deno.test("SCXML: assertions hold when they were written and read again", async (t) => {
  for (const [name, body] of Object.entries(ASSERTIONS)) {
    if (NOT_WRITTEN.has(name)) continue;
    await t.step(name, async () => {
      const { definition, parts = [] } = readScxml(machine(body), name);
      const texts = new Map(parts.map((part) => [part.path, writeScxml(part.definition).text]));
      const { text } = writeScxml(definition);
      const { end, remarks } = await runScxml({ text, name, beside: (path) => texts.get(path) });
      assertEquals(end, "pass", remarks.join("\n"));
    });
  }
});

Deno.test("SCXML: data that are bound late have no value before their state", async () => {
  const body = `<datamodel><data id="v1"/></datamodel>
    <state id="s0"><transition cond="typeof v2 === 'undefined'" target="s1"/><transition target="fail"/></state>
    <state id="s1"><datamodel><data id="v2" expr="1"/></datamodel>
      <onentry><assign location="v1" expr="v2"/></onentry>
      <transition cond="v1 === 1" target="pass"/><transition target="fail"/></state>`;
  assertEquals((await runScxml({ text: machine(body, 'binding="late"'), name: "late" })).end, "pass");
});

for (const [name, [body, sentence]] of Object.entries(LEFT_OUT)) {
  Deno.test(`SCXML: ${name} is left out, and said`, async () => {
    const { end, remarks } = await runScxml({ text: machine(body), name });
    assert(end !== "pass", "It holds now: move it to the assertions.");
    assert(remarks.some((one) => one.includes(sentence)), remarks.join("\n"));
  });
}

const FOLDER = Deno.env.get("LOOM_SCXML_TESTS");

for (const target of TARGETS) {
  Deno.test({
    name: `SCXML: the tests of LOOM_SCXML_TESTS pass with ${target.name}, but for those that are left out`,
    ignore: FOLDER === undefined,
    async fn() {
      await target.open?.();
      try {
        await followFolder(FOLDER ?? "", target);
      } finally {
        await target.close?.();
      }
    },
  });
}

async function followFolder(folder: string, target: ConformanceTarget): Promise<void> {
  const rows: string[] = [];
  const unexpected: string[] = [];
  let passed = 0;
  let failed = 0;
  for await (const { name, end, remarks } of runFolder(folder, target)) {
    const reason = reasonFor(name);
    if (end === "pass" && reason === undefined) passed++;
    else if (reason !== undefined) rows.push(`left out  ${name}: ${reason}`);
    else {
      failed++;
      rows.push(`failed    ${name}: ${end}${remarks.map((one) => `\n            ${one}`).join("")}`);
    }
    if (end === "pass" && reason !== undefined && isJudged(name)) unexpected.push(name);
  }
  console.log([...rows, `${passed} passed, ${failed} failed, ${rows.length - failed} left out`].join("\n"));
  assertEquals(failed, 0);
  assertEquals(unexpected, [], "They pass: take them out of tests/scxml/left_out.ts.");
}
