import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../usage_error.ts";
import { parseLine, parseSteps } from "./step.ts";

Deno.test("parseSteps() reads events, payloads and time", () => {
  assertEquals(parseSteps('open, +500,pay={"sum":5,"to":"a,b}"},close'), [
    { kind: "event", event: "open" },
    { kind: "advance", milliseconds: 500 },
    { kind: "event", event: "pay", payload: { sum: 5, to: "a,b}" } },
    { kind: "event", event: "close" },
  ]);
});

Deno.test("parseSteps() reads nothing from an empty text", () => {
  assertEquals(parseSteps(" , ,"), []);
});

Deno.test("parseSteps() reads a payload with quotes and braces inside strings", () => {
  assertEquals(parseSteps('a={"x":"\\"}{","y":{}},b').map((step) => step.kind === "event" && step.event), [
    "a",
    "b",
  ]);
});

Deno.test("parseSteps() refuses a payload that is no JSON, and a missing comma", () => {
  assertThrows(() => parseSteps("a={"), UsageError, 'The payload of "a" is no JSON');
  assertThrows(() => parseSteps("a={}b"), UsageError, 'A comma is missing in --events before "b".');
  assertThrows(() => parseSteps("={}"), UsageError, "has no event in front");
});

Deno.test("parseLine() reads an event, with a payload behind it or without", () => {
  assertEquals(parseLine(" open "), { kind: "event", event: "open" });
  assertEquals(parseLine('pay {"sum": 5}'), { kind: "event", event: "pay", payload: { sum: 5 } });
});

Deno.test("parseLine() reads JSON", () => {
  assertEquals(parseLine('{"event": "pay", "payload": {"sum": 5}}'), {
    kind: "event",
    event: "pay",
    payload: { sum: 5 },
  });
  assertEquals(parseLine('{"event": "open", "payload": null}'), { kind: "event", event: "open" });
  assertEquals(parseLine('{"advance": 500}'), { kind: "advance", milliseconds: 500 });
});

Deno.test("parseLine() reads time with and without its unit", () => {
  assertEquals(parseLine("+500"), { kind: "advance", milliseconds: 500 });
  assertEquals(parseLine("+0.5 ms"), { kind: "advance", milliseconds: 0.5 });
});

Deno.test("parseLine() passes over empty lines and remarks", () => {
  assertEquals([parseLine(""), parseLine("  "), parseLine("# text")], [undefined, undefined, undefined]);
});

for (
  const line of [
    "{}",
    '{"event": 5}',
    '{"event": "a", "payload": []}',
    '{"advance": -1}',
    '{"advance": "5"}',
    "a {",
  ]
) {
  Deno.test(`parseLine() refuses ${line}`, () => {
    assertThrows(() => parseLine(line), UsageError);
  });
}
