import { enrich, parseJson, validate } from "@loom/engine";
import { type GenerateOptions, generatePython } from "@loom/engine/codegen";
import type { Finding } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryHostile } from "../engine/codegen/_arbitrary.ts";
import * as reserved from "../engine/naming/reserved.ts";
import { arbitraryDocument } from "../engine/parse/_arbitrary.ts";
import { arbitraryMachine } from "./arbitrary/machine.ts";
import { arbitraryTypedMachine } from "./codegen/typed_machines.ts";
import type { VectorFile } from "./conformance/format.ts";
import { askPython, HAS_PYTHON, runPython } from "./python.ts";
import { runs } from "./arbitrary/runs.ts";

const HERE = new URL(".", import.meta.url);

/** Reads a document and options from each line; prints the characters unknown to Python, the code, and remarks on names. */
const CODE_OF_LINES = `
import json, sys, unicodedata
from loom_engine.codegen import generate_python
from loom_engine.model import enrich
from loom_engine.parser import StateMachineParser
from loom_engine.validate import validate
for line in sys.stdin:
    text, options = json.loads(line)
    unknown = "".join(character for character in text if unicodedata.category(character) == "Cn")
    model = enrich(StateMachineParser().parse_json(text))
    remarks = [finding.to_dict() for finding in validate(model, ["W107"])]
    print(json.dumps([unknown, generate_python(model, **options), remarks]))
`;

/** What Python prints for a line. */
type Answer = readonly [unknown: string, code: string, remarks: readonly Finding[]];

/** Both sides give the same code and find the same names; a document of a newer Unicode than Python's is passed over. */
async function assertSameCode(texts: readonly string[], given: GenerateOptions = {}): Promise<void> {
  const options = { force: true, ...given };
  const answers = await askPython(CODE_OF_LINES, texts.map((text) => [text, options])) as Answer[];
  for (const [index, [unknown, code, remarks]] of answers.entries()) {
    const text = texts[index] ?? "";
    if (/\p{Assigned}/u.test(unknown)) continue;
    const model = enrich(parseJson(text));
    const expected = generatePython(model, options);
    if (code !== expected) assertEquals(code.split("\n"), expected.split("\n"), text);
    assertEquals(remarks, JSON.parse(JSON.stringify(validate(model, { only: new Set(["W107"]) }))), text);
  }
}

function textsOf(documents: readonly unknown[]): string[] {
  return documents.map((document) => JSON.stringify(document));
}

function* filesBelow(folder: URL, ending: string): Generator<URL> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(new URL(`${name}/`, folder), ending);
    else if (name.endsWith(ending)) yield new URL(name, folder);
  }
}

