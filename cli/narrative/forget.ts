import { analysesOfStory } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_FORGET } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { withStory } from "./story_store.ts";

/** Deletes all that is kept of a repository, or of what a person did. */
export const forget: Run<typeof NARRATIVE_FORGET> = (context, values) => {
  const { repo, login, dryRun } = values;
  if (repo === undefined && login === undefined) {
    throw new UsageError("narrative forget needs --repo or --login: it tells what to delete.");
  }
  return withStory(context, values, async ({ store, story }) => {
    const events: string[] = [];
    for await (const { event_id, repository, sender } of analysesOfStory(store, story)) {
      if ((repo ?? repository) === repository && (login ?? sender) === sender) events.push(event_id);
    }
    for (const event of dryRun ? [] : events) await store.forget(story, event);
    if (context.json) context.printJson({ events });
    else context.print(events.map(oneLine));
    const count = events.length === 1 ? "1 event" : `${events.length} events`;
    context.remark(dryRun ? `${count} would be forgotten.` : `${count} forgotten.`);
    return EXIT.done;
  });
};
