import type { Beat } from "../types.ts";
import { episodeId, episodeSlug, episodeTitle } from "./names.ts";

/** A beat of an episode; one from a file need not say how far the views agree. */
export type ToldBeat = Omit<Beat, "coherence"> & { readonly coherence: number | undefined };

/** Options of an episode's telling. */
export interface EpisodeOptions {
  /** The number of the episode, 1 to 99. */
  readonly episode: number;
  /** The number of its season, 1 to 99. Default: 1. */
  readonly season?: number;
  /** Time of writing. */
  readonly now: Date;
  /** The name of the story. Default: `main`. */
  readonly story?: string;
  /** The title of the story. */
  readonly storyTitle?: string;
  /** Its genre. */
  readonly genre?: string;
  /** Setting. */
  readonly setting?: string;
}

/** An episode to be written: its beats in their order, and what all its documents tell alike. */
export interface EpisodeTelling {
  /** Such as `s01e07`. */
  readonly id: string;
  /** The number of its season, from 1. */
  readonly season: number;
  /** Its number in the season, from 1. */
  readonly number: number;
  /** Title for people. */
  readonly title: string;
  /** The title as a part of file names. */
  readonly slug: string;
  /** Its steps, in their order. */
  readonly beats: readonly [ToldBeat, ...ToldBeat[]];
  /** Groups of three beats; the last may have one or two. */
  readonly moments: readonly (readonly [ToldBeat, ...ToldBeat[]])[];
  /** The name of its story, such as `main`. */
  readonly story: string;
  /** Title of the story, for people. */
  readonly storyTitle: string;
  /** Genre. */
  readonly genre: string;
  /** Setting, in words. */
  readonly setting: string;
  /** All of it in one sentence. */
  readonly logline: string;
  /** Time of writing. */
  readonly now: Date;
}

/** Number of beats in a moment. */
const MOMENT_LENGTH = 3;

/**
 * Makes an episode of beats.
 *
 * @param beats at least one, in their order
 */
export function tellEpisode(
  beats: readonly [ToldBeat, ...ToldBeat[]],
  options: EpisodeOptions,
): EpisodeTelling {
  const { season = 1, now, story = "main" } = options;
  const title = episodeTitle(beats, now);
  return {
    id: episodeId(season, options.episode),
    season,
    number: options.episode,
    title,
    slug: episodeSlug(title),
    beats,
    moments: momentsOf(beats),
    story,
    storyTitle: options.storyTitle ?? "Development Chronicle",
    genre: options.genre ?? "Development chronicle",
    setting: options.setting ?? "The repository",
    logline: loglineOf(beats),
    now,
  };
}

/** An instant as documents of this kind write it: UTC, without a fraction of the second. */
export function wholeSeconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

function momentsOf(beats: readonly ToldBeat[]): [ToldBeat, ...ToldBeat[]][] {
  const moments: [ToldBeat, ...ToldBeat[]][] = [];
  for (let at = 0; at < beats.length; at += MOMENT_LENGTH) {
    const [first, ...others] = beats.slice(at, at + MOMENT_LENGTH);
    if (first !== undefined) moments.push([first, ...others]);
  }
  return moments;
}

function loglineOf(beats: readonly [ToldBeat, ...ToldBeat[]]): string {
  const [first] = beats;
  const last = beats.at(-1) ?? first;
  const count = beats.length === 1 ? "1 beat" : `${beats.length} beats`;
  const days = `${dayOf(first.timestamp)} and ${dayOf(last.timestamp)}`;
  return `${count} between ${days}; it opens with ${first.content} and stands at ${last.content}.`;
}

/** The day of a time as it is written; `an unknown day` where none is. */
function dayOf(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms) ? "an unknown day" : new Date(ms).toISOString().slice(0, 10);
}

/**
 * Words and how often each comes, as a sentence part: `code_change twice, integration_complete once`.
 *
 * @returns `none` for no words
 */
export function countsInWords(words: readonly string[]): string {
  const rows = countsOf(words).map(([word, count]) => `${word} ${times(count)}`);
  return rows.length === 0 ? "none" : rows.join(", ");
}

/** Words in order, with repeats counted: `inciting_incident, then beat 3 times, then climax`. */
export function orderInWords(words: readonly string[]): string {
  const runs: [word: string, length: number][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] === word) last[1]++;
    else runs.push([word, 1]);
  }
  return runs.map(([word, length]) => length === 1 ? word : `${word} ${times(length)}`).join(", then ");
}

/** Counts of each word, the most frequent first; of equals, the one that came first. */
export function countsOf(words: readonly string[]): [word: string, count: number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
