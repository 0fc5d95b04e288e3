import { storyBeats } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_BEATS } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { beatLines } from "./beat_text.ts";
import { lookAtStory } from "./story_store.ts";

/** Lists the beats of the story. */
export const beats: Run<typeof NARRATIVE_BEATS> = async (context, values) => {
  if (values.limit < 1) throw new UsageError("--limit needs a number of at least 1.");
  return await lookAtStory(context, values, async ({ store, story }) => {
    const found = await storyBeats(store, story, values);
    if (context.json) context.printJson(found);
    else {
      context.print(beatLines(context, found));
      if (found.length === 0) context.remark("There is no such beat.");
    }
    return EXIT.done;
  });
};
