import { assertEquals } from "@std/assert";
import { sidecarPath } from "./sidecar.ts";

Deno.test("sidecarPath() is a hidden name beside the document", () => {
  assertEquals(sidecarPath("/a/door.smdf.json", "lock"), "/a/.door.smdf.json.lock-loom");
});

Deno.test("sidecarPath() stays within a file name's length and tells long names apart", () => {
  const name = "é".repeat(120);
  const [a, b] = [sidecarPath(`/a/${name}a.json`, "tmp"), sidecarPath(`/a/${name}b.json`, "tmp")];
  assertEquals(a === b, false);
  assertEquals(new TextEncoder().encode(a).length <= "/a/".length + 255, true);
});
