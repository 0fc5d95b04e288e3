/**
 * The live state of a story for pages, without a user interface.
 *
 * @module
 */
export { activeLeaves } from "./active_leaves.ts";
export {
  type EventStream,
  followBridge,
  type FollowEnvironment,
  type HeardStory,
  type Hearing,
  POLL_MS,
} from "./follow_bridge.ts";
export {
  type BeatFilter,
  filtered,
  functionsOf,
  leadsOf,
  SHOWN_BEATS,
  StoryTeller,
  type ToldStory,
} from "./told_story.ts";
