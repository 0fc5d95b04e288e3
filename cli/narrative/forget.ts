import { analysesOfStory, beatsOfStory, type BeatStore } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_FORGET } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { lookAtStory, withStory } from "./story_store.ts";

/** Deletes everything stored of a repository, of a person's events, or of one event. */
export const forget: Run<typeof NARRATIVE_FORGET> = (context, values) => {
  const { repo, login, event, dryRun } = values;
  if (repo === undefined && login === undefined && event === undefined) {
    throw new UsageError("narrative forget needs --repo, --login or --event: it tells what to delete.");
  }
  if (event !== undefined && (repo !== undefined || login !== undefined)) {
    throw new UsageError("--event names one event: leave --repo and --login out.");
  }
  return (dryRun ? lookAtStory : withStory)(context, values, async ({ store, story }) => {
    const { events, unknown } = event === undefined
      ? await eventsOf(store, story, { repo, login })
      : { events: await isKept(store, story, event) ? [event] : [], unknown: [] };
    for (const one of dryRun ? [] : events) await store.forget(story, one);
    if (context.json) context.printJson({ events, unknown });
    else context.print(events.map(oneLine));
    const count = events.length === 1 ? "1 event" : `${events.length} events`;
    context.remark(dryRun ? `${count} would be forgotten.` : `${count} forgotten.`);
    if (unknown.length > 0) context.remark(context.remarkPaint.warn(unknownText(unknown.length)));
    return EXIT.done;
  });
};

interface Found {
  /** Events known to be theirs. */
  readonly events: string[];
  /** Events of beats whose repository and person are unknown. */
  readonly unknown: string[];
}

/** The events of a repository, of a person, or of both; the forge takes its names in any case. */
async function eventsOf(
  store: BeatStore,
  story: string,
  { repo, login }: { readonly repo: string | undefined; readonly login: string | undefined },
): Promise<Found> {
  const is = (wanted: string | undefined, name: string) =>
    wanted === undefined || wanted.toLowerCase() === name.toLowerCase();
  // Beats first: what comes in meanwhile has its analysis before its beat, and is not taken for one without.
  const untold = new Set<string>();
  for await (const { beat } of beatsOfStory(store, story, { order: "arrival" })) untold.add(beat.event_id);
  const events: string[] = [];
  for await (const { event_id, repository, sender } of analysesOfStory(store, story)) {
    untold.delete(event_id);
    if (is(repo, repository) && is(login, sender)) events.push(event_id);
  }
  const unknown: string[] = [];
  for (const event of untold) {
    const repository = backfilledRepository(event);
    // The id of a backfilled event names its repository; nothing names the person.
    if (repository !== undefined && !is(repo, repository)) continue;
    (repository !== undefined && login === undefined ? events : unknown).push(event);
  }
  return { events, unknown };
}

/** The repository in the id that backfill gives to an event. */
function backfilledRepository(eventId: string): string | undefined {
  return /^backfill:([^:/]+\/[^:/]+):/.exec(eventId)?.[1];
}

function unknownText(count: number): string {
  const whose = count === 1
    ? "1 beat has no analysis, and nothing tells whose it is"
    : `${count} beats have no analysis, and nothing tells whose they are`;
  return `${whose}: --json lists such events as "unknown", and --event forgets one.`;
}

/** A beat may outlive its analysis, or have come without one. */
async function isKept(store: BeatStore, story: string, event: string): Promise<boolean> {
  return await store.getAnalysis(story, event) !== undefined ||
    await store.beatOfEvent(story, event) !== undefined;
}
