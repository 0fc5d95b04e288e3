import { StoryMachine, type StoryStep } from "../story/story_machine.ts";
import type { EpisodeTelling } from "./telling.ts";

/** An episode as a sequence document, which a replay of scenarios can check against the story's machine. */
export interface EpisodeScenario {
  settings: { namespace: string; name: string; description: string };
  participants: ScenarioParticipant[];
  messages: ScenarioMessage[];
}

/** Someone who takes part. */
export interface ScenarioParticipant {
  name: string;
  actor?: string;
  service?: string;
  /** The entities that it keeps. */
  holds?: string[];
  description: string;
}

/** A message; it fires an event and names the state that follows. */
export interface ScenarioMessage {
  from: string;
  to: string;
  label: string;
  event: string;
  machine: string;
  carries?: string;
  state: string;
}

const PARTICIPANTS: readonly ScenarioParticipant[] = [
  { name: "GitHub", actor: "GitHub", description: "Sends what happens in the repository." },
  { name: "Bridge", service: "narrative bridge", description: "Reads each delivery three ways." },
  {
    name: "Store",
    service: "beat store",
    holds: ["Event", "Analysis", "Beat", "Episode"],
    description: "Keeps what was read, and counts.",
  },
  { name: "Designer", actor: "Designer", description: "Shows where the story stands." },
];

/** The machine that the messages drive. */
const MACHINE = "RunningStory";

/** The scenario of an episode: one message a beat, and one for each act that its count reaches. */
export function episodeScenario({ id, title, beats }: EpisodeTelling): EpisodeScenario {
  const story = new StoryMachine();
  return {
    settings: { namespace: "loom.narrative", name: id, description: title },
    participants: PARTICIPANTS.map((one) => ({ ...one })),
    messages: beats.flatMap((beat) => story.tell({ ...beat, coherence: beat.coherence ?? 0 })).map(messageOf),
  };
}

function messageOf({ event, beat, to }: StoryStep): ScenarioMessage {
  if (beat === undefined) {
    return {
      from: "Store",
      to: "Designer",
      label: "The count reaches the next act",
      event,
      machine: MACHINE,
      state: to,
    };
  }
  return {
    from: "GitHub",
    to: "Bridge",
    label: beat.content,
    event,
    machine: MACHINE,
    carries: "Beat",
    state: to,
  };
}
