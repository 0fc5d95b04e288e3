import { assertEquals } from "@std/assert";
import { lookupKey, rowsOf } from "./lookup_key.ts";

Deno.test("lookupKey() splits a type at its first dot only when there is no action", () => {
  assertEquals(lookupKey("a.b.c", ""), "a.b.c");
  assertEquals(rowsOf("a.b.c"), ["a.b.c", "a"]);
  assertEquals(lookupKey("issues.opened", "closed"), "issues.opened.closed");
  assertEquals(rowsOf("push"), ["push"]);
});

Deno.test("lookupKey() takes an action that the type names too for one", () => {
  assertEquals(lookupKey("issues.opened", "Opened"), "issues.opened");
  assertEquals(lookupKey("github.pull_request.closed", "closed", true), "pull_request.merged");
  assertEquals(lookupKey("opened", "opened"), "opened.opened");
});

Deno.test("lookupKey() makes a merge of a closed request only", () => {
  assertEquals(lookupKey("pull_request", "closed", false), "pull_request.closed");
  assertEquals(lookupKey("pull_request.closed", "", true), "pull_request.merged");
  assertEquals(lookupKey("pull_request", "labeled", true), "pull_request.labeled");
  assertEquals(lookupKey("issues", "closed", true), "issues.closed");
});
