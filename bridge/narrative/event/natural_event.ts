import { isObject, type JsonObject } from "@loom/protocol";
import { eventTime } from "./event_time.ts";
import type { WebhookEvent } from "../types.ts";

/** Identity of an event that does not depend on its delivery. */
export interface NaturalEvent {
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  readonly at: string;
  /** The same for a webhook and a backfill; `undefined` where it cannot be derived. */
  readonly name: string | undefined;
  /** Name of a push without the commit before it: that of a fetched one, and of one that an earlier version stored. */
  readonly plainName?: string;
}

/** The member that says when something happened, by key. Of other keys the time of the last change is close, and no name. */
const TIMES: ReadonlyMap<string, string> = new Map([
  ["issues.opened", "created_at"],
  ["issues.closed", "closed_at"],
  ["issues.labeled", "updated_at"],
  ["pull_request.opened", "created_at"],
  ["pull_request.closed", "closed_at"],
  ["pull_request.merged", "merged_at"],
  ["issue_comment.created", "created_at"],
]);

/**
 * Time and name of an event: `<repository>:<type>:<number>:<action>:<time>`. A comment and a label are named behind the
 * number, a push by its branch, the commit before it and its last one.
 *
 * @param key what the tables are asked for
 * @param event as a webhook delivers it
 * @returns `undefined` when the payload does not tell when it happened
 *
 * @example
 * ```ts
 * import { naturalEvent } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const payload = { issue: { number: 1, created_at: "2026-01-03T13:20:00Z" } };
 * assertEquals(
 *   naturalEvent("issues.opened", { repository: "octo/door", payload })?.name,
 *   "octo/door:issues:1:opened:2026-01-03T13:20:00.000Z",
 * );
 * ```
 */
export function naturalEvent(
  key: string,
  { repository, payload }: Pick<WebhookEvent, "repository" | "payload">,
): NaturalEvent | undefined {
  const [type = "", action = ""] = key.split(".", 2);
  if (type === "push") return pushOf(repository, payload);
  const holder = type === "pull_request" ? payload.pull_request : payload.issue;
  if (!isObject(holder)) return undefined;
  const comment = type === "issue_comment" && isObject(payload.comment) ? payload.comment : undefined;
  const told = timeIn(comment ?? holder, TIMES.get(key));
  const at = told ?? timeIn(comment ?? holder, "updated_at");
  if (at === undefined) return undefined;
  const number = [holder.number, comment?.id, action === "labeled" ? labelOf(payload) : undefined];
  const isNamed = told !== undefined && typeof holder.number === "number";
  const subject = number.filter((part) => part !== undefined).join(".");
  return { at, name: isNamed ? [repository, type, subject, action, at].join(":") : undefined };
}

/** Largest number of commits read from a push; a forge sends no more. */
const MOST_COMMITS = 2_048;

/**
 * The names of the commits that an event brought: `<repository>:commit:<id>`, the same on whatever branch. By them a commit that is
 * fetched later is recognised, although the branch that it was pushed to is gone.
 *
 * @returns none for what is no push
 *
 * @example
 * ```ts
 * import { commitNames } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const payload = { ref: "refs/heads/main", commits: [{ id: "abc" }] };
 * assertEquals(commitNames("push", { repository: "octo/door", payload }), ["octo/door:commit:abc"]);
 * ```
 */
export function commitNames(
  key: string,
  { repository, payload: { commits } }: Pick<WebhookEvent, "repository" | "payload">,
): string[] {
  if (key.split(".", 1)[0] !== "push" || !Array.isArray(commits)) return [];
  return commits.slice(0, MOST_COMMITS).flatMap((commit) =>
    isObject(commit) && typeof commit.id === "string" ? [`${repository}:commit:${commit.id}`] : []
  );
}

function pushOf(
  repository: string,
  { head_commit: head, ref, before }: JsonObject,
): NaturalEvent | undefined {
  const at = isObject(head) ? timeIn(head, "timestamp") : undefined;
  if (!isObject(head) || at === undefined) return undefined;
  if (typeof ref !== "string" || typeof head.id !== "string") return { at, name: undefined };
  const nameOf = (commits: string) => [repository, "push", ref, commits, at].join(":");
  const plainName = nameOf(head.id);
  // A branch may come to the same commit again: what it was at before tells the pushes apart.
  if (typeof before !== "string" || before === "") return { at, name: plainName };
  return { at, name: nameOf(`${before}..${head.id}`), plainName };
}

function labelOf({ label }: JsonObject): string | undefined {
  return isObject(label) && typeof label.name === "string" ? label.name : undefined;
}

function timeIn(holder: Readonly<Record<string, unknown>>, member: string | undefined): string | undefined {
  const value = member !== undefined && Object.hasOwn(holder, member) ? holder[member] : undefined;
  return typeof value === "string" ? eventTime(value) : undefined;
}
