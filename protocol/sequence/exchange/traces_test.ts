import { assertEquals, assertThrows } from "@std/assert";
import { LoomError } from "../../error.ts";
import { isTraces, readTraces } from "./read_traces.ts";

const resource = (service: string, spans: object[]) => ({
  resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
  scopeSpans: [{ spans }],
});
const span = (spanId: string, parentSpanId: string, name: string, start: number, end: number, more = {}) => ({
  traceId: "t1",
  spanId,
  parentSpanId,
  name,
  startTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(start)),
  endTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(end)),
  ...more,
});

const SHOP = [
  resource("shop", [
    span("a", "", "POST /orders", 0, 100),
    span("b", "a", "check cart", 10, 20),
    span("c", "a", "charge", 30, 80),
  ]),
  resource("bank", [span("d", "c", "POST /charges", 40, 70, { status: { code: 2 } })]),
];

Deno.test("calls between services become messages and replies, in the order of time", () => {
  const { definition, remarks } = readTraces(JSON.stringify({ resourceSpans: SHOP }), "Order");
  assertEquals(definition.messages.map(({ from, to, label, reply }) => [from, to, label, reply ?? false]), [
    ["Outside", "shop", "POST /orders", false],
    ["shop", "bank", "POST /charges", false],
    ["bank", "shop", "fails", true],
    ["shop", "Outside", "answers", true],
  ]);
  assertEquals(definition.participants, [
    { name: "Outside", service: "Outside" },
    { name: "shop", service: "shop" },
    { name: "bank", service: "bank" },
  ]);
  assertEquals(remarks.map(({ message }) => message), [
    "2 spans inside one service were left out.",
    "1 call ends in an error: the reply says so.",
  ]);
});

Deno.test("one value a line, and the trace with the most spans", () => {
  const other = resource("mail", [{ ...span("x", "", "send", 0, 1), traceId: "t2" }]);
  const lines = [...SHOP, other].map((one) => JSON.stringify({ resourceSpans: [one] })).join("\n");
  assertEquals(isTraces(lines), true);
  const { definition, remarks } = readTraces(lines, "Order");
  assertEquals(definition.messages.length, 4);
  assertEquals(remarks[0]?.message, "The trace t1 was read, and 1 with fewer spans left out.");
});

Deno.test("what is no trace is refused", () => {
  const error = assertThrows(() => readTraces("{}", "x"), LoomError, "no span");
  assertEquals(error.code, "bad_traces");
  assertThrows(() => readTraces('{"resourceSpans": 5}\nnonsense', "x"), Error, "Line 2");
  assertEquals(
    readTraces(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{}] }] }] }), "x").definition
      .messages.length,
    2,
  );
});
