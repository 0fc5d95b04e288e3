/**
 * The running story for pages: its machine and the words of its records, without anything that needs a server.
 *
 * @module
 */
export { ACT_STARTS, actOfCount, phaseOf } from "../position.ts";
export { isStoryName } from "../read_members.ts";
export type { Act, Beat, Phase, Position, Universe } from "../types.ts";
export { UNIVERSES } from "../types.ts";
export { STORY_DEFINITION } from "./story_machine.ts";
export { StoryMachine, type StoryMachineOptions, type StoryMode, type StoryStep } from "./story_machine.ts";
