import { assert, assertEquals } from "@std/assert";
import { commitNames, naturalEvent } from "./natural_event.ts";

const CREATED = "2026-01-03T13:20:00Z";
const CHANGED = "2026-01-04T00:00:00Z";
const repository = "octo/door";

Deno.test("naturalEvent() names what happened by type, number, action and time", () => {
  const issue = { number: 7, created_at: CREATED, updated_at: CHANGED, closed_at: CHANGED };
  const nameOf = (key: string, payload: Record<string, unknown>) =>
    naturalEvent(key, { repository, payload: payload as Record<string, never> })?.name;
  assertEquals(nameOf("issues.opened", { issue }), "octo/door:issues:7:opened:2026-01-03T13:20:00.000Z");
  assertEquals(nameOf("issues.closed", { issue }), "octo/door:issues:7:closed:2026-01-04T00:00:00.000Z");
  assertEquals(
    nameOf("issues.labeled", { issue, label: { name: "bug" } }),
    "octo/door:issues:7.bug:labeled:2026-01-04T00:00:00.000Z",
  );
  const comment = { id: 5, created_at: CREATED };
  assertEquals(
    nameOf("issue_comment.created", { issue, comment }),
    "octo/door:issue_comment:7.5:created:2026-01-03T13:20:00.000Z",
  );
  const head_commit = { id: "abc", timestamp: "2026-01-03T14:20:00+01:00" };
  assertEquals(
    nameOf("push", { ref: "refs/heads/main", head_commit }),
    "octo/door:push:refs/heads/main:abc:2026-01-03T13:20:00.000Z",
  );
});

Deno.test("naturalEvent() gives a time without a name where that is all there is", () => {
  const payload = { issue: { number: 7, updated_at: CHANGED } };
  assertEquals(naturalEvent("issues.reopened", { repository, payload }), {
    at: "2026-01-04T00:00:00.000Z",
    name: undefined,
  });
  assertEquals(naturalEvent("push", { repository, payload: { head_commit: null } }), undefined);
  assertEquals(naturalEvent("issues.opened", { repository, payload: {} }), undefined);
  assertEquals(
    naturalEvent("issues.opened", { repository, payload: { issue: { created_at: "soon" } } }),
    undefined,
  );
});

Deno.test("commitNames() names the commits of a push on whatever branch, and of nothing else", () => {
  const payload = { ref: "refs/heads/side", commits: [{ id: "abc" }, null, { id: 7 }, { id: "def" }] };
  assertEquals(commitNames("push", { repository, payload }), [
    "octo/door:commit:abc",
    "octo/door:commit:def",
  ]);
  assertEquals(commitNames("issues.opened", { repository, payload }), []);
  assertEquals(commitNames("push", { repository, payload: { commits: "abc" } }), []);
});

Deno.test("naturalEvent() tells pushes apart that bring a branch to the same commit from another one", () => {
  const head_commit = { id: "abc", timestamp: "2026-01-03T13:20:00Z" };
  const push = (before: string) =>
    naturalEvent("push", { repository, payload: { ref: "refs/heads/main", before, head_commit } })?.name;
  assertEquals(push("111"), "octo/door:push:refs/heads/main:111..abc:2026-01-03T13:20:00.000Z");
  assert(push("111") !== push("222"));
});
