/**
 * Going through a story again: by its machine, and by other rules.
 *
 * @module
 */
export { type MovedEvent, type Reading, type ReclassifyOptions, reclassifyStory } from "./reclassify.ts";
export { type ReplayOptions, type ReplayStep, replayStory } from "./replay.ts";
