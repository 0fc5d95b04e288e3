import type { Act, Universe } from "../types.ts";
import type { ToldBeat } from "./telling.ts";
import {
  DYNAMICS,
  perspectiveId,
  PERSPECTIVES,
  PLAYERS,
  SILENT_INTENTS,
  STORYPOINT_FUNCTIONS,
  tonesOf,
} from "./cast.ts";
import { countsInWords, countsOf, type EpisodeTelling, orderInWords, wholeSeconds } from "./telling.ts";

/** An episode in the shape of NCP 1.0. */
export interface NcpDocument {
  schema_version: "1.0";
  story: {
    id: string;
    title: string;
    genre: string;
    logline: string;
    /** UTC, without a fraction of the second. */
    created_at: string;
    narratives: NcpNarrative[];
  };
}

/** The narrative of an episode. */
export interface NcpNarrative {
  id: string;
  title: string;
  subtext: {
    perspectives: NcpPerspective[];
    players: NcpPlayer[];
    dynamics: NcpDynamic[];
    storypoints: NcpStorypoint[];
    storybeats: NcpStorybeat[];
  };
  storytelling: { overviews: NcpOverview[]; moments: NcpMoment[] };
}

/** A way of seeing. */
export interface NcpPerspective {
  id: string;
  throughline: string;
  summary: string;
  storytelling: string;
}

/** Someone who sees that way. */
export interface NcpPlayer {
  id: string;
  name: string;
  archetype: string;
  universe: Universe;
  characteristics: string[];
}

/** A standing tension. */
export interface NcpDynamic {
  id: string;
  type: string;
  description: string;
  resolution_path: string;
}

/** A beat that turns the story. */
export interface NcpStorypoint {
  id: string;
  type: string;
  act: Act;
  description: string;
  timestamp: string;
}

/** A beat. */
export interface NcpStorybeat {
  id: string;
  /** From 1. */
  sequence: number;
  narrative_function: string;
  summary: string;
  tones: string[];
  /** The lead first, then those that have something to say, by the ids of the perspectives. */
  perspectives: { perspective_id: string }[];
}

/** A text about the whole. */
export interface NcpOverview {
  /** The same in every episode, such as `overview_genre`. */
  id: string;
  /** Subject of the text. */
  label: "Logline" | "Genre" | "Blended Throughlines";
  /** It in short. */
  summary: string;
  /** It at length; for the logline the same as in short. */
  storytelling: string;
}

/** Up to three beats in one moment. */
export interface NcpMoment {
  id: string;
  summary: string;
  synopsis: string;
  setting: string;
  timing: string;
  /** `sequence` is that within the moment, from 1. */
  storybeats: { sequence: number; storybeat_id: string }[];
}

/** The document of an episode in the shape of NCP 1.0. */
export function ncp1Document(episode: EpisodeTelling): NcpDocument {
  return {
    schema_version: "1.0",
    story: {
      id: `story_${episode.story}`,
      title: episode.storyTitle,
      genre: episode.genre,
      logline: episode.logline,
      created_at: wholeSeconds(episode.now),
      narratives: [{
        id: episode.id,
        title: episode.title,
        subtext: {
          perspectives: perspectivesOf(episode.beats),
          players: PLAYERS.map(({ portrait: _, characteristics, ...player }) => ({
            ...player,
            characteristics: [...characteristics],
          })),
          dynamics: DYNAMICS.map(({ resolutionPath, ...dynamic }) => ({
            ...dynamic,
            resolution_path: resolutionPath,
          })),
          storypoints: storypointsOf(episode.beats),
          storybeats: episode.beats.map(storybeat),
        },
        storytelling: { overviews: overviewsOf(episode), moments: momentsOf(episode) },
      }],
    },
  };
}

/** The perspectives' readings of the beats, in words. */
export function perspectivesOf(beats: readonly ToldBeat[]): NcpPerspective[] {
  return PERSPECTIVES.map(({ id, throughline, summary, universe }) => ({
    id,
    throughline,
    summary,
    storytelling: universe === "story_engine"
      ? `In this order: ${orderInWords(beats.map((beat) => beat.narrative_function))}.`
      : `What it saw: ${countsInWords(beats.map((beat) => beat.perspectives[universe]))}.`,
  }));
}

/** The beats that turn the story, numbered. */
export function storypointsOf(beats: readonly ToldBeat[]): NcpStorypoint[] {
  return beats
    .filter((beat) => STORYPOINT_FUNCTIONS.has(beat.narrative_function))
    .map((beat, index) => ({
      id: `storypoint_${index + 1}`,
      type: beat.narrative_function,
      act: beat.act,
      description: beat.content,
      timestamp: beat.timestamp,
    }));
}

/** The universes with a view of a beat: the lead first, then those whose intent says something. */
export function viewsOf(beat: ToldBeat): Universe[] {
  const speaking = PERSPECTIVES.map(({ universe }) => universe).filter((universe) =>
    universe !== beat.lead_universe && beat.perspectives[universe] !== SILENT_INTENTS[universe]
  );
  return [beat.lead_universe, ...speaking];
}

/** The texts about the whole. */
export function overviewsOf({ beats, logline, genre }: EpisodeTelling): NcpOverview[] {
  const leads = countsOf(beats.map((beat) => beat.lead_universe));
  const functions = beats.map((beat) => beat.narrative_function);
  return [
    { id: "overview_logline", label: "Logline", summary: logline, storytelling: logline },
    {
      id: "overview_genre",
      label: "Genre",
      summary: genre,
      storytelling: `${genre}, told by ${leads.map(([lead]) => lead).join(", ")}.`,
    },
    {
      id: "overview_throughlines",
      label: "Blended Throughlines",
      summary: PERSPECTIVES.map(({ summary }) => summary).join("; "),
      storytelling: `The leads are ${
        countsInWords(beats.map((beat) => beat.lead_universe))
      }; the functions are ${countsInWords(functions)}.`,
    },
  ];
}

function storybeat(beat: ToldBeat, index: number): NcpStorybeat {
  return {
    id: beat.id,
    sequence: index + 1,
    narrative_function: beat.narrative_function,
    summary: beat.content,
    tones: tonesOf(beat.narrative_function, beat.lead_universe),
    perspectives: viewsOf(beat).map((universe) => ({ perspective_id: perspectiveId(universe) })),
  };
}

function momentsOf({ moments, setting }: EpisodeTelling): NcpMoment[] {
  return moments.map((beats, index) => ({
    id: `moment_${index + 1}`,
    summary: momentSummary(beats),
    synopsis: beats.map(({ content }) => content).join("; "),
    setting,
    timing: momentTiming(beats),
    storybeats: beats.map(({ id }, at) => ({ sequence: at + 1, storybeat_id: id })),
  }));
}

/** Summary of a moment: its act and its first beat. */
export function momentSummary([first]: readonly [ToldBeat, ...ToldBeat[]]): string {
  return `Act ${first.act}: ${first.content}`;
}

/** From when to when a moment lasts. */
export function momentTiming(beats: readonly [ToldBeat, ...ToldBeat[]]): string {
  return `${beats[0].timestamp} to ${(beats.at(-1) ?? beats[0]).timestamp}`;
}
