import { isObject } from "@loom/protocol";
import { actionOf, lookupKey } from "./classify/lookup_key.ts";
import { cutText } from "../read_members.ts";
import type { CommitFacts, Facts, IssueFacts, PullRequestFacts } from "../types.ts";

/** The part of an event that its facts are read from. */
export interface EventBody {
  /** The type, as it was received. */
  readonly event_type: string;
  /** The action, as it was received; without, that in the type, else the payload's own. */
  readonly action?: string;
  /** Login of the sender. Default: the payload's sender. */
  readonly sender?: string;
  /** The forge's own description. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Reads all of an event that classification looks at. Members of unexpected types count as missing.
 *
 * @example
 * ```ts
 * import { factsOf } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const payload = { action: "closed", pull_request: { number: 7, merged: true } };
 * assertEquals(factsOf({ event_type: "pull_request", payload }).key, "pull_request.merged");
 * ```
 */
export function factsOf({ event_type, action, sender, payload }: EventBody): Facts {
  const issue = objectAt(payload, "issue");
  const request = objectAt(payload, "pull_request");
  const { commits } = payload;
  const given = actionOf(event_type, action ?? "", textAt(payload, "action"));
  const isMerged = request !== undefined && isMergedRequest(request);
  const facts: Facts = {
    type: event_type,
    action: given,
    key: lookupKey(event_type, given, isMerged),
    sender: cutText(sender || loginAt(payload, "sender"), LONGEST_NAME),
    is_bot: objectAt(payload, "sender")?.type === "Bot",
  };
  if (issue !== undefined) facts.issue = issueFacts(issue);
  if (request !== undefined) facts.pull_request = requestFacts(request, payload, isMerged);
  if (Array.isArray(commits)) facts.commits = commitFacts(commits, textAt(payload, "before"));
  return facts;
}

/** Longest name or number that is read, in code points: no forge has longer ones. */
export const LONGEST_NAME = 200;

type Members = Readonly<Record<string, unknown>>;

function issueFacts(issue: Members): IssueFacts {
  return {
    number: numberAt(issue) ?? "?",
    title: textAt(issue, "title"),
    labels: namesIn(issue.labels),
    author: loginAt(issue, "user"),
    assignees: loginsIn(issue.assignees),
  };
}

function requestFacts(request: Members, payload: Members, merged: boolean): PullRequestFacts {
  return {
    number: numberAt(request) ?? numberAt(payload) ?? "?",
    title: textAt(request, "title"),
    merged,
    author: loginAt(request, "user"),
    assignees: loginsIn(request.assignees),
    reviewers: loginsIn(request.requested_reviewers),
  };
}

/**
 * A forge has no action for a merge: the request says it. The commit of the merge says nothing, since a request that was never merged
 * has one too, of the forge's own trial.
 */
function isMergedRequest(request: Members): boolean {
  if (request.merged !== undefined && request.merged !== null) return request.merged === true;
  return typeof request.merged_at === "string";
}

/** Commits of a push whose subjects are shown, and code points of each subject. */
const MOST_SUBJECTS = 10;
const LONGEST_SUBJECT = 100;

function commitFacts(commits: readonly unknown[], before: string): CommitFacts {
  const told = commits.filter(isObject);
  const names = told.map((commit) => nameAt(objectAt(commit, "author") ?? {}, "name"));
  const subjects = told.slice(0, MOST_SUBJECTS)
    .map((commit) => cutText(subjectOf(textAt(commit, "message")), LONGEST_SUBJECT))
    .filter((subject) => subject !== "");
  return {
    count: commits.length,
    committers: distinct(names),
    ...(before === "" ? {} : { before: cutText(before, LONGEST_NAME) }),
    ...(subjects.length === 0 ? {} : { subjects }),
  };
}

function subjectOf(message: string): string {
  return message.trimStart().split(/[\r\n]/, 1)[0]?.trimEnd() ?? "";
}

function namesIn(labels: unknown): string[] {
  if (!Array.isArray(labels)) return [];
  return labels
    .map((label: unknown) => isObject(label) ? label.name : label)
    .filter((name) => typeof name === "string");
}

function loginsIn(people: unknown): string[] {
  if (!Array.isArray(people)) return [];
  return distinct(people.filter(isObject).map((person) => nameAt(person, "login")));
}

function loginAt(holder: Members, member: string): string {
  return nameAt(objectAt(holder, member) ?? {}, "login");
}

function numberAt({ number }: Members): string | undefined {
  if (typeof number === "number") return String(number);
  return typeof number === "string" && number !== "" ? cutText(number, LONGEST_NAME) : undefined;
}

function objectAt(holder: Members, member: string): Members | undefined {
  const value = Object.hasOwn(holder, member) ? holder[member] : undefined;
  return isObject(value) ? value : undefined;
}

function nameAt(holder: Members, member: string): string {
  return cutText(textAt(holder, member), LONGEST_NAME);
}

function textAt(holder: Members, member: string): string {
  const value = Object.hasOwn(holder, member) ? holder[member] : undefined;
  return typeof value === "string" ? value : "";
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== "");
}
