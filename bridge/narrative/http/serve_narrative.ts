import { listen, type Listener } from "../../server/mod.ts";
import type { NarrativeDepsOptions } from "./deps.ts";
import { BASE_PATH } from "./route.ts";
import { type MountedNarrative, mountNarrative } from "./mount_narrative.ts";
import { NarrativeStartError } from "./start_error.ts";

/** A bridge that listens. */
export interface NarrativeServer {
  /** The address: `http://127.0.0.1:4600/api/narrative-bridge`. */
  readonly url: string;
  /** The port, also where a free one was asked for. */
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
  const mounted = mountNarrative(options);
  const listener = listenOrClose(options, mounted);
  return {
    url: `${listener.url}${BASE_PATH}`,
    port: listener.port,
    close: () => mounted.close(() => listener.shutdown()),
  };
}

function listenOrClose({ settings }: NarrativeDepsOptions, mounted: MountedNarrative): Listener {
  const { host, port, token } = settings;
  try {
    return listen({
      host,
      port,
      handler: (request, from) => mounted.answer(request, false, from),
      needsCaller: token !== undefined,
      failure: (why, cause) => {
        const sentence = `The bridge cannot listen on ${host}, port ${port}: ${why}`;
        return new NarrativeStartError("cannot_listen", sentence, { cause });
      },
    });
  } catch (error) {
    void mounted.close();
    throw error;
  }
}
