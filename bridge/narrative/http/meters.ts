import { Counter, type Measure } from "../../server/metrics.ts";

/** What became of a webhook. */
export type WebhookOutcome = "stored" | "duplicate" | "ignored" | "ping" | "unsigned";

/** What a bridge counts since it began. */
export class Meters {
  /** Requests that were answered. */
  readonly requests: Counter<"operation" | "status"> = new Counter(
    "loom_narrative_requests_total",
    "Requests by operation and status.",
    "operation",
    "status",
  );
  /** How long answering took. */
  readonly seconds: Counter<"operation"> = new Counter(
    "loom_narrative_request_seconds_total",
    "Seconds that answering took, by operation.",
    "operation",
  );
  /** What became of webhooks. */
  readonly webhooks: Counter<"outcome"> = new Counter(
    "loom_narrative_webhooks_total",
    "Webhooks by what became of them.",
    "outcome",
  );
  /** Beats that were made. */
  readonly beats: Counter = new Counter("loom_narrative_beats_total", "Beats that were made.");
  /** Events that were sent again. */
  readonly duplicates: Counter = new Counter(
    "loom_narrative_duplicates_total",
    "Events that had a beat already.",
  );
  /** Times that the store could not be reached. */
  readonly storeFailures: Counter = new Counter(
    "loom_narrative_store_failures_total",
    "Times that the store could not be reached.",
  );
  /** Defects of the bridge. */
  readonly defects: Counter = new Counter(
    "loom_narrative_defects_total",
    "Requests that failed by a defect of the bridge.",
  );
  /** What became of the webhooks that the bridge sends. */
  readonly outgoing: Counter<"outcome"> = new Counter(
    "loom_narrative_outgoing_total",
    "Webhooks of the bridge's own by what became of them.",
    "outcome",
  );
  /** When the last event came in, in milliseconds since 1970, and how old it was by then. */
  lastEvent: { readonly at: number; readonly lagMs: number } | undefined;

  /** All that was counted. */
  measures(): Measure[] {
    const { requests, seconds, webhooks, beats, duplicates, storeFailures, defects, outgoing } = this;
    return [requests, seconds, webhooks, beats, duplicates, storeFailures, defects, outgoing]
      .map((counter) => counter.measure());
  }
}
