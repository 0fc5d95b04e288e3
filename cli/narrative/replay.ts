import {
  type MovedEvent,
  pause,
  reclassifyStory,
  type ReplayOptions,
  type ReplayStep,
  replayStory,
  UNIVERSES,
} from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_REPLAY } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { timeText } from "./beat_text.ts";
import { rulesOf, timeValue } from "./read_input.ts";
import { lookAtStory, type StoryStore, withStory } from "./story_store.ts";

type ReplayValues = Parameters<Run<typeof NARRATIVE_REPLAY>>[1];

/** Runs the beats through the story's machine. */
export const replay: Run<typeof NARRATIVE_REPLAY> = (context, values) => {
  const { speed, reclassify, write, from, to, mode } = values;
  if (speed !== undefined && !(speed > 0)) throw new UsageError("--speed needs a number above 0.");
  if (write && !reclassify) throw new UsageError("--write keeps what --reclassify changes: give both.");
  const range = {
    from: from === undefined ? undefined : timeValue("--from", from),
    to: to === undefined ? undefined : timeValue("--to", to),
  };
  const open = write ? withStory : lookAtStory;
  return open(context, values, async (kept) => {
    const moved = reclassify ? await readAgain(context, values, kept) : [];
    const changes = changesOf(moved);
    const outcome = await run(context, kept, { ...range, mode, changes }, speed);
    return outcome === undefined ? EXIT.done : EXIT.problems;
  });
};

/** @returns the first step that was refused */
async function run(
  context: Context,
  { store, story }: StoryStore,
  options: ReplayOptions,
  speed: number | undefined,
): Promise<ReplayStep | undefined> {
  const stop = context.io.interrupted();
  let last: ReplayStep | undefined;
  for await (const step of replayStory(store, story, options)) {
    if (last !== undefined && speed !== undefined) await pause(1_000 / speed, stop);
    if (stop.aborted) return undefined;
    tell(context, step);
    last = step;
  }
  if (last === undefined) context.remark("There is no beat to run.");
  return last?.refused === undefined ? undefined : last;
}

async function readAgain(
  context: Context,
  values: ReplayValues,
  { store, story }: StoryStore,
): Promise<MovedEvent[]> {
  const rules = await rulesOf(context, values);
  const moved = await reclassifyStory(store, story, { rules, now: context.io.now, write: values.write });
  for (const event of moved) {
    if (context.json) context.io.stdout.write(JSON.stringify({ type: "moved", ...event }) + "\n");
    else context.print(movedLine(event));
  }
  if (moved.length === 0) context.remark("No event is read otherwise.");
  else if (!values.write) context.remark("Nothing is kept of this; --write keeps it.");
  return moved;
}

function movedLine({ event_id, key, before, after }: MovedEvent): string {
  const changes = UNIVERSES.filter((universe) => before.intents[universe] !== after.intents[universe]).map(
    (universe) => `${universe} ${before.intents[universe]} -> ${after.intents[universe]}`,
  );
  if (before.act !== after.act) changes.push(`act ${before.act} -> ${after.act}`);
  if (before.lead_universe !== after.lead_universe) {
    changes.push(`lead ${before.lead_universe} -> ${after.lead_universe}`);
  }
  if (before.coherence !== after.coherence) {
    changes.push(`coherence ${before.coherence.toFixed(2)} -> ${after.coherence.toFixed(2)}`);
  }
  return oneLine(`moved ${event_id} (${key}): ${changes.join(", ")}`);
}

/** Changed readings of beats, which the replay uses even when they are not stored. */
function changesOf(moved: readonly MovedEvent[]): NonNullable<ReplayOptions["changes"]> {
  const beats = moved.filter(({ beat_id }) => beat_id !== undefined);
  return new Map(
    beats.map(({ event_id, after }) => [
      event_id,
      { narrative_function: after.intents.story_engine, act: after.act },
    ]),
  );
}

function tell(context: Context, step: ReplayStep): void {
  const { io, json, paint, print } = context;
  if (json) {
    const { beat, ...rest } = step;
    const line = { type: "step", ...rest, ...(beat === undefined ? {} : { beat_id: beat.id }) };
    io.stdout.write(JSON.stringify(line) + "\n");
    return;
  }
  const { beat, event, to, act, count, refused } = step;
  const when = beat === undefined ? "                " : timeText(beat.timestamp);
  const where = refused === undefined ? paint.live(to) : paint.bad(`refused: ${refused}`);
  const what = beat === undefined ? "" : `  ${paint.faint(oneLine(beat.content))}`;
  print(`${paint.faint(when)}  ${paint.strong(event)} -> ${where}  act ${act}, beat ${count}${what}`);
}
