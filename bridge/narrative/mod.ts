/**
 * The narrative bridge: events of a forge become perspectives, beats, a position in a story, and episodes.
 *
 * @module
 */
export { type BeatRequestDefaults, contentOf, draftBeat, readBeatRequest } from "./beat/beat.ts";
export { type MovedEvent, type Reading, type ReclassifyOptions, reclassifyStory } from "./beat/reclassify.ts";
export { type ReplayOptions, type ReplayStep, replayStory } from "./beat/replay.ts";
export {
  closeWhenOver,
  episodeBeats,
  type EpisodeRecordOptions,
  keepEpisode,
  openBeats,
} from "./episode/close_episode.ts";
export {
  type EpisodeExtras,
  type EpisodeFile,
  type EpisodeFiles,
  episodeFiles,
} from "./episode/episode_files.ts";
export { writeEpisode, type WriteEpisodeOptions, type WrittenEpisode } from "./episode/write_episode.ts";
export { followStory, type FollowStoryOptions, type StoryMove } from "./episode/follow_story.ts";
export { episodeId, episodeSlug } from "./episode/names.ts";
export type { NcpOverview } from "./episode/ncp1.ts";
export type * from "./episode/ncp2_shape.ts";
export { beatsOf, inTime, type ReadBeats, readBeats } from "./episode/read_beats.ts";
export {
  type OpenRedisReader,
  openRedisReader,
  redisBeats,
  type RedisReader,
} from "./episode/redis_beats.ts";
export type { EpisodeOptions, EpisodeTelling, ToldBeat } from "./episode/telling.ts";
export { toldBeats } from "./episode/told_beats.ts";
export { analyzeEvent, type AnalyzeOptions } from "./event/analyze_event.ts";
export { classify } from "./event/classify/classify.ts";
export { explain, type Explanation, type IntentReason } from "./event/classify/explain.ts";
export { lookupKey } from "./event/classify/lookup_key.ts";
export { readRules, readRulesFile } from "./event/classify/read_rules.ts";
export {
  actOfFunction,
  BUILT_IN_RULES,
  type Rules,
  type StoryRow,
  type WordMatch,
} from "./event/classify/rules.ts";
export type { WordHit } from "./event/classify/words.ts";
export { eventTime } from "./event/event_time.ts";
export { type EventBody, factsOf } from "./event/facts.ts";
export { type EventDefaults, readEvent } from "./event/read_event.ts";
export {
  backfill,
  type BackfilledEvent,
  type BackfillOptions,
  type BackfillOutcome,
} from "./forge/backfill.ts";
export {
  type DoctorOptions,
  type DoctorReport,
  examineDeliveries,
  type MissingDelivery,
} from "./forge/doctor.ts";
export { ForgeClient, ForgeError, type ForgeErrorCode, type ForgeOptions } from "./forge/forge_client.ts";
export type { PastEventsOptions } from "./forge/past_events.ts";
export { type BridgeCaller, reach } from "./hook/bridge_call.ts";
export { type DrainedEvent, type DrainOptions, type DrainOutcome, drainSpool } from "./hook/drain.ts";
export { type FlowOutcome, type RunFlow, runProgram } from "./hook/flows.ts";
export { bridgeUrl, type HookClock, type HookSettings, hookSettings } from "./hook/hook_settings.ts";
export { type HookOutside, type HookResult, runHook } from "./hook/run_hook.ts";
export type { SpooledEvent } from "./hook/shell_event.ts";
export { appendLine, spoolEvent } from "./hook/spool.ts";
export * from "./http/mod.ts";
export { NarrativeError, type NarrativeErrorCode, StoreUnavailableError } from "./narrative_error.ts";
export { pause } from "./pause.ts";
export { ACT_STARTS, actOfCount, positionOf } from "./position.ts";
export { DEFAULT_STORY, isStoryName } from "./read_members.ts";
export { bodyIdentity } from "./sha256.ts";
export type * from "./store/beat_store.ts";
export { DEFAULT_STORE, openStore, type OpenStoreOptions } from "./store/open_store.ts";
export { memoryStore } from "./store/sqlite_store.ts";
export {
  analysesOfStory,
  beatsOfStory,
  readPosition,
  storyBeats,
  type WantedBeats,
} from "./story/read_story.ts";
export { layDownDocuments } from "./story/story_documents.ts";
export {
  StoryMachine,
  type StoryMachineOptions,
  type StoryMode,
  type StoryStep,
} from "./story/story_machine.ts";
export * from "./types.ts";
