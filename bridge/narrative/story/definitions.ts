import type { StateMachineDefinition } from "@loom/protocol";
import issue from "./documents/issue.smdf.json" with { type: "json" };
import story from "./documents/story.smdf.json" with { type: "json" };

/** The running story: acts are composites, beats are events. The file beside it is valid without a finding. */
export const STORY_DEFINITION: StateMachineDefinition = story as StateMachineDefinition;

/** The life of one issue, driven by the keys that events are looked up by. */
export const ISSUE_DEFINITION: StateMachineDefinition = issue as StateMachineDefinition;
