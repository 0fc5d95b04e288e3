import type { LoomError } from "@loom/protocol";
import {
  type Log,
  NO_LOG,
  secretCheck,
  SlowCheck,
  type SourcePolicy,
  sourcePolicy,
  TokenBucket,
} from "../../server/mod.ts";
import { BUILT_IN_RULES, type Rules } from "../event/classify/rules.ts";
import { NarrativeError, StoreUnavailableError } from "../narrative_error.ts";
import { pause } from "../pause.ts";
import type { NarrativeSettings } from "../settings.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { ChangeFeed } from "./stream/change_feed.ts";
import type { EventFilter } from "./webhook/event_filter.ts";
import { OutgoingWebhooks } from "./webhook/outgoing.ts";
import { type SignatureCheck, signatureCheck } from "./webhook/signature.ts";
import { Meters } from "./meters.ts";
import { type SignedRequestCheck, signedRequestCheck } from "./signed_request.ts";

/** The time in which a body must arrive, in milliseconds. */
const BODY_TIMEOUT = 10_000;

/** Streams of events that may be open at once. */
const MOST_STREAMS = 100;

/** Parts and settings of a bridge. */
export interface NarrativeDeps {
  /** The store of the stories; its maker closes it. */
  readonly store: BeatStore;
  /** The rules that events are read by. */
  readonly rules: Rules;
  /** The story of requests that name none. */
  readonly story: string;
  /** The longest body, in bytes. */
  readonly maxBody: number;
  /** The time in which a body must arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** Streams of events that may be open at once. */
  readonly maxStreams: number;
  /** True to keep payloads beside their analyses. */
  readonly keepPayload: boolean;
  /** Selects the webhooks that become beats. */
  readonly filter: EventFilter;
  /**
   * Allowed hosts and origins.
   *
   * @ignore
   */
  readonly source: SourcePolicy;
  /** True when origins are listed, whose pages may read answers; the bridge's own pages always may call. */
  readonly listsOrigins: boolean;
  /**
   * Checks the token; `undefined` where none is required.
   *
   * @ignore
   */
  readonly checkToken: SlowCheck | undefined;
  /**
   * Checks requests that are signed in place of showing the token; `undefined` without one.
   *
   * @ignore
   */
  readonly signedRequest: SignedRequestCheck | undefined;
  /** Checks webhooks; `unsigned` takes all of them, `undefined` none. */
  readonly signature: SignatureCheck | "unsigned" | undefined;
  /**
   * Limits the rate of requests; `undefined` for no limit.
   *
   * @ignore
   */
  readonly bucket: TokenBucket | undefined;
  /**
   * Feeds the streams with what the store received.
   *
   * @ignore
   */
  readonly feed: ChangeFeed;
  /**
   * Sends the bridge's own webhooks; `undefined` for none.
   *
   * @ignore
   */
  readonly outgoing: OutgoingWebhooks | undefined;
  /**
   * Counts what happens.
   *
   * @ignore
   */
  readonly meters: Meters;
  /** Takes every request and every failure. */
  readonly log: Log;
  /** The time, in milliseconds. */
  readonly now: () => number;
  /** Makes the identity of a request. */
  readonly newId: () => string;
  /** Ids of the hooks that sent webhooks, for a warning when there are several. */
  readonly hookIds: Set<string>;
}

/** Options of {@linkcode narrativeDeps}. */
export interface NarrativeDepsOptions {
  /** The store of the stories; its maker closes it. */
  readonly store: BeatStore;
  /** Addresses, secrets and limits. */
  readonly settings: NarrativeSettings;
  /** The rules that events are read by. Default: the built-in ones. */
  readonly rules?: Rules;
  /** Takes every request and every failure. Default: drops them. */
  readonly log?: Log;
  /** The time, in milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Makes the identity of a request. Default: a random UUID. */
  readonly newId?: () => string;
  /** Sends the bridge's own webhooks. Default: the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** The time in which a body must arrive, in milliseconds. Default: 10 000. */
  readonly bodyTimeout?: number;
  /** Streams of events that may be open at once. Default: 100. */
  readonly maxStreams?: number;
  /** The time between two looks at the store for changes of other processes, in milliseconds. */
  readonly lookEvery?: number;
}

/**
 * Puts a bridge together.
 *
 * @throws {LoomError} `bad_option` when a setting is not understood
 */
export function narrativeDeps(options: NarrativeDepsOptions): NarrativeDeps {
  const { store, settings, log = NO_LOG, now = Date.now, lookEvery } = options;
  const { host, hosts, origins, token, story, maxBody, keepPayload, filter, rate } = settings;
  const meters = new Meters();
  return {
    store,
    rules: options.rules ?? BUILT_IN_RULES,
    story,
    maxBody,
    bodyTimeout: options.bodyTimeout ?? BODY_TIMEOUT,
    maxStreams: options.maxStreams ?? MOST_STREAMS,
    keepPayload,
    filter,
    source: sourcePolicy({ host, hosts, origins }),
    listsOrigins: origins.length > 0,
    checkToken: token === undefined ? undefined : new SlowCheck(secretCheck(token)),
    signedRequest: token === undefined ? undefined : signedRequestCheck(token, now),
    signature: signatureOf(settings),
    bucket: rate === undefined ? undefined : new TokenBucket({ perSecond: rate, size: rate, now }),
    feed: new ChangeFeed({ store, ...(lookEvery === undefined ? {} : { lookEvery }) }),
    outgoing: settings.outgoing === undefined ? undefined : new OutgoingWebhooks({
      ...settings.outgoing,
      fetch: options.fetch ?? fetch,
      now,
      pause,
      log,
      onOutcome: (outcome) => meters.outgoing.add({ outcome }),
    }),
    meters,
    log,
    now,
    newId: options.newId ?? (() => crypto.randomUUID()),
    hookIds: new Set(),
  };
}

function signatureOf(
  { webhookSecrets, allowUnsigned }: NarrativeSettings,
): SignatureCheck | "unsigned" | undefined {
  if (webhookSecrets.length > 0) return signatureCheck(webhookSecrets);
  return allowUnsigned ? "unsigned" : undefined;
}

/** True for errors of a store that cannot be reached or read; their sentences show nothing of its content. */
export function isStoreFailure(error: unknown): error is LoomError {
  return error instanceof StoreUnavailableError ||
    error instanceof NarrativeError && error.code === "unreadable_store";
}

/** Counts and logs a failure of the store. */
export function storeFailure(error: unknown, { meters, log }: Pick<NarrativeDeps, "meters" | "log">): void {
  meters.storeFailures.add({});
  // Sentences of other errors may show content of the store.
  const why = isStoreFailure(error) ? error.message : error instanceof Error ? error.name : "unknown";
  log({ level: "error", event: "store_failed", why });
}
