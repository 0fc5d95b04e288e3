import { analyzeEvent } from "../event/analyze_event.ts";
import { draftBeat } from "../beat/beat.ts";
import type { Rules } from "../event/classify/rules.ts";
import { readEvent } from "../event/read_event.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { commitNames, naturalEvent } from "../event/natural_event.ts";
import type { ForgeClient } from "./forge_client.ts";
import { type PastEvent, pastEvents, type PastEventsOptions } from "./past_events.ts";

/** Options of a backfill. */
export interface BackfillOptions extends PastEventsOptions {
  /** The story that the beats are added to. */
  readonly story: string;
  /** Rules to classify by. Default: the built-in rules. */
  readonly rules?: Rules;
  /** Tells when an event is taken in. */
  readonly now: () => Date;
  /** `true` to store nothing. */
  readonly dryRun?: boolean;
  /** Told of each event, in order. */
  readonly onEvent?: (event: BackfilledEvent) => void;
}

/** Outcome of a fetched event. */
export interface BackfilledEvent {
  /** `backfill:<repository>:<type>:<number>:<action>:<time>`; the id of the delivery that was known and had no beat. */
  readonly event_id: string;
  /** Lookup key, such as `issues.opened`. */
  readonly key: string;
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  readonly at: string;
  /** The event in one line. */
  readonly content: string;
  /** `known` when a webhook or an earlier backfill brought it before. */
  readonly outcome: "created" | "known" | "planned";
}

/** Outcome of a backfill. */
export interface BackfillOutcome {
  /** Number of fetched events. */
  readonly fetched: number;
  /** Number of new beats. */
  readonly created: number;
  /** Number of events that were known before; 0 when nothing is stored. */
  readonly known: number;
}

/**
 * Makes beats of what happened in a repository before it sent webhooks, or while none came through.
 *
 * An event that a webhook brought is recognised by its natural name and makes no second beat, and the other way round.
 *
 * @throws {ForgeError} when the forge does not answer, or refuses
 * @throws {StoreUnavailableError} when the store cannot be reached
 */
export async function backfill(
  forge: ForgeClient,
  store: BeatStore,
  options: BackfillOptions,
): Promise<BackfillOutcome> {
  const events = await pastEvents(forge, options);
  let created = 0;
  for (const event of events) {
    const kept = await keep(event, store, options);
    if (kept.outcome === "created") created++;
    options.onEvent?.(kept);
  }
  const fetched = events.length;
  return { fetched, created, known: options.dryRun ? 0 : fetched - created };
}

async function keep(past: PastEvent, store: BeatStore, options: BackfillOptions): Promise<BackfilledEvent> {
  const { story, rules, repository } = options;
  const now = options.now().toISOString();
  const { event_type, action, at: timestamp, payload } = past;
  const unnamed = readEvent({ event_type, action, timestamp, repository, payload }, { now, eventId: "" });
  const read = analyzeEvent(unnamed, { story, now, ...(rules === undefined ? {} : { rules }) });
  const { key } = read;
  const name = naturalEvent(key, unnamed)?.name ?? [repository, event_type, "", action, timestamp].join(":");
  const event_id = `backfill:${name}`;
  const draft = draftBeat({ event_id, analysis: read.analysis, raw_payload: payload, timestamp, story });
  const told = { event_id, key, at: timestamp, content: draft.content };
  if (options.dryRun) return { ...told, outcome: "planned" };
  const holder = await holderOf([...commitNames(key, unnamed), name], event_id, story, store);
  const isTold = holder !== event_id && await store.beatOfEvent(story, holder) !== undefined;
  if (isTold) return { ...told, outcome: "known" };
  // A webhook may have ended behind its claim: its event gets the beat that it has not.
  await store.putAnalysis({ ...read, event_id: holder });
  const { created } = await store.createBeat(story, { ...draft, event_id: holder });
  return { ...told, event_id: holder, outcome: created ? "created" : "known" };
}

/** The event that holds one of these names, the first of which may be known where the others are not; else the event itself. */
async function holderOf(
  names: readonly string[],
  eventId: string,
  story: string,
  store: BeatStore,
): Promise<string> {
  for (const name of names) {
    const holder = await store.claim(story, name, eventId);
    if (holder !== eventId) return holder;
  }
  return eventId;
}
