/**
 * SCXML, assertion by assertion: machines that end in `pass`. `LOOM_SCXML_TESTS` names a folder with more of them, such as
 * those of the W3C with the data model ECMAScript, as `.scxml` files.
 */
import { assert, assertEquals } from "@std/assert";
import { ASSERTIONS, LEFT_OUT } from "./scxml/assertions.ts";
import { runScxml } from "./scxml/run_scxml.ts";

const machine = (body: string) =>
  '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" initial="s0">' +
  `${body}<final id="pass"/><final id="fail"/></scxml>`;

for (const [name, body] of Object.entries(ASSERTIONS)) {
  Deno.test(`SCXML: ${name}`, async () => {
    const { end, remarks } = await runScxml(machine(body), name);
    assertEquals(end, "pass", remarks.join("\n"));
  });
}

for (const [name, [body, sentence]] of Object.entries(LEFT_OUT)) {
  Deno.test(`SCXML: ${name} is left out, and said`, async () => {
    const { end, remarks } = await runScxml(machine(body), name);
    assert(end !== "pass", "It holds now: move it to the assertions.");
    assert(remarks.some((one) => one.includes(sentence)), remarks.join("\n"));
  });
}

const FOLDER = Deno.env.get("LOOM_SCXML_TESTS");

Deno.test({
  name: "SCXML: the machines of LOOM_SCXML_TESTS end in pass, or it is said what was left out",
  ignore: FOLDER === undefined,
  async fn(test) {
    const names = Array.from(Deno.readDirSync(FOLDER ?? "")).map(({ name }) => name)
      .filter((name) => name.endsWith(".scxml")).sort();
    let passed = 0;
    const others: string[] = [];
    for (const name of names) {
      await test.step(name, async () => {
        const { end, remarks } = await runScxml(await Deno.readTextFile(`${FOLDER}/${name}`), name);
        if (end === "pass") return void passed++;
        others.push(`${name} ends in ${end}: ${remarks[0] ?? "nothing was left out"}`);
        assert(remarks.length > 0, `${name} ends in ${end}, and nothing was left out.`);
      });
    }
    console.log([`${passed} of ${names.length} machines of ${FOLDER} end in pass.`, ...others].join("\n"));
  },
});
