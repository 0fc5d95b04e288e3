import { StepTextError } from "@loom/engine";
import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../usage_error.ts";
import { parseSteps } from "./step.ts";

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
  assertThrows(() => parseSteps("a={"), StepTextError, 'The payload of "a" is no JSON');
  assertThrows(() => parseSteps("a={}b"), UsageError, 'A comma is missing in --events before "b".');
  assertThrows(() => parseSteps("={}"), StepTextError, "has no event in front");
});
