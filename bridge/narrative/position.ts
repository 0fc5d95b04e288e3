import type { Act, Beat, Phase, Position } from "./types.ts";

/** Number of beats at which the second and the third act start. */
export const ACT_STARTS = { 2: 6, 3: 16 } as const;

/** Largest number of beats in a position. */
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

/** Phase of a story in an act. */
export function phaseOf(act: Act): Phase {
  return PHASES[act];
}

/**
 * Position of a story.
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
