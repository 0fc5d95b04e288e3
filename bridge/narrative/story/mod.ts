/**
 * The running story as a machine, and what is kept of it as documents.
 *
 * @module
 */
export { followStory, type FollowStoryOptions, type StoryMove } from "./follow_story.ts";
export { analysesOfStory, beatsOfStory } from "./read_story.ts";
export { storyBeats, type WantedBeats } from "./story_beats.ts";
export { layDownDocuments } from "./story_documents.ts";
export { StoryMachine, type StoryMachineOptions, type StoryMode, type StoryStep } from "./story_machine.ts";
