import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { classify } from "./classify/classify.ts";
import { factsOf } from "./facts.ts";

Deno.test("factsOf() reads what classification looks at", () => {
  const payload = {
    action: "labeled",
    sender: { login: "ann", type: "Bot" },
    issue: {
      number: 7,
      title: "A need",
      user: { login: "bob" },
      labels: ["one", { name: "two" }, 3],
      assignees: [{ login: "cy" }, { login: "cy" }, {}],
    },
    commits: [{ author: { name: "Di" } }, { author: { name: "Di" } }, null],
  };
  assertEquals(factsOf({ event_type: "issues", payload }), {
    type: "issues",
    action: "labeled",
    key: "issues.labeled",
    sender: "ann",
    is_bot: true,
    issue: { number: "7", title: "A need", labels: ["one", "two"], author: "bob", assignees: ["cy"] },
    commits: { count: 3, committers: ["Di"] },
  });
});

Deno.test("factsOf() prefers what the event says over its payload", () => {
  const payload = { action: "opened", sender: { login: "ann" } };
  const facts = factsOf({ event_type: "issues", action: "closed", sender: "bob", payload });
  assertEquals([facts.key, facts.sender], ["issues.closed", "bob"]);
  assertEquals(factsOf({ event_type: "issues", action: " ", payload }).key, "issues.opened");
});

Deno.test("factsOf() counts `merged: null` as not told", () => {
  const merged = (pull_request: Record<string, unknown>) =>
    factsOf({ event_type: "pull_request", action: "closed", payload: { pull_request } }).key;
  assertEquals(merged({ merged: null, merged_at: "2026-01-01" }), "pull_request.merged");
  assertEquals(merged({ merged: "true" }), "pull_request.closed");
  assertEquals(merged({ merge_commit_sha: "abc", merged_at: null }), "pull_request.closed");
});

Deno.test("factsOf() survives any payload", () => {
  fc.assert(
    fc.property(
      fc.object({ key: fc.constantFrom("issue", "pull_request", "commits", "sender", "labels", "user") }),
      (payload) => {
        assert(Array.isArray(classify(factsOf({ event_type: "x", payload })).ceremony.suggested_flows));
      },
    ),
    { seed: 4 },
  );
});

Deno.test("factsOf() reads no endless names", () => {
  const login = "a".repeat(100_000);
  const payload = {
    sender: { login },
    issue: { number: login, user: { login } },
    commits: [{ author: { name: login } }],
  };
  const { sender, issue, commits } = factsOf({ event_type: "issues", payload });
  const lengths = [sender, issue?.number, issue?.author, commits?.committers[0]].map((text) => text?.length);
  assertEquals(lengths, [200, 200, 200, 200]);
});
