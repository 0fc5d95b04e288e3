import {
  enrich,
  listTransitions,
  parseJson,
  parseXml,
  SmdfError,
  writeXml,
  XmlSyntaxError,
} from "@loom/engine";
import { LoomError, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryDocument } from "../engine/parse/_arbitrary.ts";
import { askPython, HAS_PYTHON } from "./python.ts";

const SEED = 20;

/** Reads a text from each line and prints what it defines, or what is wrong with it. */
const PROGRAM = `
import json, sys, unicodedata
from loom_engine.error import LoomError
from loom_engine.parser import StateMachineParser
from loom_engine.transitions import list_transitions
from loom_engine.xml_write import write_xml

def answer(format, text):
    parser = StateMachineParser()
    if format == "xml":
        definition = parser.parse_xml(text)
        return {"text": definition.to_json(0)}
    definition = parser.parse_json(text)
    model = parser.enrich(definition)
    return {
        "text": definition.to_json(0),
        "indented": definition.to_json(),
        "xml": write_xml(definition),
        "states": [[state.name for state in states] for states in
                   (model.all_states, model.leaf_states, model.composite_states)],
        "parents": list(model.parent_map.items()),
        "events": list(model.event_map),
        "timers": list(model.timer_map),
        "feeders": [[name, [event.id for event in events]] for name, events in model.feeders_map.items()],
        "transitions": [edge.to_dict() for edge in list_transitions(definition)],
    }

for line in sys.stdin:
    format, text = json.loads(line)
    try:
        found = answer(format, text)
    except LoomError as error:
        found = {"code": error.code, "message": str(error)}
    unknown = "".join(character for character in text if unicodedata.category(character) == "Cn")
    print(json.dumps([unknown, found]))
`;

type Format = "json" | "xml";

/** Asks Python about every text; one of a newer Unicode than Python's is passed over. */
async function eachAnswer<T>(
  format: Format,
  texts: readonly string[],
  check: (found: T, text: string) => void,
): Promise<void> {
  const answers = await askPython(PROGRAM, texts.map((text) => [format, text])) as [string, T][];
  for (const [index, [unknown, found]] of answers.entries()) {
    if (!/\p{Assigned}/u.test(unknown)) check(found, texts[index] ?? "");
  }
}

/** What JSON would carry of what `read` gives, or the error. */
function answerTo(read: () => unknown): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(read()));
  } catch (error) {
    assert(error instanceof LoomError, `${error}`);
    return { code: error.code, message: error.message };
  }
}

function describeJson(text: string): unknown {
  const definition = parseJson(text);
  const model = enrich(definition);
  return {
    text: JSON.stringify(definition),
    indented: JSON.stringify(definition, null, 2),
    xml: writeXml(definition),
    states: [model.allStates, model.leafStates, model.compositeStates].map((states) =>
      states.map((state) => state.name)
    ),
    parents: [...model.parentMap],
    events: [...model.eventMap.keys()],
    timers: [...model.timerMap.keys()],
    feeders: [...model.feedersMap].map(([name, events]) => [name, events.map((event) => event.id)]),
    transitions: listTransitions(definition),
  };
}

async function assertSameJson(texts: readonly string[]): Promise<Record<string, unknown>[]> {
  const answers: Record<string, unknown>[] = [];
  await eachAnswer("json", texts, (found, text) => {
    const expected = answerTo(() => describeJson(text));
    assertEquals(found, expected, text);
    answers.push(expected);
  });
  return answers;
}

/** A text with a part cut out, doubled, or replaced by what often goes wrong. */
function damaged(text: fc.Arbitrary<string>, pieces: readonly string[]): fc.Arbitrary<string> {
  // Only ASCII: XML parsers differ in which letters of the later Unicode can stand in a name.
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary-ascii", maxLength: 2 }));
  return fc.tuple(text, fc.nat(), fc.nat(8), piece).map(([whole, place, length, put]) => {
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + put + whole.slice(at + length);
  });
}

