import {
  analyzeEvent,
  type BeatRequest,
  type BeatRequestDefaults,
  draftBeat,
  readBeatRequest,
} from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_BEAT } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { beatLines } from "./beat_text.ts";
import { eventOf, type InputObject, readInput, rulesOf } from "./read_input.ts";
import { type StoryStore, withStory } from "./story_store.ts";

type BeatValues = Parameters<Run<typeof NARRATIVE_BEAT>>[1];

/** Makes a beat of an event. */
export const beat: Run<typeof NARRATIVE_BEAT> = async (context, values) => {
  const input = await readInput(context, values.file);
  return await withStory(context, values, async (kept) => {
    const request = await requestOf(context, values, input, kept);
    const { beat, created } = await kept.store.createBeat(request.story, draftBeat(request));
    if (context.json) context.printJson({ beat_id: beat.id, beat });
    else {
      context.print(beatLines(context, [beat]));
      if (!created) context.remark("The event had this beat already.");
    }
    return EXIT.done;
  });
};

async function requestOf(
  context: Context,
  values: BeatValues,
  input: InputObject,
  { store, story }: StoryStore,
): Promise<BeatRequest> {
  const now = context.io.now().toISOString();
  if (Object.hasOwn(input.value, "analysis")) return readyRequest(values, input, { now, story });
  const event = eventOf(context, input, values);
  const record = analyzeEvent(event, { story, now, rules: await rulesOf(context, values) });
  await store.putAnalysis(record);
  const { event_id, timestamp, payload } = event;
  return { event_id, timestamp, story, analysis: record.analysis, raw_payload: payload };
}

/** @throws {UsageError} When the command line says of the event what its analysis has said. */
function readyRequest(
  values: BeatValues,
  { value }: InputObject,
  defaults: BeatRequestDefaults,
): BeatRequest {
  if (values.type === undefined && values.action === undefined && values.id === undefined) {
    return readBeatRequest(value, defaults);
  }
  throw new UsageError(
    "The file holds an event that is analysed already: leave --type, --action and --id away.",
  );
}
