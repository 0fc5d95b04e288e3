/**
 * The records of the narrative bridge: events, analyses, beats and episodes.
 *
 * Member names are those of the JSON that clients read, so they are spelled in `snake_case`.
 *
 * @module
 */
import type { JsonObject } from "@loom/protocol";

/** The three views of an event, in the order in which ties are settled. */
export const UNIVERSES = ["engineer", "ceremony", "story_engine"] as const;

/** One of the three views of an event. */
export type Universe = (typeof UNIVERSES)[number];

/** A part of a story in three acts. */
export type Act = 1 | 2 | 3;

/** Phase of a story in an act. */
export type Phase = "setup" | "confrontation" | "resolution";

/** Reading of an event from one view. */
export interface Perspective<Context extends JsonObject = JsonObject> {
  /** Meaning of the event for this view, such as `feature_request`. */
  intent: string;
  /** Confidence, from 0 to 1. */
  confidence: number;
  /** The flows that the view would start, in order. */
  suggested_flows: string[];
  /** Further values of the view. */
  context: Context;
}

/** Further values of the story view. */
export interface StoryContext extends JsonObject {
  /** The act that the event belongs to by its function. */
  act: Act;
}

/** An event as the three views read it. */
export interface Analysis {
  /** Technical view. */
  engineer: Perspective;
  /** Relational view. */
  ceremony: Perspective;
  /** Narrative view. */
  story_engine: Perspective<StoryContext>;
  /** The view with the highest confidence. */
  lead_universe: Universe;
  /** The mean of the confidences, from 0 to 1. */
  coherence_score: number;
}

/** An event of a forge, with every member filled in. */
export interface WebhookEvent {
  /** The type, such as `issues`, as it was received. */
  event_type: string;
  /** The identity of the delivery. */
  event_id: string;
  /** The repository as `owner/name`; empty when unknown. */
  repository: string;
  /** The action, such as `opened`, as it was received; empty for none. */
  action: string;
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  timestamp: string;
  /** Login of the sender; empty when unknown. */
  sender: string;
  /** The forge's own description. */
  payload: JsonObject;
}

/** A create-beat request with every member filled in. */
export interface BeatRequest {
  /** Event of the beat. */
  event_id: string;
  /** Its analysis. */
  analysis: Analysis;
  /** The forge's own description; empty when it was not given. */
  raw_payload: JsonObject;
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  timestamp: string;
  /** The story that the beat belongs to. */
  story: string;
}

/** One step of a story: exactly the nine members that clients read. */
export interface Beat {
  /** `beat_` and a number of milliseconds, unique in the whole store. */
  id: string;
  /** Event of the beat. */
  event_id: string;
  /** Time of the event: ISO 8601, UTC, with milliseconds. */
  timestamp: string;
  /** Function of the step in the story, such as `inciting_incident`. */
  narrative_function: string;
  /** The act by classification; the position counts acts by beats. */
  act: Act;
  /** The intent of each view. */
  perspectives: Record<Universe, string>;
  /** The view that leads. */
  lead_universe: Universe;
  /** Agreement of the views, from 0 to 1. */
  coherence: number;
  /** The event in one line. */
  content: string;
}

/** A beat that the store has yet to name. */
export type BeatDraft = Omit<Beat, "id">;

/** A change of a beat, by a maintainer or because its event was read again. */
export interface Amendment {
  /** The new function. */
  narrative_function: string;
  /** The new act. */
  act: Act;
  /** Time of the change: ISO 8601. */
  amended_at: string;
  /** Why; empty when nobody said. */
  reason: string;
  /** New intents after a reclassification; a maintainer leaves them out. */
  perspectives?: Record<Universe, string>;
  /** The view that leads now, where the event was read again. */
  lead_universe?: Universe;
  /** New agreement of the views after a reclassification. */
  coherence?: number;
}

/** A stored beat. */
export interface StoredBeat {
  /** Its number in the order in which the store received things. */
  seq: number;
  /** The story that it belongs to. */
  story: string;
  /** The beat with its amendments applied. */
  beat: Beat;
  /** The beat as it was made, when it was amended. */
  original?: Beat;
  /** Its amendments, the earliest first, when it was amended. */
  amendments?: Amendment[];
}

