/**
 * What holds for every parser of a message.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyValue, PARSERS } from "./_arbitrary.ts";
import { isObject } from "../json/value.ts";
import { WIRE_ERROR_CODES } from "./error_code.ts";
import type { Parsed } from "./parser.ts";
import { WIRE_SHAPE } from "./shapes.ts";
import type { WireShape } from "./wire_shape.ts";

function assertAnswer(parsed: Parsed<unknown>): void {
  if (parsed.ok) return;
  assert(WIRE_ERROR_CODES.has(parsed.error.code));
  assert(/^Cannot read [^\n]+[.]$/.test(parsed.error.message), parsed.error.message);
  assert(parsed.error.message.length < 1000, parsed.error.message);
}

/** A payload whose members are changed, taken away or added to, anywhere in it. */
function* spoiled(value: unknown, other: unknown): Generator<unknown> {
  yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const changed of spoiled(member, other)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

for (const { name, parse, fullest } of PARSERS) {
  Deno.test(`the parser of ${name} gives back every member of its type`, () => {
    assert(fullest.length > 0);
    for (const payload of fullest) assertEquals(parse(payload), { ok: true, value: payload });
  });

  Deno.test(`the parser of ${name} never throws on anything`, () => {
    fc.assert(fc.property(anyValue, (value) => assertAnswer(parse(value))), { seed: 5, numRuns: 200 });
  });

  Deno.test(`the parser of ${name} never throws on a payload that is spoiled anywhere`, () => {
    fc.assert(
      fc.property(anyValue, (other) => {
        for (const payload of fullest) {
          for (const value of spoiled(payload, other)) {
            const parsed = parse(value);
            assertAnswer(parsed);
            if (parsed.ok) assertEquals(parse(parsed.value), parsed);
          }
        }
      }),
      { seed: 5, numRuns: 20 },
    );
  });

  Deno.test(`the parser of ${name} reads no member twice`, () => {
    for (const payload of fullest) {
      const reads = new Map<object, Map<PropertyKey, number>>();
      assertEquals(parse(counting(payload, reads)), { ok: true, value: payload });
      for (const counts of reads.values()) {
        for (const [key, count] of counts) assertEquals(count, 1, `reads ${String(key)} ${count} times`);
      }
    }
  });

  Deno.test(`the parser of ${name} answers when a getter throws`, () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const thrown of [new Error("no"), undefined, proxy]) {
      const parsed = parse(hostile(fullest[0], thrown));
      assert(!parsed.ok);
      assertEquals(parsed.error.code, "bad_request");
    }
    assertEquals(parse(proxy).ok, false);
  });
}

/** The value behind proxies that count how often each member is read. */
function counting(value: unknown, reads: Map<object, Map<PropertyKey, number>>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const counts = new Map<PropertyKey, number>();
  const proxy = new Proxy(value, {
    get(target, key) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counting(Reflect.get(target, key), reads);
    },
  });
  reads.set(proxy, counts);
  return proxy;
}

function hostile(value: unknown, thrown: unknown): unknown {
  return new Proxy(value as object, {
    get() {
      throw thrown;
    },
  });
}

/** The shape of a payload that has every member; an ack has one of two. */
function shapeOf(type: string, payload: object): WireShape | undefined {
  const keys = Object.keys(payload).sort().join();
  return WIRE_SHAPE.find(({ name }) => name === type) ??
    WIRE_SHAPE.find(({ fields }) => fields.map((field) => field.name).sort().join() === keys);
}

Deno.test("the parsers miss each member that is required and no other", () => {
  for (const { name, parse, fullest } of PARSERS) {
    for (const payload of fullest) {
      if (!isObject(payload)) continue;
      const shape = shapeOf(name, payload);
      assert(shape, name);
      for (const field of shape.fields) {
        const { [field.name]: _, ...rest } = payload;
        const isNeeded = field.required === true && field.rule.fallback === undefined;
        assertEquals(parse(rest).ok, !isNeeded, `${shape.name} without ${field.name}`);
      }
    }
  }
});
