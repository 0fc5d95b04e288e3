import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { hubGate } from "./gate.ts";
import { HubStartError } from "./hub_error.ts";

Deno.test("hubGate() refuses to start a hub with what is no origin", () => {
  const error = assertThrows(
    () => hubGate({ host: "127.0.0.1", origins: ["example.org"], hosts: [] }),
    HubStartError,
  );
  assertEquals(error.code, "bad_option");
  assertStringIncludes(error.message, '"example.org"');
});
