import { isObject, parseJsonText } from "@loom/protocol";
import { actOfFunction } from "../event/classify/rules.ts";
import { eventTime } from "../event/event_time.ts";
import { NarrativeError } from "../narrative_error.ts";
import { type Universe, UNIVERSES } from "../types.ts";
import type { ToldBeat } from "./telling.ts";

/** The beats of a file, and what was wrong with it. */
export interface ReadBeats {
  /** In the order of their times; in that of the file when one has no time. */
  readonly beats: ToldBeat[];
  /** A sentence for each element that was left out. */
  readonly warnings: string[];
}

/**
 * Reads beats from JSON: a list of them. What a beat lacks is filled in.
 *
 * @throws {LoomError} when the text is no JSON, or no list
 *
 * @example
 * ```ts
 * import { readBeats } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const { beats } = readBeats('[{"narrative_function": "climax", "timestamp": "2026-01-03T13:20:00Z"}]');
 * assertEquals([beats[0]?.act, beats[0]?.content, beats[0]?.id], [3, "Event processed", "beat_1767446400000"]);
 * ```
 */
export function readBeats(text: string): ReadBeats {
  const value: unknown = parseJsonText(text);
  if (!Array.isArray(value)) {
    throw new NarrativeError(
      "invalid_body",
      "Cannot read the beats: the file must hold a JSON list of them.",
    );
  }
  return beatsOf(value);
}

/** Makes beats of values, as {@linkcode readBeats} does. */
export function beatsOf(values: readonly unknown[]): ReadBeats {
  const warnings: string[] = [];
  const ids = new Set(values.map((value) => isObject(value) ? textOf(value.id) : undefined));
  const beats = values.flatMap((value, index) => {
    if (isObject(value)) return [beatOf(value, index, ids)];
    warnings.push(`Element ${index + 1} is no object and is left out.`);
    return [];
  });
  return { beats: inTime(beats), warnings };
}

/** Sorts by time where every beat has one; beats of one time stay as they are. */
export function inTime(beats: ToldBeat[]): ToldBeat[] {
  if (beats.some(({ timestamp }) => eventTime(timestamp) === undefined)) return beats;
  return beats.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

function beatOf(value: Record<string, unknown>, index: number, ids: Set<string | undefined>): ToldBeat {
  const given = textOf(value.timestamp) ?? "";
  const timestamp = eventTime(given) ?? given;
  const narrativeFunction = textOf(value.narrative_function) ?? "beat";
  const { act } = value;
  return {
    id: textOf(value.id) ?? freeId(timestamp, index, ids),
    event_id: textOf(value.event_id) ?? "",
    timestamp,
    narrative_function: narrativeFunction,
    act: act === 1 || act === 2 || act === 3 ? act : actOfFunction(narrativeFunction),
    perspectives: perspectivesOf(value.perspectives, narrativeFunction),
    lead_universe: UNIVERSES.find((universe) => universe === value.lead_universe) ?? "story_engine",
    coherence: typeof value.coherence === "number" && Number.isFinite(value.coherence)
      ? value.coherence
      : undefined,
    content: textOf(value.content) ?? "Event processed",
  };
}

function perspectivesOf(value: unknown, narrativeFunction: string): Record<Universe, string> {
  const given = isObject(value) ? value : {};
  const intent = (universe: Universe) => Object.hasOwn(given, universe) ? textOf(given[universe]) : undefined;
  return {
    engineer: intent("engineer") ?? "unknown",
    ceremony: intent("ceremony") ?? "acknowledgment",
    story_engine: intent("story_engine") ?? narrativeFunction,
  };
}

/** An id from the time, or the next free one: documents identify beats by their ids. */
function freeId(timestamp: string, index: number, ids: Set<string | undefined>): string {
  const time = Date.parse(timestamp);
  let ms = Number.isNaN(time) ? index + 1 : time;
  while (ids.has(`beat_${ms}`)) ms++;
  ids.add(`beat_${ms}`);
  return `beat_${ms}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
