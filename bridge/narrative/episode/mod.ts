/**
 * Episodes: beats as documents for people and for programs.
 *
 * @module
 */
export { followStory, type FollowStoryOptions, type StoryMove } from "./follow_story.ts";
export { episodeBeats, type EpisodeRecordOptions, keepEpisode, openBeats } from "./close_episode.ts";
export { closeWhenOver } from "./close_when_over.ts";
export { type EpisodeExtras, type EpisodeFile, type EpisodeFiles, episodeFiles } from "./episode_files.ts";
export { episodeId, episodeSlug } from "./names.ts";
export type { NcpOverview } from "./ncp1.ts";
export type * from "./ncp2_shape.ts";
export { beatsOf, inTime, type ReadBeats, readBeats } from "./read_beats.ts";
export { openRedisReader, redisBeats, type RedisReader } from "./redis_beats.ts";
export type { OpenRedisReader } from "./redis_reader.ts";
export type { EpisodeOptions, EpisodeTelling } from "./telling.ts";
export { writeEpisode, type WrittenEpisode } from "./write_episode.ts";
