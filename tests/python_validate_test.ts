import { enrich, parseJson, validate } from "@loom/engine";
import type { Finding } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryDocument } from "../engine/parse/_arbitrary.ts";
import { camelCase, classPart, pascalCase, snakeCase } from "../engine/naming/case.ts";
import { RULES } from "../engine/validate/rules.ts";
import { RULE_FIXTURES } from "../engine/validate/testing/rule_fixtures.ts";
import { arbitraryMachine } from "./arbitrary/machine.ts";
import { arbitraryRun } from "./arbitrary/run.ts";
import type { VectorFile } from "./conformance/format.ts";
import { askPython, HAS_PYTHON } from "./python.ts";
import { runs } from "./arbitrary/runs.ts";

const HERE = new URL(".", import.meta.url);

/** The characters of a text that Python's Unicode does not know yet. */
const UNKNOWN = `
import unicodedata
def unknown(text):
    return "".join(character for character in text if unicodedata.category(character) == "Cn")
`;

/** Reads a document from each line, as the text of a file, and prints its findings. */
const FINDINGS_OF_LINES = `${UNKNOWN}
import json, sys
from loom_engine.model import enrich
from loom_engine.parser import StateMachineParser
from loom_engine.validate import validate
for line in sys.stdin:
    text = json.loads(line)
    model = enrich(StateMachineParser().parse_json(text))
    print(json.dumps([unknown(text), [finding.to_dict() for finding in validate(model)]]))
`;

/** Reads a name from each line and prints what generated code makes of it. */
const NAMES_OF_LINES = `${UNKNOWN}
import json, sys
from loom_engine.naming import *
for line in sys.stdin:
    name = json.loads(line)
    snake = snake_case(name)
    forms = [snake, camel_case(snake), pascal_case(snake), class_part(name)]
    print(json.dumps([unknown(name), forms]))
`;

/** Both sides give the same for every text; a text of a newer Unicode than Python's is passed over. */
async function assertSame(
  program: string,
  texts: readonly string[],
  give: (text: string) => unknown,
): Promise<void> {
  const answers = await askPython(program, texts) as [string, unknown][];
  for (const [index, [unknown, found]] of answers.entries()) {
    const text = texts[index] ?? "";
    if (!/\p{Assigned}/u.test(unknown)) assertEquals(found, give(text), text);
  }
}

function assertSameFindings(texts: readonly string[]): Promise<void> {
  return assertSame(FINDINGS_OF_LINES, texts, findingsOf);
}

/** The findings as JSON has them. */
function findingsOf(text: string): Finding[] {
  return JSON.parse(JSON.stringify(validate(enrich(parseJson(text)))));
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

/** What generated code makes of a name. */
function becomes(name: string): unknown[] {
  const snake = snakeCase(name);
  return [snake, camelCase(snake), pascalCase(snake), classPart(name)];
}

function pythonTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !HAS_PYTHON, fn });
}

pythonTest("validate() finds the same in Python in the documents of every rule", async () => {
  const fixtures = RULES.flatMap(({ id }) => [RULE_FIXTURES[id]?.dirty, RULE_FIXTURES[id]?.clean]);
  await assertSameFindings(fixtures.map((document) => JSON.stringify(document)));
});

pythonTest("validate() finds the same in Python in examples and corpus", async () => {
  const texts = [
    ...textsBelow("../examples/", ".smdf.json"),
    ...textsBelow("../bridge/narrative/story/documents/", ".smdf.json"),
    ...textsBelow("../../shared/corpus/", ".smdf.json"),
  ];
  assert(texts.length >= 5);
  await assertSameFindings(texts);
});

pythonTest("validate() finds the same in Python in the machines of the conformance vectors", async () => {
  const files: VectorFile[] = textsBelow("conformance/", ".json").map((text) => JSON.parse(text));
  const texts = files.flatMap(({ vectors }) => vectors.map(({ definition }) => JSON.stringify(definition)));
  assert(texts.length > 100);
  await assertSameFindings(texts);
});

pythonTest("validate() finds the same in Python in arbitrary documents", async () => {
  const documents = fc.sample(arbitraryDocument, runs(41, 300));
  await assertSameFindings(documents.map((document) => JSON.stringify(document)));
});

pythonTest("validate() finds the same in Python in arbitrary machines", async () => {
  const machines = fc.sample(arbitraryMachine, runs(43, 60));
  await assertSameFindings(machines.map((machine) => JSON.stringify(machine)));
});

pythonTest("validate() finds the same in Python in arbitrary machines with odd words and data", async () => {
  const tried = fc.sample(arbitraryRun, runs(47, 60));
  await assertSameFindings(tried.map(({ definition }) => JSON.stringify(definition)));
});

/** Keys that are numbers, numbers that print differently, halves of characters, blanks that only one side trims. */
const TRAPS: readonly string[] = [
  `{"state":{"name":"R","transitions":[{"event":{"b":1,"2":1e21,"1":-0.0},"condition":[1.0,1e400,12345678901234567890]}]}}`,
  `{"state":{"name":"R","9":1,"1":2,"007":1,"7":2,"x":3,"99999999999":1,"4294967295":2,"4294967294":3},"2":1,"1":2}`,
  `{"state":{"name":"R","onEntry":["f(",{"code":"g("},5,null,[],{"timerStart":{"timer":"T","duration":"0x-"}}]}}`,
  `{"state":{"name":"R","onExit":[{"timerStart":{"timer":"T","duration":1e400,"repeat":"-Infinity"}}]}}`,
  `{"state":{"name":"a${"😀".repeat(60)}","kind":"final","transitions":[{"event":"\\ud83d"}]}}`,
  `{"state":{"name":"R","transitions":[{"event":"a/b~c","condition":"\\u0085"},{"event":"a/b~c","condition":"\\ufeff"}]}}`,
  `{"state":{"name":"R","transitions":[{"event":"x","condition":"\\u001c"},{"event":true},{"event":1},{"event":1.0}]}}`,
  `{"state":{"name":"R","states":[{"name":"toString"},{"name":"__class__","transitions":[{"nextState":"tostring"}]}]}}`,
];

pythonTest("validate() finds the same in Python where the languages differ", () => assertSameFindings(TRAPS));

pythonTest("names become the same in Python", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "HTTPRequest2Go",
      "step_2",
      "price-update",
      "WaitingForHITL",
      "état",
      "ΑΣ",
      "ǅabc",
      "𐐨x",
      "",
    ),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.array(fc.constantFrom("A", "b", "Cd", "_", "-", " ", "9", "É", "ß", "İ", "𝒜", "_é"), { maxLength: 8 })
      .map((parts) => parts.join("")),
  );
  const names = fc.sample(word, runs(42, 1000));
  await assertSame(NAMES_OF_LINES, names, becomes);
});
