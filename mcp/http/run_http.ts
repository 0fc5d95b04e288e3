import type { HttpLogEntry } from "./http_log.ts";
import { serveHttp, type ServeHttpOptions } from "./serve_http.ts";
import { isExposed } from "./settings.ts";

/** What serving over HTTP as a program takes. */
export interface RunHttpOptions extends Omit<ServeHttpOptions, "log"> {
  /** What persons are told at first, after the address: one line each. */
  readonly about: readonly string[];
  /** Takes lines for persons. */
  readonly remark: (line: string) => void;
  /** Aborted when the program is to stop. */
  readonly stop: AbortSignal;
}

/**
 * Serves over HTTP until it is told to stop, and then ends well.
 *
 * @throws {HttpStartError} when it cannot listen there, or a setting is not understood
 */
export async function runHttp({ about, remark, stop, ...options }: RunHttpOptions): Promise<void> {
  const log = ({ level, message }: HttpLogEntry) => remark(`${level}: ${message}`);
  const server = serveHttp({ ...options, log });
  for (const line of [`MCP over HTTP at ${server.url}`, ...about]) remark(line);
  if (isExposed(options)) {
    remark(
      `warning: other machines can reach ${options.host}, and tokens and documents go there unencrypted: put a proxy with TLS before it.`,
    );
  }
  await aborted(stop);
  await server.close();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
