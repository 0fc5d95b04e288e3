import { assertEquals } from "@std/assert";
import { crowd, killWriters } from "./soak/document_stress.ts";

Deno.test("editDocument() loses no edit when processes edit one file at once", async () => {
  const { kept, leftovers } = await crowd(4, 12);
  assertEquals(kept, 48);
  assertEquals(leftovers, []);
});

Deno.test("editDocument() leaves the file whole and free when writers are killed", async () => {
  const { lost, leftovers } = await killWriters(14);
  assertEquals(lost, 0);
  assertEquals(leftovers, []);
});
