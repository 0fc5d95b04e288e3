import { positionOf, RECENT_BEATS } from "../position.ts";
import type { BeatStore } from "../store/beat_store.ts";
import type { Position } from "../types.ts";

/** Reads the position of a story from its store. */
export async function readPosition(
  store: Pick<BeatStore, "count" | "recent">,
  story: string,
): Promise<Position> {
  const [{ open }, recent] = await Promise.all([store.count(story), store.recent(story, RECENT_BEATS)]);
  return positionOf(open, recent);
}
