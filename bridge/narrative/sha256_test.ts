import { assertEquals } from "@std/assert";
import { bodyIdentity } from "./sha256.ts";

Deno.test("bodyIdentity() is the first half of the hash of the bytes", () => {
  assertEquals(bodyIdentity(new TextEncoder().encode("{}")), "sha256:44136fa355b3678a1146ad16f7e8649e");
});
