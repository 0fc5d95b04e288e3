import { LoomError } from "@loom/protocol";
import { type NarrativeDeps, narrativeDeps, type NarrativeDepsOptions } from "./http/deps.ts";
import { handle } from "./http/handle.ts";
import { InFlight } from "./http/in_flight.ts";
import { refusalAnswer, respond } from "./http/respond.ts";
import { BASE_PATH } from "./http/route.ts";
import { storeFailure } from "./http/store_failure.ts";
import { NarrativeStartError } from "./start_error.ts";

/** How long each part of stopping may take, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** How often what is too old is forgotten, in milliseconds. */
const PRUNE_EVERY = 3_600_000;

const DAY = 86_400_000;

/** A bridge that listens. */
export interface NarrativeServer {
  /** Where it is: `http://127.0.0.1:4600/api/narrative-bridge`. */
  readonly url: string;
  /** The one that it listens on, which it chose itself where 0 was asked for. */
  readonly port: number;
  /** Takes no more requests, answers those that have come, ends the streams, and listens no more. The store stays open. */
  close(): Promise<void>;
}

/**
 * Serves a narrative bridge.
 *
 * @throws {NarrativeStartError} when it cannot listen there, or a setting is not understood
 */
export function serveNarrative(options: NarrativeDepsOptions): NarrativeServer {
  const { host, port, retentionDays } = options.settings;
  const deps = depsOf(options);
  const inFlight = new InFlight();
  let closing: Promise<void> | undefined;
  const listener = listen(
    host,
    port,
    (request) => closing === undefined ? inFlight.run(() => handle(request, deps)) : stopping(),
  );
  const pruning = retentionDays === 0 ? undefined : keepPruning(deps, retentionDays);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listener.addr.port}${BASE_PATH}`,
    port: listener.addr.port,
    close: () =>
      closing ??= (async () => {
        clearInterval(pruning);
        deps.feed.close();
        // The runtime would break off bodies that are still arriving.
        await within(inFlight.none());
        await within(listener.shutdown());
        await within(deps.outgoing?.settled() ?? Promise.resolve());
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

function listen(
  host: string,
  port: number,
  answer: (request: Request) => Response | Promise<Response>,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ hostname: host, port, onListen: () => {} }, answer);
  } catch (error) {
    const message = `The bridge cannot listen on ${host}, port ${port}: ${why(error)}`;
    throw new NarrativeStartError("cannot_listen", message, { cause: error });
  }
}

function why(error: unknown): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return "another program listens there (EADDRINUSE); choose another port.";
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return "that is not permitted (EACCES); choose a port above 1023.";
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return "this machine has no such address (EADDRNOTAVAIL); choose one of its own.";
  }
  return `${error instanceof Error ? error.message : String(error)}.`;
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

/** Waits for some work, but not for ever. */
async function within(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_TIMEOUT);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
