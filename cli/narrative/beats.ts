import { type Act, actOfFunction, NarrativeError, readPosition, storyBeats } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_AMEND, NARRATIVE_BEATS, NARRATIVE_POSITION } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { beatLines, positionLine } from "./beat_text.ts";
import { lookAtStory, withStory } from "./story_store.ts";

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

/** Prints the position of the story. */
export const position: Run<typeof NARRATIVE_POSITION> = (context, values) =>
  lookAtStory(context, values, async ({ store, story }) => {
    const where = await readPosition(store, story);
    if (context.json) context.printJson(where);
    else {
      context.print([context.paint.strong(positionLine(where)), ...beatLines(context, where.recent_beats)]);
    }
    return EXIT.done;
  });

/** Corrects what a beat is in the story. */
export const amend: Run<typeof NARRATIVE_AMEND> = async (context, values) => {
  const narrative_function = values.function?.trim();
  if (narrative_function === undefined || narrative_function === "") {
    throw new UsageError("narrative amend needs --function, such as turning_point.");
  }
  const act = values.act === undefined ? actOfFunction(narrative_function) : actOf(values.act);
  return await withStory(context, values, async ({ store }) => {
    const amended_at = context.io.now().toISOString();
    const amendment = { narrative_function, act, amended_at, reason: values.reason };
    const amended = await store.amendBeat(values.beat, amendment);
    if (amended === undefined) throw unknownBeat(values.beat);
    if (context.json) context.printJson(amended);
    else context.print(beatLines(context, [amended.beat]));
    return EXIT.done;
  });
};

function actOf(act: number): Act {
  if (act === 1 || act === 2 || act === 3) return act;
  throw new UsageError(`${act} is no act: give 1, 2 or 3.`);
}

function unknownBeat(id: string): NarrativeError {
  return new NarrativeError(
    "unknown_beat",
    `There is no beat ${JSON.stringify(id)}: "loom narrative beats" lists them.`,
  );
}
