import type { RequestHandler } from "@loom/bridge/server";
import type { Environment, KindTable } from "@loom/protocol";
import { attend, partsOf } from "../client_session.ts";
import { readSettings } from "../settings.ts";
import { httpHandler } from "./http_handler.ts";
import { closeEndpoint, SWEEP_INTERVAL } from "./serve_http.ts";

/** Options of {@linkcode mountMcp}. */
export interface MountMcpOptions {
  /** The settings of `loom-mcp`, those of HTTP left out. */
  readonly env: Environment;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The token of all clients. */
  readonly token: string;
  /** The address that the server listens on. */
  readonly host: string;
  /** Names of the server in addition to addresses and localhost. */
  readonly hosts: readonly string[];
}

/** MCP on a server of others. */
export interface MountedMcp {
  /** Answers requests to `/mcp`. */
  readonly handle: RequestHandler;
  /** Ends the sessions, after a time for their calls. */
  close(): Promise<void>;
}

/**
 * Makes MCP over HTTP for a server that has other pages too.
 *
 * @throws {SettingsError} When a value of the environment is not understood.
 */
export async function mountMcp(options: MountMcpOptions): Promise<MountedMcp> {
  const { env, kinds, token, host, hosts } = options;
  const settings = readSettings(env, kinds);
  const session = { ...settings.session, isRemote: true, ...(kinds === undefined ? {} : { kinds }) };
  const parts = await partsOf({ ...settings, session }, env);
  const { handle, endpoint } = httpHandler({
    token,
    source: { host, hosts, origins: ["loopback"] },
    attend: () => attend(parts, session),
  });
  const sweeping = setInterval(() => void endpoint.sweep(), SWEEP_INTERVAL);
  return {
    handle,
    close: async () => {
      clearInterval(sweeping);
      await closeEndpoint(endpoint);
    },
  };
}
