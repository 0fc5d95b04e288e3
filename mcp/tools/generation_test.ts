import { enrich, generatePython, generateTypeScript } from "@loom/engine";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { GENERATION_TOOLS } from "./generation.ts";

for (
  const [language, generate] of [["python", generatePython], ["typescript", generateTypeScript]] as const
) {
  Deno.test(`generate_code gives exactly what the generator makes in ${language}`, async () => {
    await using tools = await openToolBench(GENERATION_TOOLS);
    const { texts, data } = await tools.call("generate_code", { language });
    const code = generate(enrich(GATE));
    assertEquals([texts[1], data.code], [code, code]);
    assertStringIncludes(texts[0] ?? "", language);
  });
}

Deno.test("generate_code writes into a file, or into a folder under its own name", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const path = `${tools.folder}/my_gate.py`;
  const { data, texts } = await tools.call("generate_code", { language: "python", path });
  assertEquals([data.file, "code" in data, texts.length], [path, false, 1]);
  assert((await Deno.readTextFile(path)).startsWith(generatePython(enrich(GATE))));
  const inFolder = await tools.call("generate_code", { language: "typescript", path: tools.folder });
  assertEquals(inFolder.data.file, `${tools.folder}/gate_fsm.ts`);
});

Deno.test("generate_code imports from the modules that it is told, and refuses what is none", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const call = (values: Record<string, unknown>) => tools.call("generate_code", values);
  const python = await call({ language: "python", runtime: "..my_loom.runtime" });
  assertStringIncludes(python.texts[1] ?? "", "from ..my_loom.runtime import");
  const typescript = await call({ language: "typescript", runtime: '../my "loom".ts' });
  assertStringIncludes(typescript.texts[1] ?? "", 'my \\"loom\\".ts');
  for (
    const values of [
      { language: "python", runtime: "os\nimport evil #" },
      { language: "python", runtime: "" },
      { language: "python", types: "a; b" },
      { language: "typescript", types: " " },
    ]
  ) {
    const { code, text } = await call(values);
    assertEquals(code, "bad_parameter");
    assertStringIncludes(text, "names no module: give one such as");
  }
});

Deno.test("generate_code replaces code that was made, and nothing else", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const at = (name: string) => `${tools.folder}/${name}`;
  for (const name of ["notes.txt", "mine.py"]) await Deno.writeTextFile(at(name), "mine");
  await Deno.writeTextFile(at("empty.py"), "");
  for (const name of ["a.py", "a.py", "empty.py"]) {
    assertEquals((await tools.call("generate_code", { language: "python", path: at(name) })).isError, false);
  }
  for (const _ of [1, 2]) {
    const values = { language: "typescript", path: at("a.ts") };
    const { isError, text } = await tools.call("generate_code", values);
    assertEquals([isError, text.split(" → ")[0]], [false, "a.ts"]);
  }
  for (
    const [name, code] of [["notes.txt", "wrong_ending"], ["mine.py", "exists"], [
      "x.smdf.json",
      "is_document",
    ], [
      "gate.smdf.json",
      "is_document",
    ]]
  ) {
    const failed = await tools.call("generate_code", { language: "python", path: at(name ?? "") });
    assertEquals([failed.isError, failed.code], [true, code]);
  }
  for (const name of ["notes.txt", "mine.py"]) assertEquals(await Deno.readTextFile(at(name)), "mine");
  const code = await Deno.readTextFile(at("a.py"));
  await Deno.writeTextFile(at("a.py"), code.replace("Gate", "Door"));
  const values = { language: "python", path: at("a.py") };
  assertEquals((await tools.call("generate_code", values)).code, "exists");
  assertEquals((await tools.call("generate_code", { ...values, overwrite: true })).isError, false);
});

Deno.test("generate_code stays inside the root, whatever link leads out", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const outside = await Deno.makeTempDir();
  try {
    await Deno.symlink(`${outside}/code.py`, `${tools.folder}/link.py`);
    for (const path of [`${tools.folder}/link.py`, `${outside}/code.py`, `${tools.folder}/../code.py`]) {
      const { code } = await tools.call("generate_code", { language: "python", path });
      assertEquals(code, "outside_root", path);
    }
    assertEquals([...Deno.readDirSync(outside)], []);
  } finally {
    await Deno.remove(outside, { recursive: true });
  }
});

Deno.test("generate_code refuses a machine with errors, tells them, and can be forced", async () => {
  const transitions = [{ event: "open", nextState: "Nowhere" }];
  const content = { ...GATE, state: { name: "Root", states: [{ name: "A", transitions }] } };
  await using tools = await openToolBench(GENERATION_TOOLS, { content });
  const { text, code } = await tools.call("generate_code", { language: "python" });
  assertEquals(code, "invalid_definition");
  assertStringIncludes(text, "[V006] error at /state/states/0/transitions/0");
  assertEquals((await tools.call("generate_code", { language: "python", force: true })).isError, false);
});

Deno.test("generate_code names the languages that there are", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const { text, isError } = await tools.call("generate_code", { language: "pyhton" });
  assertEquals(isError, true);
  assertStringIncludes(text, "python, typescript");
});

Deno.test("generate_code takes the places of the runtime and of the host's classes", async () => {
  await using tools = await openToolBench(GENERATION_TOOLS);
  const { data } = await tools.call("generate_code", { language: "typescript", runtime: "./my_runtime.ts" });
  assertStringIncludes(String(data.code), '"./my_runtime.ts"');
});

Deno.test("generate_code writes very long code into a file only", async () => {
  const states = Array.from({ length: 1500 }, (_, at) => ({
    name: `S${at}`,
    description: "A state among very many, with a text that makes the code longer.",
    transitions: [{ event: "open", nextState: `S${(at + 1) % 1500}` }],
  }));
  await using tools = await openToolBench(GENERATION_TOOLS, {
    content: { ...GATE, state: { name: "Root", states } },
  });
  const { code, text } = await tools.call("generate_code", { language: "typescript" });
  assertEquals(code, "too_large", text);
  assertStringIncludes(text, "give path");
  assertEquals(
    (await tools.call("generate_code", { language: "typescript", path: tools.folder })).isError,
    false,
  );
});

Deno.test("generate_code types the output of a machine beside the document", async () => {
  const state = { name: "Root", invoke: [{ id: "bell", machine: "bell.smdf.json" }] };
  await using tools = await openToolBench(GENERATION_TOOLS, {
    content: { ...GATE, state: { ...state, transitions: [{ event: "done.invoke.bell" }] } },
  });
  const rung = { name: "Root", states: [{ name: "Rung", kind: "final", output: "{ times: 2 }" }] };
  await Deno.writeTextFile(`${tools.folder}/bell.smdf.json`, JSON.stringify({ ...GATE, state: rung }));
  const { texts } = await tools.call("generate_code", { language: "typescript" });
  assertStringIncludes(texts[1] ?? "", "BellOutput {\n  times: number;");
});
