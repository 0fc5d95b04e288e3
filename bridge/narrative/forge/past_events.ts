import { isObject, type JsonObject } from "@loom/protocol";
import { eventTime } from "../event/event_time.ts";
import { checkRepository, type ForgeClient } from "./forge_client.ts";

/** An event in the form of a webhook. */
export interface PastEvent {
  readonly event_type: "issues" | "pull_request" | "push";
  readonly action: string;
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  readonly at: string;
  readonly payload: JsonObject;
}

/** Range of events to fetch. */
export interface PastEventsOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** From when on. */
  readonly since: Date;
  /** The types to fetch. Default: all three. */
  readonly types?: ReadonlySet<string> | undefined;
}

type Members = Record<string, unknown>;

/**
 * Past events of a repository, the earliest first: issues opened, labeled and closed; requests opened, closed and merged; commits
 * of all branches, each once.
 *
 * @throws {ForgeError} when the forge does not answer, or refuses
 */
export async function pastEvents(forge: ForgeClient, options: PastEventsOptions): Promise<PastEvent[]> {
  const repository = checkRepository(options.repository);
  const since = options.since.toISOString();
  const isWanted = (type: string) => options.types?.has(type) ?? true;
  const events: PastEvent[] = [];
  if (isWanted("issues")) {
    await addAll(events, issuesOpened(forge, repository, since));
    await addAll(events, issueChanges(forge, repository, since));
  }
  if (isWanted("pull_request")) await addAll(events, requests(forge, repository, since));
  if (isWanted("push")) await addAll(events, commits(forge, repository, since));
  return events.filter(({ at }) => at >= since).sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0);
}

async function addAll(events: PastEvent[], more: AsyncIterable<PastEvent>): Promise<void> {
  for await (const event of more) events.push(event);
}

async function* issuesOpened(
  forge: ForgeClient,
  repository: string,
  since: string,
): AsyncGenerator<PastEvent> {
  const query = `state=all&sort=created&direction=asc&per_page=100&since=${wholeSeconds(since)}`;
  for await (const issue of forge.list(`/repos/${repository}/issues?${query}`)) {
    // The forge lists requests to merge among the issues.
    const at = timeOf(issue.created_at);
    if (at === undefined || isObject(issue.pull_request)) continue;
    yield event("issues", "opened", at, repository, issue.user, { issue });
  }
}

async function* issueChanges(
  forge: ForgeClient,
  repository: string,
  since: string,
): AsyncGenerator<PastEvent> {
  // The newest come first.
  for await (const change of forge.list(`/repos/${repository}/issues/events?per_page=100`)) {
    const at = timeOf(change.created_at);
    if (at === undefined) continue;
    if (at < since) return;
    const { event: action, issue, actor, label } = change;
    if ((action !== "labeled" && action !== "closed") || !isObject(issue) || isObject(issue.pull_request)) {
      continue;
    }
    // The issue is as it is today; a webhook has it as it was then.
    const then = action === "closed"
      ? { ...issue, state: "closed", closed_at: change.created_at }
      : { ...issue, updated_at: change.created_at };
    yield event("issues", action, at, repository, actor, {
      issue: then,
      ...(action === "labeled" ? { label } : {}),
    });
  }
}

async function* requests(forge: ForgeClient, repository: string, since: string): AsyncGenerator<PastEvent> {
  const query = "state=all&sort=updated&direction=desc&per_page=100";
  for await (const pull_request of forge.list(`/repos/${repository}/pulls?${query}`)) {
    const { created_at, updated_at, closed_at, merged_at, user } = pull_request;
    if ((timeOf(updated_at) ?? since) < since) return;
    const opened = timeOf(created_at);
    const closed = timeOf(closed_at) ?? timeOf(merged_at);
    if (opened !== undefined) {
      const then = { ...pull_request, state: "open", merged: false, merged_at: null, closed_at: null };
      yield event("pull_request", "opened", opened, repository, user, { pull_request: then });
    }
    if (closed !== undefined) {
      const merged = typeof merged_at === "string";
      const told = { pull_request: { ...pull_request, merged } };
      yield event("pull_request", "closed", closed, repository, user, told);
    }
  }
}

async function* commits(forge: ForgeClient, repository: string, since: string): AsyncGenerator<PastEvent> {
  const seen = new Set<string>();
  for await (const { name } of forge.list(`/repos/${repository}/branches?per_page=100`)) {
    if (typeof name !== "string") continue;
    const query = `sha=${encodeURIComponent(name)}&since=${wholeSeconds(since)}&per_page=100`;
    for await (const { sha, commit, author } of forge.list(`/repos/${repository}/commits?${query}`)) {
      if (typeof sha !== "string" || seen.has(sha) || !isObject(commit)) continue;
      seen.add(sha);
      const committer = isObject(commit.committer) ? commit.committer : {};
      const at = timeOf(committer.date);
      if (at === undefined) continue;
      const { name: writer = "" } = isObject(commit.author) ? commit.author : {};
      const told = { id: sha, timestamp: committer.date, message: commit.message, author: { name: writer } };
      yield event("push", "", at, repository, author, {
        ref: `refs/heads/${name}`,
        after: sha,
        head_commit: told,
        commits: [told],
      });
    }
  }
}

function event(
  event_type: PastEvent["event_type"],
  action: string,
  at: string,
  repository: string,
  sender: unknown,
  members: Members,
): PastEvent {
  const payload = {
    ...(action === "" ? {} : { action }),
    ...members,
    repository: { full_name: repository },
    ...(isObject(sender) ? { sender } : {}),
  };
  // All of it was read from JSON.
  return { event_type, action, at, payload: payload as JsonObject };
}

function timeOf(value: unknown): string | undefined {
  return typeof value === "string" ? eventTime(value) : undefined;
}

/** As the forge's queries have times. */
function wholeSeconds(time: string): string {
  return `${time.slice(0, 19)}Z`;
}
