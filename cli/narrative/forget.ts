import { analysesOfStory, type BeatStore } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_FORGET } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { lookAtStory, withStory } from "./story_store.ts";

/** Deletes all that is kept of a repository, of what a person did, or of one event. */
export const forget: Run<typeof NARRATIVE_FORGET> = (context, values) => {
  const { repo, login, event, dryRun } = values;
  if (repo === undefined && login === undefined && event === undefined) {
    throw new UsageError("narrative forget needs --repo, --login or --event: it tells what to delete.");
  }
  if (event !== undefined && (repo !== undefined || login !== undefined)) {
    throw new UsageError("--event names one event: leave --repo and --login out.");
  }
  return (dryRun ? lookAtStory : withStory)(context, values, async ({ store, story }) => {
    const events = event === undefined
      ? await eventsOf(store, story, { repo, login })
      : await isKept(store, story, event)
      ? [event]
      : [];
    for (const one of dryRun ? [] : events) await store.forget(story, one);
    if (context.json) context.printJson({ events });
    else context.print(events.map(oneLine));
    const count = events.length === 1 ? "1 event" : `${events.length} events`;
    context.remark(dryRun ? `${count} would be forgotten.` : `${count} forgotten.`);
    return EXIT.done;
  });
};

/** The events of a repository, of a person, or of both; the forge takes its names in any case. */
async function eventsOf(
  store: BeatStore,
  story: string,
  { repo, login }: { readonly repo: string | undefined; readonly login: string | undefined },
): Promise<string[]> {
  const is = (wanted: string | undefined, name: string) =>
    wanted === undefined || wanted.toLowerCase() === name.toLowerCase();
  const events: string[] = [];
  for await (const { event_id, repository, sender } of analysesOfStory(store, story)) {
    if (is(repo, repository) && is(login, sender)) events.push(event_id);
  }
  return events;
}

/** A beat may outlive its analysis, or have come without one. */
async function isKept(store: BeatStore, story: string, event: string): Promise<boolean> {
  return await store.getAnalysis(story, event) !== undefined ||
    await store.beatOfEvent(story, event) !== undefined;
}
