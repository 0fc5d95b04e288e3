import { assert, assertEquals, assertThrows } from "@std/assert";
import { NarrativeStartError } from "../../narrative_error.ts";
import { isWanted, readEventFilter, skippedBy } from "./event_filter.ts";

Deno.test("isWanted() takes the four usual types without settings", () => {
  const filter = readEventFilter(undefined, undefined);
  const wanted = ["issues", "issue_comment", "pull_request", "push", "star", "check_run", "workflow_run"]
    .filter((type) => isWanted(filter, type, {}));
  assertEquals(wanted, ["issues", "issue_comment", "pull_request", "push"]);
});

Deno.test("isWanted() takes the types that are named, or all", () => {
  const named = readEventFilter(" Release , push", undefined);
  assert(isWanted(named, "release", {}));
  assert(!isWanted(named, "issues", {}));
  assert(isWanted(readEventFilter("*", undefined), "star", {}));
});

Deno.test("isWanted() leaves out bots, deletions and labels when told to", () => {
  const all = readEventFilter(undefined, undefined);
  const filter = readEventFilter(undefined, "bots, deletions,label:Good First Issue");
  const label = { action: "labeled", label: { name: "good first issue" } };
  for (const payload of [{ sender: { type: "Bot" } }, { deleted: true }, label]) {
    assert(isWanted(all, "push", payload));
    assert(!isWanted(filter, "push", payload));
  }
  assert(isWanted(filter, "issues", { ...label, action: "opened" }));
  assert(isWanted(filter, "issues", { action: "labeled", label: { name: "bug" } }));
});

Deno.test("readEventFilter() refuses another word", () => {
  assertThrows(() => readEventFilter(undefined, "robots"), NarrativeStartError, '"robots"');
});

Deno.test("skippedBy() tells what is left out", () => {
  assertEquals(skippedBy(readEventFilter(undefined, undefined)), []);
  assertEquals(skippedBy(readEventFilter(undefined, "Deletions,bots,label:Wont Fix")), [
    "what programs do",
    "deletions of branches and tags",
    'the label "wont fix" coming and going',
  ]);
});
