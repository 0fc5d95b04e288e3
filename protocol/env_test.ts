import { assertEquals } from "@std/assert";
import { envAlias } from "./env.ts";

Deno.test("envAlias() prefers the current prefix, then the younger of the older ones", () => {
  const env = { LOOM_X: "1", STATELOOM_X: "2", SMCRAFT_X: "3" };
  assertEquals(envAlias("X", env), "1");
  assertEquals(envAlias("X", { ...env, LOOM_X: undefined }), "2");
  assertEquals(envAlias("X", { SMCRAFT_X: "3" }), "3");
});

Deno.test("envAlias() finds nothing when no spelling is set", () => {
  assertEquals(envAlias("X", { X: "1", LOOM_Y: "2" }), undefined);
});

Deno.test("envAlias() counts an empty value as not set", () => {
  assertEquals(envAlias("X", { LOOM_X: "", STATELOOM_X: "2" }), "2");
  assertEquals(envAlias("X", { LOOM_X: "" }), undefined);
});

Deno.test("envAlias() reads the process's environment by default", () => {
  withProcess({ env: { LOOM_BRIDGE_URL: "ws://localhost" } }, () => {
    assertEquals(envAlias("BRIDGE_URL"), "ws://localhost");
  });
});

Deno.test("envAlias() finds nothing where there is no process, as in a browser", () => {
  withProcess(undefined, () => assertEquals(envAlias("BRIDGE_URL"), undefined));
});

function withProcess(value: unknown, check: () => void): void {
  const process = Object.getOwnPropertyDescriptor(globalThis, "process");
  Object.defineProperty(globalThis, "process", { value, configurable: true, writable: true });
  try {
    check();
  } finally {
    if (process) Object.defineProperty(globalThis, "process", process);
    else Reflect.deleteProperty(globalThis, "process");
  }
}
