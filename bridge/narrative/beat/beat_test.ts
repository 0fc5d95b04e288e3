import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { contentOf } from "./beat.ts";

Deno.test("contentOf() prefers the issue, then the request, then the commits", () => {
  const issue = { number: 1, title: "I" };
  const pull_request = { number: 2, title: "P" };
  const commits = [{}, {}];
  assertEquals(contentOf({ commits, pull_request, issue }), "Issue #1: I");
  assertEquals(contentOf({ commits, pull_request, issue: null }), "PR #2: P");
  assertEquals(contentOf({ commits, pull_request: [] }), "Push with 2 commit(s)");
  assertEquals(contentOf({ commits: "two" }), "Event processed");
});

Deno.test("contentOf() takes the number of a request from beside it when it has none", () => {
  assertEquals(contentOf({ number: 7, pull_request: { title: "P" } }), "PR #7: P");
  assertEquals(contentOf({ number: 7, issue: { title: "I" } }), "Issue #?: I");
});

Deno.test("contentOf() cuts a title at 500 characters and halves none", () => {
  assertEquals(contentOf({ issue: { number: 1, title: "😀".repeat(501) } }), `Issue #1: ${"😀".repeat(500)}`);
  assertEquals(contentOf({ issue: { number: 1, title: "a".repeat(501) } }), `Issue #1: ${"a".repeat(500)}`);
});

Deno.test("contentOf() makes one blank of controls and line ends", () => {
  assertEquals(contentOf({ issue: { number: 1, title: "a\r\n\tb\u2028c\u0007d" } }), "Issue #1: a b c d");
  assertEquals(contentOf({ issue: { number: 1, title: " \n " } }), "Issue #1: (untitled)");
});

Deno.test("contentOf() gives one line of bounded length for any payload", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.string({ unit: "binary" }), (number, issue, title) => {
      for (const payload of [{ issue, number }, { issue: { number, title } }, { pull_request: { title } }]) {
        const content = contentOf(payload);
        assertEquals(/[\p{Cc}\u2028\u2029]/u.test(content), false);
      }
    }),
    { seed: 3 },
  );
});
