/**
 * The running story as a machine, and what is kept of it as documents.
 *
 * @module
 */
export { analysesOfStory, beatsOfStory } from "./read_story.ts";
export { storyBeats, type WantedBeats } from "./story_beats.ts";
export { layDownDocuments } from "./story_documents.ts";
export { StoryMachine, type StoryMachineOptions, type StoryMode, type StoryStep } from "./story_machine.ts";
