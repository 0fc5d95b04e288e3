import { listen, type Listener } from "../../server/mod.ts";
import { NarrativeStartError } from "../narrative_error.ts";
import type { NarrativeDepsOptions } from "./deps.ts";
import { type MountedNarrative, mountNarrative } from "./mount_narrative.ts";
import { BASE_PATH } from "./route.ts";

/** A bridge that listens. */
export interface NarrativeServer {
  /** The address: `http://127.0.0.1:4600/api/narrative-bridge`. */
  readonly url: string;
  /** The port, also where a free one was asked for. */
  readonly port: number;
  /** Takes no more requests, answers those that have come, ends the streams, and listens no more. The store stays open. */
  close(): Promise<void>;
}

/** Options of {@linkcode serveNarrative}. */
export interface ServeNarrativeOptions extends NarrativeDepsOptions {
  /** Milliseconds without traffic after which a connection ends. Default: 60 s. */
  readonly idle?: number | undefined;
}

/**
 * Serves a narrative bridge.
 *
 * @throws {NarrativeStartError} when it cannot listen there, or a setting is not understood
 */
export async function serveNarrative(options: ServeNarrativeOptions): Promise<NarrativeServer> {
  const mounted = mountNarrative(options);
  const listener = await listenOrClose(options, mounted);
  return {
    url: `${listener.url}${BASE_PATH}`,
    port: listener.port,
    close: () => mounted.close(() => listener.shutdown()),
  };
}

async function listenOrClose(
  { settings, idle }: ServeNarrativeOptions,
  mounted: MountedNarrative,
): Promise<Listener> {
  const { host, port } = settings;
  try {
    return await listen({
      host,
      port,
      handler: (request, from) => mounted.answer(request, false, from),
      idle,
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
