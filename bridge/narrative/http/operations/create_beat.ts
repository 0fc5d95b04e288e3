import { draftBeat, readBeatRequest } from "../../beat/beat.ts";
import { ACT_STARTS } from "../../position.ts";
import type { BeatStore, CreatedBeat } from "../../store/beat_store.ts";
import type { Beat, BeatRequest } from "../../types.ts";
import { type NarrativeDeps, storeFailure } from "../deps.ts";
import { parseBody } from "../parse_body.ts";
import { readPosition } from "../../story/read_story.ts";
import { go } from "../refusals.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Attempts to count beats while others arrive. */
const MOST_TRIES = 5;

/** Makes a beat of an event and its analysis. */
export const createBeat: Route["run"] = async ({ bytes }, deps) => {
  const body = parseBody(bytes);
  if (!body.ok) return body;
  const now = new Date(deps.now()).toISOString();
  const { beat, created } = await keepBeat(readBeatRequest(body.value, { now, story: deps.story }), deps);
  return go(json({ beat_id: beat.id, beat }, {
    headers: { "x-narrative-stored": "true", ...(created ? {} : { "x-narrative-duplicate": "true" }) },
  }));
};

/** Stores the beat of an event, and notifies the followers of the story. */
export async function keepBeat(request: BeatRequest, deps: NarrativeDeps): Promise<CreatedBeat> {
  const { store, meters, feed } = deps;
  const made = await store.createBeat(request.story, draftBeat(request));
  if (!made.created) {
    meters.duplicates.add({});
    return made;
  }
  meters.beats.add({});
  meters.lastEvent = { at: deps.now(), lagMs: Math.max(0, deps.now() - Date.parse(made.beat.timestamp)) };
  feed.nudge();
  await tell(request.story, made.beat, deps);
  return made;
}

/** The number of a beat in the open episode, from 1; NaN when others arrive too fast to count. */
async function ordinalOf(store: BeatStore, story: string, { id }: Beat): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await store.count(story);
    const newest = await store.list(story, { order: "arrival", newestFirst: true });
    const { open, total } = await store.count(story);
    if (open !== before.open || total !== before.total) continue;
    const newer = newest.findIndex(({ beat }) => beat.id === id);
    return newer < 0 ? NaN : open - newer;
  }
  return NaN;
}

/** Sends webhooks about a beat; their failure does not matter to the beat. */
async function tell(story: string, beat: Beat, deps: NarrativeDeps): Promise<void> {
  const { outgoing, store } = deps;
  if (outgoing === undefined) return;
  const timestamp = new Date(deps.now()).toISOString();
  outgoing.send({ id: beat.id, type: "narrative.beat.created", timestamp, data: { story, beat } });
  try {
    // The counts with which an act begins; the first beat begins the story.
    if (![1, ACT_STARTS[2], ACT_STARTS[3]].includes(await ordinalOf(store, story, beat))) return;
    const data = { story, ...await readPosition(store, story) };
    outgoing.send({ id: `position_${beat.id}`, type: "narrative.position.changed", timestamp, data });
  } catch (error) {
    storeFailure(error, deps);
  }
}
