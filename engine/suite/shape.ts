import { isObject, type JsonObject, type JsonValue, type ShapeTable, toJsonSchema } from "@loom/protocol";

const GIVEN = [
  {
    name: "stubs",
    type: "unknown",
    doc: "The results of functions of the host by name, such as `cart.total`: an object.",
  },
  {
    name: "guards",
    type: "unknown",
    doc: "The answers of guards by their text, true or false: an object. The others are evaluated.",
  },
] as const;

const DATA = { name: "data", type: "unknown", doc: "Members of the machine's data: an object." } as const;

/** The shape of test files. */
export const SUITE_SHAPE: ShapeTable = [
  {
    name: "TestSuite",
    doc: "Tests of one machine: the content of a `.test.json` file.",
    fields: [
      { name: "$schema", type: "string", doc: "The JSON Schema, for editors." },
      { name: "machine", type: "string", required: true, doc: "The machine: its path from this file." },
      { name: "description", type: "string", doc: "The purpose of the tests." },
      DATA,
      ...GIVEN,
      { name: "tests", type: "Test[]", required: true, doc: "The tests, each on a machine of its own." },
    ],
  },
  {
    name: "Test",
    doc: "A walk of a machine from its start. Its data, stubs and guards go before those of the file.",
    fields: [
      { name: "name", type: "string", required: true, doc: "What it shows." },
      { name: "description", type: "string", doc: "Remarks." },
      DATA,
      ...GIVEN,
      {
        name: "steps",
        type: "unknown[]",
        required: true,
        doc:
          'The steps in order: a word as `loom run` takes it (`open`, `pay {"sum":5}`, `+5s`), or a `TestStep`.',
      },
    ],
  },
  {
    name: "TestStep",
    doc:
      "An event, a span of time, or neither; then what holds. Its stubs and guards are for this step only.",
    fields: [
      { name: "event", type: "string", doc: "The event to send." },
      { name: "payload", type: "unknown", doc: "Its payload: an object." },
      {
        name: "advance",
        type: "number | string",
        doc: "Time that passes: milliseconds, or a text such as `5s`.",
      },
      { ...DATA, doc: "Members of the machine's data to set before the step: an object." },
      ...GIVEN,
      { name: "expect", type: "Expectation", doc: "What holds afterwards." },
    ],
  },
  {
    name: "Expectation",
    doc:
      "What holds after a step. Without `handled` an event must be handled, without `error` nothing may fail.",
    fields: [
      {
        name: "state",
        type: "string | string[]",
        doc: "States that are active; names in any order, parents too.",
      },
      { name: "configuration", type: "string[]", doc: "All active states, in any order." },
      { name: "handled", type: "boolean", doc: "True when the event is handled." },
      {
        name: "reason",
        type:
          '"stopped" | "machine is done" | "queued" | "unknown event" | "guard refused" | "no transition"',
        doc: "Why the event is not handled.",
      },
      { name: "data", type: "unknown", doc: "Members of the machine's data, by name: an object." },
      {
        name: "calls",
        type: "string[]",
        doc: "All calls of stubs in this step, in order: `lamp.on` for any arguments, or `lamp.dim(5)`.",
      },
      { name: "timers", type: "string[]", doc: "All running timers, in any order." },
      { name: "done", type: "boolean", doc: "True when the machine has reached its end." },
      {
        name: "error",
        type: "boolean | string",
        doc: "True, or a part of the sentence, when something fails.",
      },
    ],
  },
];

/** The JSON Schema (2020-12) of `.test.json` files; `test.schema.json` beside this module is its text. */
export function suiteSchema(): JsonObject {
  const table = SUITE_SHAPE.map((shape) => ({
    ...shape,
    fields: shape.fields.map((field) =>
      field.type === "unknown[]" ? { ...field, type: "TestStep[]" } : field
    ),
  }));
  return withWords(toJsonSchema(table, "TestSuite", {
    id: "urn:loom:test:schema",
    title: "Tests of a state machine",
    description: "Walks of one machine, with what holds after each step.",
  })) as JsonObject;
}

const STEP = "#/$defs/TestStep";

/** Lets steps be words too; shape tables have no lists of two types. */
function withWords(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withWords);
  if (!isObject(schema)) return schema;
  if (schema["$ref"] === STEP) return { anyOf: [{ type: "string" }, schema] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withWords(value)]));
}
