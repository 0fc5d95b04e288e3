import { assertEquals } from "@std/assert";
import { obtainRequirements, type Requirement } from "./requirements.ts";

const REDIS: Requirement = {
  name: "Redis",
  usedBy: "tests/redis",
  commands: ["redis-server"],
  packages: ["redis-server"],
};

Deno.test("obtainRequirements() installs what is missing when that is allowed", async () => {
  const installed: string[] = [];
  const install = (packages: readonly string[]) => {
    installed.push(...packages);
    return Promise.resolve(true);
  };
  const host = { exists: () => true, has: (command: string) => installed.includes(command), install };
  assertEquals(await obtainRequirements([REDIS], host), []);
  assertEquals(installed, ["redis-server"]);
});

Deno.test("obtainRequirements() says what is skipped when nothing may be installed", async () => {
  const host = { exists: () => true, has: () => false, install: undefined };
  assertEquals(await obtainRequirements([REDIS], host), [
    "tests/redis will be skipped: Redis (redis-server) is not installed.",
  ]);
});

Deno.test("obtainRequirements() leaves the host alone when no test needs the program", async () => {
  const install = () => Promise.reject(new Error("must not install"));
  const host = { exists: () => false, has: () => false, install };
  assertEquals(await obtainRequirements([REDIS], host), []);
});

Deno.test("obtainRequirements() takes a program that is too old for missing and says what it needs", async () => {
  const python: Requirement = {
    name: "Python",
    usedBy: "tests/python_test.ts",
    commands: ["python3"],
    probe: ["-c", "import new"],
    version: "3.10 or newer",
    packages: ["python3"],
  };
  const has = (_command: string, probe?: readonly string[]) => probe === undefined;
  assertEquals(await obtainRequirements([python], { exists: () => true, has, install: undefined }), [
    "tests/python_test.ts will be skipped: Python 3.10 or newer (python3) is not installed.",
  ]);
});
