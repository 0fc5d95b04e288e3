import { LoomError } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { isLoopback, sourcePolicy } from "./source_policy.ts";

const LOCAL = { host: "127.0.0.1", origins: ["loopback"], hosts: [] };

function answers<Key extends string>(
  keys: readonly Key[],
  ask: (key: Key) => boolean,
): Record<string, boolean> {
  return Object.fromEntries(keys.map((key) => [key, ask(key)]));
}

Deno.test("isLoopback() knows the names of this machine", () => {
  const names = ["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"];
  assertEquals(answers(names, isLoopback), Object.fromEntries(names.map((name) => [name, true])));
  const others = [
    "0.0.0.0",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "128.0.0.1",
    "example.org",
    "",
  ];
  assertEquals(answers(others, isLoopback), Object.fromEntries(others.map((name) => [name, false])));
});

Deno.test("allowsHost() takes only this machine's names when the server listens there", () => {
  const { allowsHost } = sourcePolicy(LOCAL);
  assertEquals(
    answers(
      ["localhost:4599", "127.0.0.1", "[::1]:80", "evil.example", "10.0.0.7:4599", "a b", ""],
      allowsHost,
    ),
    {
      "localhost:4599": true,
      "127.0.0.1": true,
      "[::1]:80": true,
      "evil.example": false,
      "10.0.0.7:4599": false,
      "a b": false,
      "": false,
    },
  );
  assertEquals(allowsHost(undefined), false);
});

Deno.test("allowsHost() takes addresses and named hosts when others can reach the server", () => {
  const { allowsHost } = sourcePolicy({ host: "0.0.0.0", origins: ["https://loom.example"], hosts: ["hub"] });
  assertEquals(
    answers(["10.0.0.7:4599", "[fe80::1]", "hub:4599", "loom.example", "evil.example"], allowsHost),
    {
      "10.0.0.7:4599": true,
      "[fe80::1]": true,
      "hub:4599": true,
      "loom.example": true,
      "evil.example": false,
    },
  );
});

Deno.test("allowsOrigin() takes pages of this machine by default, and programs", () => {
  const { allowsOrigin } = sourcePolicy(LOCAL);
  assertEquals(
    answers(
      ["http://localhost:3000", "https://127.0.0.1", "https://loom.example", "null", "file://", "x"],
      allowsOrigin,
    ),
    {
      "http://localhost:3000": true,
      "https://127.0.0.1": true,
      "https://loom.example": false,
      "null": false,
      "file://": false,
      "x": false,
    },
  );
  assertEquals(allowsOrigin(undefined), true);
});

Deno.test("allowsOrigin() takes the origins that are named, exactly", () => {
  const { allowsOrigin } = sourcePolicy({
    ...LOCAL,
    origins: ["https://Loom.example", "http://a.example:8080"],
  });
  const asked = [
    "https://loom.example",
    "https://loom.example:443",
    "http://loom.example",
    "http://a.example",
    "http://localhost",
  ];
  assertEquals(Object.values(answers(asked, allowsOrigin)), [true, true, false, false, false]);
  assertEquals(sourcePolicy({ ...LOCAL, origins: ["*"] }).allowsOrigin("https://evil.example"), true);
});

Deno.test("sourcePolicy() refuses text that is not an origin", () => {
  const error = assertThrows(() => sourcePolicy({ ...LOCAL, origins: ["example.org"] }), LoomError);
  assertEquals(error.code, "bad_option");
});
