import { assert, assertEquals } from "@std/assert";
import { viewerOf } from "./viewer.ts";

const PATH = "/pictures/$(my) door & more.svg";

Deno.test("viewerOf() hands the path to the viewer of each system as one word", () => {
  assertEquals(viewerOf(PATH, "linux").args, [PATH]);
  assertEquals(viewerOf(PATH, "freebsd"), viewerOf(PATH, "linux"));
  assertEquals(viewerOf(PATH, "darwin"), { programs: ["/usr/bin/open"], args: [PATH] });
  assertEquals(viewerOf(PATH, "windows").args, ["url.dll,FileProtocolHandler", PATH]);
});

Deno.test("viewerOf() names programs by whole paths, which need no PATH to be found", () => {
  for (const os of ["linux", "darwin", "windows"] as const) {
    const { programs } = viewerOf(PATH, os);
    assert(programs.every((program) => /^(\/|C:\\)/.test(program)), programs.join());
  }
});
