import { type Act, actOfFunction, NarrativeError } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_AMEND } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { beatLines } from "./beat_text.ts";
import { withStory } from "./story_store.ts";

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
