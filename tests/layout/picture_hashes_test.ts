import { assertEquals } from "@std/assert";
import { HASH_FILE, pictureHashes } from "./picture_hashes.ts";

Deno.test("the pictures of known machines have the bytes they had, on every version of Deno", async () => {
  assertEquals(await pictureHashes(), JSON.parse(await Deno.readTextFile(HASH_FILE)));
});