function samples<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: SEED });
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `python: ${name}`, ignore: !HAS_PYTHON, fn });
}

const jsonText = fc.oneof(
  arbitraryDocument.map((document) => JSON.stringify(document)),
  arbitraryDocument.map((document) => JSON.stringify({ note: 1, stateMachine: document }, null, 2)),
);

test("JSON documents are read, indexed and written the same", async () => {
  const answers = await assertSameJson(samples(jsonText, 500));
  assert(answers.every((answer) => "text" in answer));
});

test("JSON texts that do not parse get the same error at the same place", async () => {
  const pieces = [
    '"',
    "'",
    ",",
    ":",
    "}",
    "]",
    "{",
    "[",
    "//",
    "NaN",
    "tru",
    "\\x",
    "\u0001",
    '"__proto__":',
    "01",
    "-",
  ];
  const answers = await assertSameJson([
    ...samples(damaged(jsonText, pieces), 1000),
    "",
    " ",
    "\ufeff",
    "[".repeat(1001),
  ]);
  assert(answers.filter((answer) => answer.code === "json_syntax").length > 300);
});

test("JSON values that are no machine get the same error at the same place", async () => {
  const value = fc.jsonValue({ maxDepth: 1 });
  const odd = fc.record({
    state: fc.oneof(
      value,
      fc.record({ name: value, states: value, parallel: value, transitions: value, onEntry: value }),
    ),
    events: fc.oneof(value, fc.array(fc.record({ events: value, timers: value }), { maxLength: 2 })),
    members: value,
  }, { requiredKeys: [] });
  const text = fc.oneof(odd, odd.map((one) => ({ stateMachine: one })), value).map((one) =>
    JSON.stringify(one, null, 1)
  );
  const answers = await assertSameJson(samples(text, 1000).filter((one) => !one.includes("__proto__")));
  assert(answers.filter((answer) => answer.code === "smdf_shape").length > 300);
});

test("numbers and keys are read and written as JavaScript does", async () => {
  const numbers = "[1.0, -0, 1e21, 1e-7, 123456789012345680000, 0.1e1, 5e-324, 1E5, 9007199254740991]";
  await assertSameJson([`{"x": ${numbers}, "b": 1, "10": 2, "9": 3, "01": 4, "b": 5, "4294967295": 6}`]);
});

test("JSON a thousand levels deep is read and written", async () => {
  const depth = 498;
  let state: Record<string, unknown> = { name: "S" };
  for (let level = 0; level < depth; level++) state = { name: `S${level}`, states: [state] };
  await assertSameJson([JSON.stringify({ state })]);
});

test("XML is read the same", async () => {
  const texts = samples(arbitraryDocument, 500).map(writeXml);
  await eachAnswer("xml", texts, (found, text) => {
    assertEquals(found, { text: JSON.stringify(parseXml(text)) }, text);
  });
});

test("XML that is damaged is read the same or refused by both", async () => {
  const pieces = [
    "<",
    ">",
    "/>",
    "&",
    "&lt;",
    '"',
    "<!--",
    "]]>",
    "<![CDATA[x]]>",
    "<x/>",
    "xmlns='a'",
    "<?x?>",
    "\u0000",
  ];
  const texts = samples(damaged(arbitraryDocument.map(writeXml), pieces), 1000).map((text) =>
    text.toWellFormed()
  );
  // The reasons are the words of two parsers.
  await eachAnswer<{ text?: string; code?: string }>("xml", texts, (found, text) => {
    assertEquals(found.text ?? found.code, xmlOutcome(text), text);
  });
});

function xmlOutcome(text: string): string {
  try {
    const definition: StateMachineDefinition = parseXml(text);
    return JSON.stringify(definition);
  } catch (error) {
    assert(error instanceof XmlSyntaxError || error instanceof SmdfError, `${error}`);
    return error.code;
  }
}
