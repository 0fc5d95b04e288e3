/**
 * The fixed parts of every episode, as tables: the three perspectives, their players, the dynamics between them, and the tones
 * of the functions.
 *
 * @module
 */
import type { Universe } from "../types.ts";

/** A perspective of an episode. */
export interface PerspectiveRow {
  /** Its id in the document. */
  readonly id: string;
  /** Whose reading it is. */
  readonly universe: Universe;
  /** Name for people. */
  readonly title: string;
  /** Its throughline. */
  readonly throughline: string;
  /** Its goal. */
  readonly summary: string;
  /** Its grammatical person, which the schema of NCP 2.0 asks for. */
  readonly structuralPov: "i" | "you" | "we" | "they";
}

/** The three ways of seeing. */
export const PERSPECTIVES: readonly PerspectiveRow[] = [
  {
    id: "perspective_engineer",
    universe: "engineer",
    title: "Engineer",
    throughline: "Objective Story",
    summary: "What was built and what it touches",
    structuralPov: "they",
  },
  {
    id: "perspective_ceremony",
    universe: "ceremony",
    title: "Ceremony",
    throughline: "Relationship Story",
    summary: "Who meant what to whom while it was built",
    structuralPov: "we",
  },
  {
    id: "perspective_story_engine",
    universe: "story_engine",
    title: "Story",
    throughline: "Main Character",
    summary: "What the sequence of events amounts to",
    structuralPov: "i",
  },
];

/** The id of the perspective of a universe. */
export function perspectiveId(universe: string): string {
  return `perspective_${universe}`;
}

/** Someone who sees that way. */
export interface PlayerRow {
  /** Its id in the document. */
  readonly id: string;
  readonly name: string;
  readonly archetype: string;
  readonly universe: Universe;
  readonly characteristics: readonly string[];
  /** Members that the NCP 2.0 schema requires in addition. */
  readonly portrait: {
    readonly bio: string;
    readonly storytelling: string;
    readonly visual: string;
    readonly audio: string;
    readonly motivation: { readonly function: string; readonly illustration: string };
  };
}

/** The three players. */
export const PLAYERS: readonly PlayerRow[] = [
  {
    id: "the-builder",
    name: "Builder",
    archetype: "The Builder",
    universe: "engineer",
    characteristics: ["analytical", "precise", "minds structure", "wants it to hold"],
    portrait: {
      bio: "Has put up more than was ever finished, and remembers which parts held.",
      storytelling: "Answers each event with the question of what it touches.",
      visual: "Plans on a wall, every line of them checked.",
      audio: "Short sentences with numbers in them.",
      motivation: { function: "Proaction", illustration: "Begins the work before it is asked for." },
    },
  },
  {
    id: "the-keeper",
    name: "Keeper",
    archetype: "The Keeper",
    universe: "ceremony",
    characteristics: ["reverent", "attentive to people", "guards agreements", "pauses before acting"],
    portrait: {
      bio: "Was there when the agreements were made and can say who made them.",
      storytelling: "Answers each event with the question of whom it concerns.",
      visual: "A table with a chair for everyone who is spoken of.",
      audio: "A pause, then a name.",
      motivation: {
        function: "Protection",
        illustration: "Stands between the work and those it might harm.",
      },
    },
  },
  {
    id: "the-weaver",
    name: "Weaver",
    archetype: "The Weaver",
    universe: "story_engine",
    characteristics: ["playful", "sees pattern in disorder", "remembers", "connects"],
    portrait: {
      bio: "Keeps the threads of all that was begun and tries which of them belong together.",
      storytelling: "Answers each event with the question of what it continues.",
      visual: "Threads of three colours on one loom.",
      audio: "A tune that comes back changed.",
      motivation: { function: "Interpretation", illustration: "Reads one story out of separate events." },
    },
  },
];

/** A standing tension. */
export interface DynamicRow {
  /** Its id in the document. */
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly resolutionPath: string;
}

/** The three standing tensions. */
export const DYNAMICS: readonly DynamicRow[] = [
  {
    id: "dynamic_integration",
    type: "integration",
    description: "Joining systems pulls against leaving each its independence",
    resolutionPath: "Connect by agreed contracts; take nothing the other side did not offer",
  },
  {
    id: "dynamic_collaboration",
    type: "collaboration",
    description: "Three ways of seeing must act together and stay distinct",
    resolutionPath: "Record all three readings, let one lead, say which",
  },
  {
    id: "dynamic_coherence",
    type: "coherence",
    description: "Separate events resist becoming one story",
    resolutionPath: "Order the beats, name the turns, close what was opened",
  },
];

const FUNCTION_TONES: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "curious"],
  ["rising_action", "gathering"],
  ["turning_point", "tense"],
  ["complication", "uneasy"],
  ["crisis", "strained"],
  ["climax", "triumphant"],
  ["resolution", "settled"],
  ["denouement", "quiet"],
]);

const LEAD_TONES: Readonly<Record<Universe, string>> = {
  engineer: "exact",
  ceremony: "warm",
  story_engine: "reflective",
};

/** The two tones of a beat: that of its function, then that of its lead. */
export function tonesOf(narrativeFunction: string, lead: Universe): [string, string] {
  return [FUNCTION_TONES.get(narrativeFunction) ?? "steady", LEAD_TONES[lead]];
}

/** The functions that make a story point of their beat. */
export const STORYPOINT_FUNCTIONS: ReadonlySet<string> = new Set([
  "inciting_incident",
  "turning_point",
  "climax",
  "resolution",
]);

/** The intents that say nothing: a perspective that has it has no view of the beat. */
export const SILENT_INTENTS: Readonly<Record<Universe, string>> = {
  engineer: "unknown",
  ceremony: "acknowledgment",
  story_engine: "beat",
};
