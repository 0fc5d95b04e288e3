import { assert, assertEquals } from "@std/assert";
import { type Lock, lockForProgram, moduleInfo } from "../scripts/program_lock.ts";

const ROOT = new URL("../", import.meta.url);
const ENTRIES = ["cli/main.ts", "cli/hub_main.ts", "mcp/main.ts"];
/** The stand-in for `@std`, which is named as that. */
const STAND_IN = "deno-std";

Deno.test("everything that an executable carries is named with its licence", async () => {
  const lock: Lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const page = await Deno.readTextFile(new URL("THIRD_PARTY_LICENSES.md", ROOT));
  for (const entry of ENTRIES) {
    const carried = Object.keys(lockForProgram(lock, await moduleInfo(entry)).npm)
      .map((package_) => package_.slice(0, package_.indexOf("@", 1)));
    assert(carried.length > 0, entry);
    assertEquals(carried.filter((name) => name !== STAND_IN && !page.includes(`\`${name}\``)), [], entry);
  }
});
