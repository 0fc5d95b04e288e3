import { readPosition } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_POSITION } from "../table/narrative_story.ts";
import { beatLines, positionLine } from "./beat_text.ts";
import { lookAtStory } from "./story_store.ts";

/** Prints the position of the story. */
export const position: Run<typeof NARRATIVE_POSITION> = (context, values) =>
  lookAtStory(context, values, async ({ store, story }) => {
    const where = await readPosition(store, story);
    if (context.json) context.printJson(where);
    else {context.print([
        context.paint.strong(positionLine(where)),
        ...beatLines(context, where.recent_beats),
      ]);}
    return EXIT.done;
  });
