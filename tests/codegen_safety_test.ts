import { enrich } from "@loom/engine";
import { generatePython, generateTypeScript } from "@loom/engine/codegen";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryHostile } from "../engine/codegen/_arbitrary.ts";
import { arbitraryDocument } from "../engine/parse/_arbitrary.ts";
import { ModuleFolder } from "./codegen/modules.ts";
import { askPython, HAS_PYTHON } from "./python.ts";
import { runs } from "./arbitrary/runs.ts";

const RUNTIME = import.meta.resolve("@loom/engine/runtime");

/** Compiles the texts of lines; prints what is wrong with each. */
const COMPILE_LINES = `
import json, sys, warnings
warnings.simplefilter("error")
for line in sys.stdin:
    try:
        compile(json.loads(line), "generated.py", "exec")
        print("null")
    except Exception as error:
        print(json.dumps(repr(error)))
`;

const DOCUMENTS = [
  ...fc.sample(arbitraryHostile, runs(11, 25)),
  ...fc.sample(arbitraryDocument, runs(12, 20)),
];

Deno.test("generateTypeScript() gives what type-checks and lints, whatever the definition", async () => {
  await using folder = await ModuleFolder.make();
  for (const definition of DOCUMENTS) {
    await folder.add(generateTypeScript(enrich(definition), { force: true, runtime: RUNTIME }));
  }
  const [check, lint] = [await folder.check(), await folder.lint()];
  assert(check.success, check.text);
  assert(lint.success, lint.text);
});

Deno.test({
  name: "generatePython() gives what Python compiles, whatever the definition",
  ignore: !HAS_PYTHON,
  fn: async () => {
    const texts = DOCUMENTS.map((definition) => generatePython(enrich(definition), { force: true }));
    const answers = await askPython(COMPILE_LINES, texts);
    for (const [index, answer] of answers.entries()) assertEquals(answer, null, texts[index]);
  },
});

/** Texts that are as long or as deep as the language allows. */
const LARGE: Readonly<Record<string, string>> = {
  "a long chain": Array.from({ length: 2000 }, () => "n").join(" + "),
  "a long row": Array.from({ length: 1500 }, (_, index) => `n != ${index}`).join(" && ").slice(0, 9990)
    .replace(/ && [^&]*$/, ""),
  "a long row of values": Array.from({ length: 1500 }, () => "n").join(" or "),
  "deep brackets": "[".repeat(190) + "n" + "]".repeat(190),
  "deep calls": "f(".repeat(95) + "n" + ")".repeat(95),
  "a deep member": "n" + ".m".repeat(190),
  "deep powers": Array.from({ length: 190 }, () => "n").join(" ** "),
};

Deno.test("generateTypeScript() and generatePython() take the longest and deepest expressions", async () => {
  await using folder = await ModuleFolder.make();
  const definition = {
    settings: { namespace: "N", asynchronous: false },
    events: [{ name: "S", events: [{ id: "go" }] }],
    state: {
      name: "R",
      transitions: Object.values(LARGE).map((condition) => ({
        event: "go",
        condition,
        actions: [{ code: `n = ${condition.slice(0, 9990)}` }],
      })),
    },
  };
  await folder.add(generateTypeScript(enrich(definition), { force: true, runtime: RUNTIME }));
  const check = await folder.check();
  assert(check.success, check.text);
  if (!HAS_PYTHON) return;
  const text = generatePython(enrich(definition), { force: true });
  assertEquals(await askPython(COMPILE_LINES, [text]), [null]);
});
