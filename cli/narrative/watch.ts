import {
  ACT_STARTS,
  type Beat,
  beatsOfStory,
  followStory,
  type Position,
  readPosition,
  StatsOfBeats,
  type StoryStats,
  UNIVERSES,
} from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_WATCH } from "../table/narrative_story.ts";
import { beatLines, positionLine, timeText } from "./beat_text.ts";
import { type StoryStore, withStory } from "./story_store.ts";

/** The cells of a gauge. */
const GAUGE = 24;

/** Shows the position of the story, and each beat as it arrives. */
export const watch: Run<typeof NARRATIVE_WATCH> = (context, values) =>
  withStory(context, values, async (kept) => {
    if (values.once) {
      await show(context, kept);
      return EXIT.done;
    }
    const moves = followStory(kept.store, kept.story, {
      stop: context.io.interrupted(),
      onTrouble: () =>
        context.remark(context.remarkPaint.warn("The store cannot be reached; it is tried again.")),
    });
    for await (const move of moves) {
      if (move.type === "stands") await show(context, kept);
      else tell(context, move.beat, move.configuration.at(-1) ?? "");
    }
    return EXIT.done;
  });

async function show(context: Context, { store, story }: StoryStore): Promise<void> {
  const position = await readPosition(store, story);
  const sum = new StatsOfBeats();
  for await (const { beat } of beatsOfStory(store, story)) sum.add(beat);
  const stats = sum.stats(position.current_act);
  if (context.json) {
    context.io.stdout.write(JSON.stringify({ type: "position", ...position, stats }) + "\n");
    return;
  }
  context.print([
    context.paint.strong(positionLine(position)),
    ...actLines(position),
    ...leadLines(context, stats),
    ...beatLines(context, position.recent_beats.toReversed()),
  ]);
}

/** Progress to the next act. */
function actLines({ beat_count }: Position): string[] {
  const [second, third] = [ACT_STARTS[2], ACT_STARTS[3]];
  return [
    `  acts          ${bar(Math.min(beat_count / third, 1))} ${beat_count}, next at ${
      beat_count < second ? second : beat_count < third ? third : "the close"
    }`,
  ];
}

/** Number of beats that each view leads. */
function leadLines({ paint }: Context, { beat_count, universe_distribution }: StoryStats): string[] {
  return UNIVERSES.map((universe) => {
    const count = universe_distribution[universe];
    return `  ${universe.padEnd(13)} ${paint.live(bar(beat_count === 0 ? 0 : count / beat_count))} ${count}`;
  });
}

/** A share as a bar of plain characters. */
function bar(share: number): string {
  const full = Math.round(share * GAUGE);
  return `[${"#".repeat(full)}${".".repeat(GAUGE - full)}]`;
}

function tell(context: Context, beat: Beat, state: string): void {
  if (context.json) {
    context.io.stdout.write(JSON.stringify({ type: "beat", state, beat }) + "\n");
    return;
  }
  const { paint } = context;
  const { engineer, ceremony, story_engine } = beat.perspectives;
  const readings = oneLine(`${engineer} | ${ceremony} | ${story_engine}`);
  const when = paint.faint(timeText(beat.timestamp));
  context.print(
    `${when}  ${paint.live(beat.lead_universe)}  ${paint.strong(readings)}  act ${beat.act}  ${
      oneLine(beat.content)
    }  ${paint.faint(state)}`,
  );
}
