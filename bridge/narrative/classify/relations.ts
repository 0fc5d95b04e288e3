import type { Facts } from "../types.ts";

/** How many implications are told at most. */
const LONGEST = 12;

/** What follows for people from what an event is. */
const OF_INTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ["co_creation", ["welcome_owed", "shared_authorship"]],
  ["intentional_marking", ["shared_vocabulary"]],
  ["dialogue", ["listening", "reciprocity"]],
  ["offering", ["gift_received", "review_owed"]],
  ["acknowledgment", ["witness"]],
]);

/** What an event means among people: what its intent asks of them, then who takes part in it. */
export function relationalImplications(intent: string, facts: Facts): string[] {
  const { sender, is_bot, issue, pull_request, commits } = facts;
  const author = issue?.author || pull_request?.author || "";
  const all = [
    ...OF_INTENT.get(intent) ?? [],
    ...named(is_bot ? "bot" : "sender", [sender]),
    ...named("author", author === sender ? [] : [author]),
    ...named("assignee", [...issue?.assignees ?? [], ...pull_request?.assignees ?? []]),
    ...named("reviewer", pull_request?.reviewers ?? []),
    ...named("committer", commits?.committers ?? []),
  ];
  return [...new Set(all)].slice(0, LONGEST);
}

function named(role: string, names: readonly string[]): string[] {
  return names.filter((name) => name !== "").map((name) => `${role}:${name}`);
}
