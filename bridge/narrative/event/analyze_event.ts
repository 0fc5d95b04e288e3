import { boundFacts } from "./bound_facts.ts";
import { BUILT_IN_RULES, type Rules } from "./classify/rules.ts";
import { classify } from "./classify/classify.ts";
import { cutText } from "../read_members.ts";
import { factsOf, LONGEST_NAME } from "./facts.ts";
import { sha256 } from "../sha256.ts";
import type { AnalysisTexts } from "../store/beat_store.ts";
import type { AnalysisRecord, WebhookEvent } from "../types.ts";

/** Options of an analysis. */
export interface AnalyzeOptions {
  /** The story that it belongs to. */
  readonly story: string;
  /** Time of arrival: ISO 8601, UTC, with milliseconds. */
  readonly now: string;
  /** Rules to classify by. Default: the built-in rules. */
  readonly rules?: Rules;
}

/** An analysed event. */
export interface AnalyzedEvent {
  /** The record to store. */
  readonly record: AnalysisRecord;
  /** The large parts of the record as JSON: one of them is the answer. */
  readonly texts: AnalysisTexts;
}

/** Classifies an event from three views. The record is for a store; its `analysis` and `key` are for the answer. */
export function analyzeEvent(event: WebhookEvent, options: AnalyzeOptions): AnalysisRecord {
  return analyzed(event, options).record;
}

/** As {@linkcode analyzeEvent}, with the JSON of its large parts. */
export function analyzed(
  event: WebhookEvent,
  { story, now, rules = BUILT_IN_RULES }: AnalyzeOptions,
): AnalyzedEvent {
  const read = factsOf(event);
  const { facts, text } = boundFacts(read);
  const analysis = classify(read, rules);
  const record = {
    story,
    event_id: event.event_id,
    key: asName(facts.key),
    received_at: now,
    event_at: event.timestamp,
    repository: asName(cutText(event.repository, LONGEST_NAME)),
    sender: asName(facts.sender),
    facts,
    analysis,
    rules_sha256: rules.sha256,
  };
  return { record, texts: { facts: text, analysis: JSON.stringify(analysis) } };
}

/** NUL, at which some stores end a text, and what may be half a character, which none keeps. */
const UNKEPT = /[\0\ud800-\udfff]/;

/** A name that every store gives back as it was. */
function asName(text: string): string {
  return UNKEPT.test(text) ? text.replaceAll("\0", "\ufffd").toWellFormed() : text;
}

/** The record with a copy of the payload and its hash, for stores that are to keep payloads. */
export async function withPayload(
  record: AnalysisRecord,
  { payload }: WebhookEvent,
): Promise<AnalysisRecord> {
  const text = JSON.stringify(payload);
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return { ...record, payload_sha256: sha256(text), payload_gzip: await new Response(packed).bytes() };
}
