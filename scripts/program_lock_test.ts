import { assertEquals } from "@std/assert";
import { lockForProgram } from "./program_lock.ts";

Deno.test("lockForProgram() leaves what the program imports, and what that depends on", () => {
  const lock = {
    version: "5",
    specifiers: { "npm:@a/used@^1": "1.2.0", "npm:tested@2": "2.0.0" },
    npm: { "@a/used@1.2.0": { integrity: "x" }, "below@3.0.0": {}, "tested@2.0.0": {}, "under@4.0.0": {} },
  };
  const info = {
    modules: [{}, { npmPackage: "@a/used@1.2.0" }],
    npmPackages: {
      "@a/used@1.2.0": { dependencies: ["below@3.0.0"] },
      "below@3.0.0": { dependencies: ["@a/used@1.2.0"] },
      "tested@2.0.0": { dependencies: ["under@4.0.0"] },
      "under@4.0.0": { dependencies: [] },
    },
  };
  assertEquals(lockForProgram(lock, info), {
    version: "5",
    specifiers: { "npm:@a/used@^1": "1.2.0" },
    npm: { "@a/used@1.2.0": { integrity: "x" }, "below@3.0.0": {} },
  });
});