/** Position of a story. */
export interface Position {
  /** The act by the number of beats. */
  current_act: Act;
  /** Phase of that act. */
  current_phase: Phase;
  /** The beats of the open episode. */
  beat_count: number;
  /** At most five beats, the newest first. */
  recent_beats: Beat[];
}

/** Facts of an issue. */
export interface IssueFacts {
  /** Its number as text; `?` when it is missing. */
  number: string;
  /** Its title as it was received; empty when it is missing. */
  title: string;
  /** The names of its labels. */
  labels: string[];
  /** Login of the author; empty when unknown. */
  author: string;
  /** Logins of the assignees. */
  assignees: string[];
}

/** Facts of a pull request. */
export interface PullRequestFacts {
  /** Its number as text; `?` when it is missing. */
  number: string;
  /** Its title as it was received; empty when it is missing. */
  title: string;
  /** `true` if it is merged. */
  merged: boolean;
  /** Login of the author; empty when unknown. */
  author: string;
  /** Logins of the assignees. */
  assignees: string[];
  /** Logins of the requested reviewers. */
  reviewers: string[];
}

/** Facts of pushed commits. */
export interface CommitFacts {
  /** Number of commits. */
  count: number;
  /** Their distinct authors. */
  committers: string[];
  /** The commit that the branch was at before; missing where the push was fetched. */
  before?: string;
  /** The first lines of their messages, those of the first commits only. */
  subjects?: string[];
}

/** All that classification reads of an event: enough to do it again under other rules. */
export interface Facts {
  /** The type as it was received. */
  type: string;
  /** The action as it was received, or as the payload gives it; empty for none. */
  action: string;
  /** Lookup key, such as `pull_request.merged`. */
  key: string;
  /** Login of the sender; empty when unknown. */
  sender: string;
  /** `true` if the sender is a bot. */
  is_bot: boolean;
  /** The issue, when there is one. */
  issue?: IssueFacts;
  /** The request to merge, when there is one. */
  pull_request?: PullRequestFacts;
  /** The commits, when a list of them was sent. */
  commits?: CommitFacts;
}

/** A stored analysis, one for each event of a story. */
export interface AnalysisRecord {
  /** The story that the event belongs to. */
  story: string;
  /** The event. */
  event_id: string;
  /** Lookup key. */
  key: string;
  /** Time of arrival: ISO 8601. */
  received_at: string;
  /** Time of the event: ISO 8601. */
  event_at: string;
  /** The repository as `owner/name`; empty when unknown. */
  repository: string;
  /** Login of the sender; empty when unknown. */
  sender: string;
  /** Facts that classification read, at most 4 KiB of JSON. */
  facts: Facts;
  /** Its analysis. */
  analysis: Analysis;
  /** The SHA-256 of the rules that it was read by, in hexadecimal. */
  rules_sha256: string;
  /** The SHA-256 of the payload's JSON, in hexadecimal, when payloads are stored. */
  payload_sha256?: string;
  /** The payload as gzipped JSON, when payloads are stored. */
  payload_gzip?: Uint8Array;
}

/** An analysis that another one under other rules took the place of. */
export interface EarlierAnalysis {
  /** Its analysis. */
  analysis: Analysis;
  /** The SHA-256 of the rules that it was read by. */
  rules_sha256: string;
}

/** An analysis as the store gives it. */
export interface StoredAnalysis extends AnalysisRecord {
  /** Its number in the order in which the store received things. */
  seq: number;
  /** Readings under earlier rules, the earliest first. */
  earlier: EarlierAnalysis[];
}

/** A chapter of a story. */
export interface Episode {
  /** The story that it belongs to. */
  story: string;
  /** Such as `s01e07`. */
  episode_id: string;
  /** The title. */
  title: string;
  /** The number of its first beat. */
  first_seq: number;
  /** The number of its last beat. */
  last_seq: number;
  /** Its beats, in order. */
  beat_ids: string[];
  /** Time of writing: ISO 8601. */
  written_at: string;
  /** `true` if the count of beats restarts after it. */
  closed: boolean;
}

/** Something that the store received, for those who follow it live. */
export type StoreEntry =
  | { readonly type: "analysis"; readonly seq: number; readonly story: string; readonly event_id: string }
  | { readonly type: "beat"; readonly seq: number; readonly story: string; readonly beat: Beat }
  | { readonly type: "episode"; readonly seq: number; readonly story: string; readonly episode_id: string };