function textsBelow(path: string, ending: string): string[] {
  try {
    return [...filesBelow(new URL(path, HERE), ending)].map((file) => Deno.readTextFileSync(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function pythonTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !HAS_PYTHON, fn });
}

pythonTest("generatePython() gives the same in Python for examples and corpus", async () => {
  const texts = [
    ...textsBelow("../examples/", ".smdf.json"),
    ...textsBelow("../bridge/narrative/story/documents/", ".smdf.json"),
    ...textsBelow("../../shared/corpus/", ".smdf.json"),
  ];
  assert(texts.length >= 5);
  await assertSameCode(texts);
});

pythonTest(
  "generatePython() gives the same in Python for the machines of the conformance vectors",
  async () => {
    const files: VectorFile[] = textsBelow("conformance/", ".json").map((text) => JSON.parse(text));
    const definitions = files.flatMap(({ vectors }) => vectors.map(({ definition }) => definition));
    assert(definitions.length > 100);
    await assertSameCode(textsOf(definitions));
  },
);

pythonTest("generatePython() gives the same in Python for arbitrary machines", async () => {
  await assertSameCode(textsOf(fc.sample(arbitraryMachine, runs(51, 80))));
});

pythonTest(
  "generatePython() gives the same in Python for arbitrary machines with declared data",
  async () => {
    await assertSameCode(textsOf(fc.sample(arbitraryTypedMachine, runs(55, 40))));
  },
);

pythonTest("generatePython() gives the same in Python for arbitrary documents", async () => {
  await assertSameCode(textsOf(fc.sample(arbitraryDocument, runs(52, 150))));
});

pythonTest("generatePython() gives the same in Python for hostile names and texts", async () => {
  await assertSameCode(textsOf(fc.sample(arbitraryHostile, runs(53, 100))));
});

pythonTest("generatePython() gives the same in Python with every option", async () => {
  const options = { name: "Other-Name", runtime: "my.own.runtime", types: "my.types" };
  await assertSameCode(textsOf(fc.sample(arbitraryHostile, runs(54, 30))), options);
});

pythonTest(
  "generatePython() gives the same in Python where expressions are long or nested deep",
  async () => {
    const guards = [
      Array(2000).fill("a").join(" + "),
      Array(900).fill("a == 1").join(" and "),
      `${"(".repeat(190)}a${")".repeat(190)}`,
      `${"[".repeat(190)}a${"]".repeat(190)}`,
      `${"not ".repeat(190)}a`,
      `a${".b".repeat(190)}`,
      `f(${"g(".repeat(60)}a${")".repeat(60)}, k=${"-".repeat(1)}a)`,
    ];
    const transitions = guards.map((condition) => ({ event: "go", condition, nextState: "A" }));
    const actions = guards.map((guard) => ({ code: `x.y[0] += ${guard}; z = ${guard}` }));
    await assertSameCode(textsOf([{
      settings: { namespace: "N", asynchronous: false, objects: [{ instance: "f", class: "F" }] },
      events: [{ name: "S", events: [{ id: "go" }] }],
      state: { name: "A", transitions, onEntry: { actions } },
    }]));
  },
);

pythonTest("generatePython() gives the same in Python where objects are used in every way", async () => {
  const code = [
    "host.x = 1",
    "host.x += host.y.z[0]",
    "host.run(1, host, by=host.x, from=2)",
    "host.__init__()",
    "host['run'](1)",
    "hidden.run(); hidden = host or 1",
    "given.run(given.x)",
    "plain.run(plain)",
    "in_state(host.x) and in_state('A') and in_state()",
    "host(1)",
  ];
  const instances = {
    host: "Host",
    hidden: "Hidden",
    given: "Given",
    plain: "string",
    "odd-name": "odd class",
  };
  await assertSameCode(textsOf([{
    settings: {
      namespace: "N",
      asynchronous: true,
      objects: Object.entries(instances).map(([instance, name]) => ({ instance, class: name })),
    },
    events: [{
      name: "S",
      feeder: "Feed",
      events: [{ id: "go", parameters: [{ name: "given", type: "Given" }, { name: "class", type: "int" }] }],
    }],
    state: {
      name: "A",
      onEntry: { actions: code.map((code) => ({ code })) },
      transitions: code.map((condition) => ({ event: "go", condition })),
    },
  }]));
});

pythonTest("generatePython() imports the same classes in Python", async () => {
  const objects = ["class", "None", "Lock", "Größe", "two words", "$x"].map((name, index) => ({
    instance: `o${index}`,
    class: name,
  }));
  await assertSameCode(
    textsOf([{
      settings: { namespace: "N", asynchronous: false, objects },
      events: [{ name: "S", events: [{ id: "go", parameters: [{ name: "x", type: "lambda" }] }] }],
      state: { name: "A" },
    }]),
    { types: "my.types" },
  );
});

const RESERVED_NAMES = `
import json
from loom_engine.codegen import reserved
print(json.dumps({name: sorted(value) for name, value in vars(reserved).items() if isinstance(value, frozenset)}))
`;

pythonTest("generatePython() keeps the same names to itself in Python", async () => {
  const { success, stdout, stderr } = await runPython(["-c", RESERVED_NAMES]);
  assert(success, stderr);
  assertEquals(
    JSON.parse(stdout),
    Object.fromEntries(Object.entries(reserved).map(([name, names]) => [name, [...names].sort()])),
  );
});
