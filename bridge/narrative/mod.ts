/**
 * The narrative bridge: events of a forge become perspectives, beats, a position in a story, and episodes.
 *
 * @module
 */
export { analyzeEvent, type AnalyzeOptions } from "./event/analyze_event.ts";
export { draftBeat } from "./beat/beat.ts";
export { bodyIdentity } from "./event/body_identity.ts";
export { BUILT_IN_RULES } from "./event/classify/built_in_rules.ts";
export { classify } from "./event/classify/classify.ts";
export { explain, type Explanation, type IntentReason } from "./event/classify/explain.ts";
export { lookupKey } from "./event/classify/lookup_key.ts";
export { readRules } from "./event/classify/read_rules.ts";
export { readRulesFile } from "./event/classify/read_rules_file.ts";
export { actOfFunction, type Rules, type StoryRow, type WordMatch } from "./event/classify/rules.ts";
export type { WordHit } from "./event/classify/words.ts";
export { contentOf } from "./beat/content.ts";
export * from "./episode/mod.ts";
export { eventTime } from "./event/event_time.ts";
export { type EventBody, factsOf } from "./event/facts.ts";
export * from "./forge/mod.ts";
export * from "./hook/mod.ts";
export { readPosition } from "./http/read_position.ts";
export * from "./http/mod.ts";
export { NarrativeError, type NarrativeErrorCode } from "./narrative_error.ts";
export { pause } from "./pause.ts";
export { ACT_STARTS, actOfCount, positionOf } from "./position.ts";
export { type BeatRequestDefaults, readBeatRequest } from "./beat/read_beat_request.ts";
export { type EventDefaults, readEvent } from "./event/read_event.ts";
export { DEFAULT_STORY, isStoryName } from "./read_members.ts";
export type { AnalysisTexts } from "./event/analysis_texts.ts";
export type * from "./store/beat_store.ts";
export { memoryStore } from "./store/sqlite_store.ts";
export { DEFAULT_STORE, openStore, type OpenStoreOptions } from "./store/open_store.ts";
export * from "./beat/replay/mod.ts";
export { StoreUnavailableError } from "./store/store_unavailable_error.ts";
export * from "./story/mod.ts";
export * from "./types.ts";
