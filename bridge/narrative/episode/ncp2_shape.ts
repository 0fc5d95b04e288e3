import type { Act } from "../types.ts";
import type { NcpOverview } from "./ncp1.ts";

/** An episode as the published schema of NCP 2.0.0 wants it. */
export interface Ncp2Document {
  /** The version of the schema that it keeps to. */
  schema_version: "2.0.0";
  /** Its content. */
  story: Ncp2Story;
}

/** The story of such a document. */
export interface Ncp2Story {
  /** `story_` and the name of the story. */
  id: string;
  /** Title of the story, for people. */
  title: string;
  /** Genre. */
  genre: string;
  /** The episode in one sentence. */
  logline: string;
  /** UTC, without a fraction of the second. */
  created_at: string;
  /** Groups of beats, in the order in which they happened. */
  moments: Ncp2Moment[];
  /** One, or several where the episode has too many beats for one. */
  narratives: Ncp2Narrative[];
}

/** A narrative: as many beats of the episode as the schema lets one have. */
export interface Ncp2Narrative {
  /** The id of the episode; `-1`, `-2` and so on behind it where there are several. */
  id: string;
  /** The title of the episode. */
  title: string;
  /** `complete` when something was resolved. */
  status: "draft" | "complete";
  /** Its elements; the others refer to the perspectives by their ids. */
  subtext: {
    perspectives: Ncp2Perspective[];
    players: Ncp2Player[];
    dynamics: Ncp2Dynamic[];
    storypoints: Ncp2Storypoint[];
    storybeats: Ncp2Storybeat[];
  };
  /** The telling as a whole. */
  storytelling: { overviews: NcpOverview[] };
}

/** A way of seeing. */
export interface Ncp2Perspective {
  /** `perspective_` and the name of the universe. */
  id: string;
  /** Its grammatical person. */
  author_structural_pov: "i" | "you" | "we" | "they";
  /** Its goal. */
  summary: string;
  /** Its reading of the beats. */
  storytelling: string;
}

/** A way of seeing by its id. */
export interface Ncp2PerspectiveLink {
  /** The id of an {@linkcode Ncp2Perspective} of the narrative. */
  perspective_id: string;
}

/** A word of another vocabulary, by the name of that vocabulary. */
export type Ncp2Namespace = Record<string, string>;

/** Someone who sees that way. */
export interface Ncp2Player {
  /** The same in every episode, such as `the-builder`. */
  id: string;
  /** Name for people. */
  name: string;
  /** The archetype, such as `The Builder`. */
  role: string;
  /** Appearance. */
  visual: string;
  /** Voice. */
  audio: string;
  /** Traits, with commas between. */
  summary: string;
  /** Past of the player. */
  bio: string;
  /** Reaction of the player to events. */
  storytelling: string;
  /** Motivations of the player: a function of the schema, with an illustration. */
  motivations: { narrative_function: string; illustration: string; storytelling: string }[];
  /** The one that the player sees by. */
  perspectives: Ncp2PerspectiveLink[];
}

/** A standing tension. */
export interface Ncp2Dynamic {
  /** The same in every episode, such as `dynamic_coherence`. */
  id: string;
  /** Its value in the schema's closed list. */
  dynamic: string;
  /** The end of `dynamic` that the episode is at. */
  vector: string;
  /** The two opposed forces. */
  summary: string;
  /** A way to resolve it. */
  storytelling: string;
  /** Its own kind, such as `coherence`. */
  custom_dynamic: string;
  /** The vocabulary of `custom_dynamic`. */
  custom_dynamic_namespace: Ncp2Namespace;
}

/** A beat that turns the story. */
export interface Ncp2Storypoint {
  /** `storypoint_` and its number in the episode, from 1. */
  id: string;
  /** The throughline that every turn belongs to. */
  throughline: "Objective Story";
  /** Value of its function in the schema's closed list. */
  appreciation: string;
  /** The event in one line. */
  illustration: string;
  /** The event in one line, again: the schema asks for both. */
  summary: string;
  /** In which act, and at what time where it is known. */
  storytelling: string;
  /** All three, for a turn concerns each. */
  perspectives: Ncp2PerspectiveLink[];
  /** The function of the beat, such as `climax`. */
  custom_appreciation: string;
  /** The vocabulary of `custom_appreciation`. */
  custom_appreciation_namespace: Ncp2Namespace;
}

/** A beat. */
export interface Ncp2Storybeat {
  /** The id of the beat, or another one where the schema does not let it be. */
  id: string;
  /** Scope: a single event. */
  scope: "event";
  /** From 1, in its narrative. */
  sequence: number;
  /** The event in one line. */
  summary: string;
  /** Its tones. */
  storytelling: string;
  /** The lead first, then those that have something to say. */
  perspectives: Ncp2PerspectiveLink[];
  /** Stored function of the beat. */
  custom_narrative_function: string;
  /** The vocabulary of `custom_narrative_function`. */
  custom_narrative_function_namespace: Ncp2Namespace;
}

/** Up to three beats in one moment. */
export interface Ncp2Moment {
  /** `moment_` and its number in the story, from 1. */
  id: string;
  /** The act of its first beat. */
  act: Act;
  /** From 0, in the story. */
  order: number;
  /** The act and the event of its first beat. */
  summary: string;
  /** All its events, with semicolons between. */
  synopsis: string;
  /** Setting, in words. */
  setting: string;
  /** The times of its first and its last beat, as text. */
  timing: string;
  /** Expected continuation. */
  imperatives: string;
  /** Its beats; `sequence` is that within the moment, from 1. */
  storybeats: { sequence: number; narrative_id: string; storybeat_id: string }[];
  /** Its turns, numbered like the beats. */
  storypoints: { sequence: number; narrative_id: string; storypoint_id: string }[];
  /** Number of beats. */
  maximum_steps: number;
}
