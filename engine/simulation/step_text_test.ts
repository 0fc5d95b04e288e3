import { assertEquals, assertThrows } from "@std/assert";
import { parseStep, StepTextError } from "./step_text.ts";

Deno.test("parseStep() reads an event, with a payload behind it or without", () => {
  assertEquals(parseStep(" open "), { kind: "event", event: "open" });
  assertEquals(parseStep('pay {"sum": 5}'), { kind: "event", event: "pay", payload: { sum: 5 } });
});

Deno.test("parseStep() reads JSON", () => {
  assertEquals(parseStep('{"event": "pay", "payload": {"sum": 5}}'), {
    kind: "event",
    event: "pay",
    payload: { sum: 5 },
  });
  assertEquals(parseStep('{"event": "open", "payload": null}'), { kind: "event", event: "open" });
  assertEquals(parseStep('{"advance": 500}'), { kind: "advance", milliseconds: 500 });
});

Deno.test("parseStep() reads time with and without its unit", () => {
  assertEquals(parseStep("+500"), { kind: "advance", milliseconds: 500 });
  assertEquals(parseStep("+0.5 ms"), { kind: "advance", milliseconds: 0.5 });
});

Deno.test("parseStep() passes over empty lines and remarks", () => {
  assertEquals([parseStep(""), parseStep("  "), parseStep("# text")], [undefined, undefined, undefined]);
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
  Deno.test(`parseStep() refuses ${line}`, () => {
    assertThrows(() => parseStep(line), StepTextError);
  });
}

Deno.test("parseStep() reads times with a unit, and says what is none", () => {
  const times = ["+5s", "+500ms", "+2min", "+1 h"].map(parseStep);
  assertEquals(
    times,
    [5000, 500, 120_000, 3_600_000].map((milliseconds) => ({ kind: "advance", milliseconds })),
  );
  assertThrows(() => parseStep("+5x"), StepTextError, '"5x" is no time');
  assertEquals(parseStep("+x"), { kind: "event", event: "+x" });
});
