import { BUILT_IN_RULES } from "../classify/built_in_rules.ts";
import type { Rules } from "../classify/rules.ts";
import { pause } from "../pause.ts";
import type { NarrativeSettings } from "../settings.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { ChangeFeed } from "../stream/change_feed.ts";
import type { EventFilter } from "../webhook/event_filter.ts";
import { OutgoingWebhooks } from "../webhook/outgoing.ts";
import { type SignatureCheck, signatureCheck } from "../webhook/signature.ts";
import { type Guard, guardOf } from "./guard.ts";
import { Meters } from "./meters.ts";
import { type NarrativeLog, NO_LOG } from "./narrative_log.ts";
import { type SignedRequestCheck, signedRequestCheck } from "./signed_request.ts";
import { TokenBucket } from "../../server/token_bucket.ts";

/** How long a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT = 10_000;

/** How many streams of events may be open at once. */
const MOST_STREAMS = 100;

/** All that answering requests takes. */
export interface NarrativeDeps {
  /** Where stories are kept; whoever made it closes it. */
  readonly store: BeatStore;
  /** What events are read by. */
  readonly rules: Rules;
  /** The story of requests that name none. */
  readonly story: string;
  /** The longest body, in bytes. */
  readonly maxBody: number;
  /** How long a body may take to arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** How many streams of events may be open at once. */
  readonly maxStreams: number;
  /** Whether payloads are kept beside their analyses. */
  readonly keepPayload: boolean;
  /** Which webhooks become beats. */
  readonly filter: EventFilter;
  /**
   * Looks at the host, the origin and the token of each request.
   *
   * @ignore
   */
  readonly guard: Guard;
  /**
   * Checks requests that are signed in place of showing the token; `undefined` without one.
   *
   * @ignore
   */
  readonly signedRequest: SignedRequestCheck | undefined;
  /** Checks webhooks; `unsigned` takes all of them, `undefined` none. */
  readonly signature: SignatureCheck | "unsigned" | undefined;
  /**
   * Slows down those who ask too often; `undefined` where nobody is slowed down.
   *
   * @ignore
   */
  readonly bucket: TokenBucket | undefined;
  /**
   * Tells the streams what the store received.
   *
   * @ignore
   */
  readonly feed: ChangeFeed;
  /**
   * Sends webhooks of the bridge's own; `undefined` where none are sent.
   *
   * @ignore
   */
  readonly outgoing: OutgoingWebhooks | undefined;
  /**
   * What was counted so far.
   *
   * @ignore
   */
  readonly meters: Meters;
  /** Told of every request and of what goes wrong. */
  readonly log: NarrativeLog;
  /** The time, in milliseconds. */
  readonly now: () => number;
  /** Makes the identity of a request. */
  readonly newId: () => string;
  /** The hooks that webhooks came from so far, for a warning when there are several. */
  readonly hookIds: Set<string>;
}

/** What {@linkcode narrativeDeps} is made from. */
export interface NarrativeDepsOptions {
  /** Where stories are kept; whoever made it closes it. */
  readonly store: BeatStore;
  /** How it is served: addresses, secrets, limits. */
  readonly settings: NarrativeSettings;
  /** The built-in ones without. */
  readonly rules?: Rules;
  /** Told of every request and of what goes wrong. Default: nobody is. */
  readonly log?: NarrativeLog;
  /** The time, in milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Makes the identity of a request. Default: a random UUID. */
  readonly newId?: () => string;
  /** Sends webhooks of the bridge's own. Default: the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How long a body may take to arrive, in milliseconds; default: 10 000. */
  readonly bodyTimeout?: number;
  /** How many streams of events may be open at once; default: 100. */
  readonly maxStreams?: number;
  /** How often the store is looked at for what others wrote, in milliseconds. */
  readonly lookEvery?: number;
}

/**
 * Makes what answering requests takes.
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
    guard: guardOf({ host, hosts, origins, token, now }),
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
