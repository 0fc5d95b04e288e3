import type { Act, Beat, Phase, Position } from "./types.ts";

/** From how many beats on a story is in its second and in its third act. */
export const ACT_STARTS = { 2: 6, 3: 16 } as const;

/** How many beats a position shows at most. */
export const RECENT_BEATS = 5;

const PHASES: Readonly<Record<Act, Phase>> = { 1: "setup", 2: "confrontation", 3: "resolution" };

/**
 * The act of a story of so many beats.
 *
 * @example
 * ```ts
 * import { actOfCount } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals([5, 6, 15, 16].map(actOfCount), [1, 2, 2, 3]);
 * ```
 */
export function actOfCount(count: number): Act {
  if (count >= ACT_STARTS[3]) return 3;
  return count >= ACT_STARTS[2] ? 2 : 1;
}

/** What an act does for the story. */
export function phaseOf(act: Act): Phase {
  return PHASES[act];
}

/**
 * Where a story stands.
 *
 * @param count the beats of the open episode
 * @param recent the newest beats, the newest first
 */
export function positionOf(count: number, recent: readonly Beat[]): Position {
  const act = actOfCount(count);
  return {
    current_act: act,
    current_phase: phaseOf(act),
    beat_count: count,
    recent_beats: recent.slice(0, RECENT_BEATS),
  };
}
