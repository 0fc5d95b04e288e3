import { LoomError } from "@loom/protocol";
import { settlesWithin } from "../document/lock/turn.ts";
import { type NarrativeDeps, narrativeDeps, type NarrativeDepsOptions } from "./http/deps.ts";
import { guardOf } from "./http/guard.ts";
import { handle } from "./http/handle.ts";
import { InFlight } from "./http/in_flight.ts";
import { refusalAnswer, respond } from "./http/respond.ts";
import { storeFailure } from "./http/store_failure.ts";
import { NarrativeStartError } from "./start_error.ts";

/** How long each part of stopping may take, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** How often what is too old is forgotten, in milliseconds. */
const PRUNE_EVERY = 3_600_000;

const DAY = 86_400_000;

/** A bridge without a port of its own: another server hands it the requests for it. */
export interface MountedNarrative {
  /**
   * Answers a request; never fails.
   *
   * @param isKnown Whether the server has looked at the caller already: the bridge asks for no token then.
   * @param from The address that it comes from; without, all callers count as one.
   */
  answer(request: Request, isKnown?: boolean, from?: string): Promise<Response>;
  /**
   * Answers the requests that have come, refuses others, and ends the streams. The store stays open.
   *
   * @param shutListener Stops what the requests come through, behind the last answer.
   */
  close(shutListener?: () => Promise<void>): Promise<void>;
}

/**
 * Makes a bridge for a server that has a port already.
 *
 * @throws {NarrativeStartError} when a setting is not understood
 */
export function mountNarrative(options: NarrativeDepsOptions): MountedNarrative {
  const { settings } = options;
  const deps = depsOf(options);
  const known = { ...deps, guard: guardOf({ ...settings, token: undefined, now: deps.now }) };
  const inFlight = new InFlight();
  let closing: Promise<void> | undefined;
  const pruning = settings.retentionDays === 0 ? undefined : keepPruning(deps, settings.retentionDays);
  return {
    answer: (request, isKnown = false, from = "") =>
      closing === undefined
        ? inFlight.count(handle(request, isKnown ? known : deps, from))
        : Promise.resolve(stopping()),
    close: (shutListener = () => Promise.resolve()) =>
      closing ??= (async () => {
        clearInterval(pruning);
        deps.feed.close();
        // The runtime would break off bodies that are still arriving.
        await settlesWithin(inFlight.none(), STOP_TIMEOUT);
        await settlesWithin(shutListener(), STOP_TIMEOUT);
        await settlesWithin(deps.outgoing?.settled() ?? Promise.resolve(), STOP_TIMEOUT);
        deps.outgoing?.stop();
        await deps.outgoing?.settled();
      })(),
  };
}

function depsOf(options: NarrativeDepsOptions): NarrativeDeps {
  try {
    return narrativeDeps(options);
  } catch (error) {
    if (!(error instanceof LoomError) || error instanceof NarrativeStartError) throw error;
    throw new NarrativeStartError("bad_option", `LOOM_NARRATIVE_CORS_ORIGIN: ${error.message}`, {
      cause: error,
    });
  }
}

function stopping(): Response {
  const refusal = {
    code: "stopping",
    error: "the bridge is stopping",
    headers: { "retry-after": "5" },
  } as const;
  return respond(refusalAnswer(refusal), { connection: "close" });
}

/** Forgets now and then what was kept for long enough. */
function keepPruning(deps: NarrativeDeps, days: number): ReturnType<typeof setInterval> {
  const prune = async () => {
    try {
      const forgotten = await deps.store.prune(new Date(deps.now() - days * DAY).toISOString());
      if (forgotten > 0) deps.log({ level: "info", event: "pruned", analyses: forgotten });
    } catch (error) {
      storeFailure(error, deps);
    }
  };
  void prune();
  return setInterval(() => void prune(), PRUNE_EVERY);
}
