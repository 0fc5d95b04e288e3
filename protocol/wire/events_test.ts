import { assert, assertEquals } from "@std/assert";
import { EV } from "./event_names.ts";
import { WIRE_EVENTS } from "./events.ts";
import { WIRE_SHAPE } from "./shapes.ts";
import type { InboundPayloads, OutboundPayloads } from "./types.ts";

Deno.test("WIRE_EVENTS has a row for each name of EV, in its order", () => {
  assertEquals(WIRE_EVENTS.map(({ constant, name }) => [constant, name]), Object.entries(EV));
});

Deno.test("WIRE_EVENTS has one row for each name and direction", () => {
  const rows = WIRE_EVENTS.map(({ name, direction }) => `${direction} ${name}`);
  assertEquals(new Set(rows).size, rows.length);
});

Deno.test("WIRE_EVENTS has a parser for each payload that is sent and each ack", () => {
  for (const { name, payload, ack, parse, parseAck } of WIRE_EVENTS) {
    assertEquals(parse !== undefined, payload !== "never", name);
    assertEquals(parseAck !== undefined, ack !== undefined, name);
  }
});

Deno.test("WIRE_EVENTS has parsers that name their event", () => {
  for (const { name, parse } of WIRE_EVENTS) {
    const parsed = parse?.(undefined);
    if (parsed?.ok === false) assertEquals(parsed.error.event, name);
  }
});

Deno.test("WIRE_EVENTS tells who gets what the hub sends", () => {
  for (const { name, direction, to, doc } of WIRE_EVENTS) {
    assertEquals(to !== undefined, direction === "out", name);
    assert(doc.endsWith("."), name);
  }
});

Deno.test("WIRE_SHAPE has every payload, once", () => {
  const names = WIRE_SHAPE.map((shape) => shape.name);
  assertEquals(new Set(names).size, names.length);
  for (const { payload } of WIRE_EVENTS) {
    if (payload !== "never") assert(names.includes(payload.replace("[]", "")), payload);
  }
});

Deno.test("EV names the payload types", () => {
  const patch: InboundPayloads[typeof EV.PATCH_IN] = { ops: [{ op: "state.remove" }] };
  const ack: OutboundPayloads[typeof EV.ACK] = { docId: "a", seq: 1, epoch: "e1" };
  assertEquals([patch.ops.length, ack.seq], [1, 1]);
});
