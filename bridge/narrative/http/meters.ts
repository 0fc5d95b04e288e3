import { Counter, type Measure } from "../../server/metrics.ts";

/** Outcome of a webhook. */
export type WebhookOutcome = "stored" | "duplicate" | "ignored" | "ping" | "unsigned";

/** Counts of a bridge since its start. */
export class Meters {
  /** Answered requests. */
  readonly requests: Counter<"operation" | "status"> = new Counter(
    "loom_narrative_requests_total",
    "Requests by operation and status.",
    "operation",
    "status",
  );
  /** Time to answer. */
  readonly seconds: Counter<"operation"> = new Counter(
    "loom_narrative_request_seconds_total",
    "Seconds that answering took, by operation.",
    "operation",
  );
  /** Outcomes of webhooks. */
  readonly webhooks: Counter<"outcome"> = new Counter(
    "loom_narrative_webhooks_total",
    "Webhooks by what became of them.",
    "outcome",
  );
  /** New beats. */
  readonly beats: Counter = new Counter("loom_narrative_beats_total", "Beats that were made.");
  /** Events that came again. */
  readonly duplicates: Counter = new Counter(
    "loom_narrative_duplicates_total",
    "Events that had a beat already.",
  );
  /** Failures of the store. */
  readonly storeFailures: Counter = new Counter(
    "loom_narrative_store_failures_total",
    "Times that the store could not be reached.",
  );
  /** Defects of the bridge. */
  readonly defects: Counter = new Counter(
    "loom_narrative_defects_total",
    "Requests that failed by a defect of the bridge.",
  );
  /** Outcomes of the webhooks that the bridge sends. */
  readonly outgoing: Counter<"outcome"> = new Counter(
    "loom_narrative_outgoing_total",
    "Webhooks of the bridge's own by what became of them.",
    "outcome",
  );
  /** Arrival of the last event, in milliseconds since 1970, and its age by then. */
  lastEvent: { readonly at: number; readonly lagMs: number } | undefined;

  /** All counts. */
  measures(): Measure[] {
    const { requests, seconds, webhooks, beats, duplicates, storeFailures, defects, outgoing } = this;
    return [requests, seconds, webhooks, beats, duplicates, storeFailures, defects, outgoing]
      .map((counter) => counter.measure());
  }
}
