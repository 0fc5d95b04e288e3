import { assertEquals, assertThrows } from "@std/assert";
import { callHeld, EvaluationError, held } from "./values.ts";

Deno.test("held() gives the payload's own member, else the object", () => {
  const object = { n: 1 };
  assertEquals(held(undefined, "host", object), object);
  assertEquals(held({ other: 2 }, "host", object), object);
  assertEquals(held({ host: null }, "host", object), null);
});

Deno.test("callHeld() calls the method of an object as the language finds it", () => {
  const map = new Map([["a", 1]]);
  assertEquals(callHeld(undefined, "map", map, "get", ["a"], 'map.get("a")'), 1);
  assertEquals(callHeld(undefined, "map", map, "clear", [], "map.clear()"), null);
});

Deno.test("callHeld() calls what the payload has in place of the object", () => {
  const host = { ready: () => true };
  const payload = { host: { ready: () => "payload" } };
  assertEquals(callHeld(payload, "host", host, "ready", [], "host.ready()"), "payload");
  const call = () => callHeld({ host: { ready: true } }, "host", host, "ready", [], "host.ready()");
  assertThrows(call, EvaluationError, "Cannot evaluate `host.ready()`");
});
