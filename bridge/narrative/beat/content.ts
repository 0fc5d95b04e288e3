import { cutText } from "../read_members.ts";
import { factsOf } from "../event/facts.ts";
import type { Facts } from "../types.ts";

/** How many code points of a title are shown. */
const LONGEST_TITLE = 500;

/** Control characters and line ends: a content is one line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * An event in one line, by what its payload holds.
 *
 * @example
 * ```ts
 * import { contentOf } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(contentOf({ issue: { number: 7, title: "A\nneed" } }), "Issue #7: A need");
 * assertEquals(contentOf({ commits: [] }), "Push with 0 commit(s)");
 * assertEquals(contentOf({}), "Event processed");
 * ```
 */
export function contentOf(payload: Readonly<Record<string, unknown>>): string {
  return contentOfFacts(factsOf({ event_type: "", payload }));
}

/** An event in one line, by its facts. */
export function contentOfFacts({ issue, pull_request, commits }: Facts): string {
  if (issue !== undefined) return `Issue #${oneLine(issue.number)}: ${shownTitle(issue.title)}`;
  if (pull_request !== undefined) {
    return `PR #${oneLine(pull_request.number)}: ${shownTitle(pull_request.title)}`;
  }
  if (commits !== undefined) return `Push with ${commits.count} commit(s)`;
  return "Event processed";
}

function shownTitle(title: string): string {
  const line = oneLine(title);
  return line.trim() === "" ? "(untitled)" : cutText(line, LONGEST_TITLE);
}

function oneLine(text: string): string {
  return text.replace(CONTROLS, " ");
}
