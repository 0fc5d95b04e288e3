import type { NarrativeSettings } from "../settings.ts";
import { LoomError } from "@loom/protocol";
import { RunningRequests, settlesWithin } from "../../server/mod.ts";
import { type NarrativeDeps, narrativeDeps, type NarrativeDepsOptions, storeFailure } from "./deps.ts";
import { narrativeHandler } from "./narrative_handler.ts";
import { refusalAnswer, respond } from "./respond.ts";
import { NarrativeStartError } from "../narrative_error.ts";

/** The time that each part of stopping may take, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** The time between two deletions of what is too old, in milliseconds. */
const PRUNE_EVERY = 3_600_000;

const DAY = 86_400_000;

/** A bridge without a port of its own: another server passes it the requests for it. */
export interface MountedNarrative {
  /**
   * Answers a request; never fails.
   *
   * @param isKnown True when the server has checked the caller already: the bridge asks for no token then.
   * @param from The caller's network address; without it, all callers count as one.
   */
  answer(request: Request, isKnown?: boolean, from?: string): Promise<Response>;
  /**
   * Answers the requests that have come, refuses others, and ends the streams. The store stays open.
   *
   * @param shutListener Stops the listener that the requests come through, after the last answer.
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
  const handle = narrativeHandler(deps);
  const handleKnown = narrativeHandler({ ...deps, checkToken: undefined });
  const running = new RunningRequests();
  let closing: Promise<void> | undefined;
  const stopPruning = keepPruning(deps, settings);
  return {
    answer: async (request, isKnown = false, from = "") => {
      if (closing !== undefined) return stopping();
      return await running.middleware(
        undefined,
        () => isKnown ? handleKnown(request) : handle(request, from),
      );
    },
    close: (shutListener = () => Promise.resolve()) =>
      closing ??= (async () => {
        await settlesWithin(STOP_TIMEOUT, stopPruning());
        deps.feed.close();
        // The runtime would break off bodies that are still arriving.
        await settlesWithin(STOP_TIMEOUT, running.none());
        await settlesWithin(STOP_TIMEOUT, shutListener());
        await settlesWithin(STOP_TIMEOUT, deps.outgoing?.settled() ?? Promise.resolve());
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
  const headers = { "retry-after": "5", connection: "close" };
  return respond(refusalAnswer({ code: "stopping", error: "the bridge is stopping", headers }));
}

/**
 * Deletes what is too old or too much, now and then.
 *
 * @returns Stops it, after the deletion in progress.
 */
function keepPruning(
  deps: NarrativeDeps,
  { retentionDays, analysesDays, analysesMost }: NarrativeSettings,
): () => Promise<void> {
  if (retentionDays + analysesDays + analysesMost === 0) return () => Promise.resolve();
  const daysAgo = (days: number) => days === 0 ? "" : new Date(deps.now() - days * DAY).toISOString();
  const prune = async () => {
    try {
      const unused = { before: daysAgo(analysesDays), most: analysesMost || Infinity };
      const old = retentionDays === 0 ? 0 : await deps.store.prune(daysAgo(retentionDays));
      const forgotten = old + await deps.store.pruneUnused(unused);
      if (forgotten > 0) deps.log({ level: "info", event: "pruned", analyses: forgotten });
    } catch (error) {
      storeFailure(error, deps);
    }
  };
  let work = prune();
  const timer = setInterval(() => work = work.then(prune), PRUNE_EVERY);
  return () => {
    clearInterval(timer);
    return work;
  };
}
