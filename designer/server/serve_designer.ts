import {
  isLoopback,
  listen,
  type RequestHandler,
  settlesWithin,
  sourcePolicy,
  weakToken,
} from "@loom/bridge/server";
import { type KindTable, LoomError } from "@loom/protocol";
import { designerHandler } from "./designer_handler.ts";
import { HubRelay } from "./hub_relay.ts";
import type { MountedBridge } from "./route.ts";
import { tokenLogin } from "./token_login.ts";

/** The time that answers in progress get when the server stops, in milliseconds. */
const STOP_TIMEOUT = 5_000;

/** Options of {@linkcode serveDesigner}. */
export interface DesignerOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The document of pages that name none: an absolute path. */
  readonly doc: string;
  /** The folders that documents may not lie outside of, absolute. */
  readonly roots: readonly string[];
  /**
   * A folder of episodes, absolute. Of it only `<episode>/diagrams/<file>.json` is shown, whatever the roots are.
   */
  readonly chronicle?: string | undefined;
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** The port; 0 takes a free one. Default: 4598. */
  readonly port?: number | undefined;
  /** The token of callers. Default: none, which is possible on this machine only. */
  readonly token?: string | undefined;
  /** Names of the server in addition to addresses and localhost. */
  readonly hosts?: readonly string[] | undefined;
  /** The hub that pages join, as browsers reach it. */
  readonly hubUrl?: string | undefined;
  /**
   * The hub's token, where it has one. Pages never get it: they reach the hub through this server.
   */
  readonly hubToken?: string | undefined;
  /** Milliseconds without traffic after which a connection ends. Default: 60 s. */
  readonly idle?: number | undefined;
  /** A narrative bridge, under the path that it has on its own port. */
  readonly narrative?: MountedBridge | undefined;
}

/** A designer that listens. */
export interface DesignerServer {
  /** The address of the pages, such as `http://127.0.0.1:4598`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Stops listening, and answers the requests in progress. */
  close(): Promise<void>;
}

/** Reason why a designer cannot be served. */
export class DesignerStartError extends LoomError {
  /** The stable word. */
  declare readonly code: "token_required" | "cannot_listen";

  /** Makes the error from its sentence. */
  constructor(code: "token_required" | "cannot_listen", message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "DesignerStartError";
  }
}

/** The default port. */
export const DESIGNER_PORT = 4598;

/**
 * Serves the designer: pages that show documents, and an API for programs.
 *
 * @throws {DesignerStartError} When it may not listen there, or cannot.
 *
 * @example
 * ```ts
 * import { serveDesigner } from "@loom/designer/server";
 * import { assertEquals } from "@std/assert";
 *
 * const server = await serveDesigner({ doc: "/shop/order.smdf.json", roots: ["/shop"], port: 0 });
 * const response = await fetch(`${server.url}/health`);
 * assertEquals(await response.json(), { status: "ok" });
 * await server.close();
 * ```
 */
export async function serveDesigner(options: DesignerOptions): Promise<DesignerServer> {
  const { host = "127.0.0.1", port = DESIGNER_PORT, idle } = options;
  const service = designerService(options);
  const listener = await listen({
    host,
    port,
    handler: service.answer,
    upgrades: true,
    idle,
    failure: (why, cause) =>
      new DesignerStartError("cannot_listen", `The designer cannot listen on ${host}, port ${port}: ${why}`, {
        cause,
      }),
  });
  return {
    url: listener.url,
    port: listener.port,
    close: async () => {
      service.close();
      await settlesWithin(STOP_TIMEOUT, listener.shutdown());
    },
  };
}

/** The designer on a server of others. */
export interface DesignerService {
  /** Answers requests; some of them with a WebSocket. */
  readonly answer: RequestHandler;
  /** Ends the connections of pages. */
  close(): void;
}

/**
 * Makes the designer for a server that listens already.
 *
 * @throws {DesignerStartError} When others could reach it without a token, or guess it.
 */
export function designerService(options: Omit<DesignerOptions, "port" | "idle">): DesignerService {
  const { kinds, doc, roots, chronicle, token, hubUrl, hubToken, narrative } = options;
  const { host = "127.0.0.1", hosts = [] } = options;
  if (token === undefined && !isLoopback(host)) {
    throw new DesignerStartError(
      "token_required",
      `Other machines reach ${host}, so the designer needs a token: make one with "loom token", or listen on 127.0.0.1.`,
    );
  }
  const weak = token === undefined ? undefined : weakToken(host, token, "the token (LOOM_BRIDGE_TOKEN)");
  if (weak !== undefined) throw new DesignerStartError("token_required", weak);
  const relay = hubUrl === undefined || hubToken === undefined
    ? undefined
    : new HubRelay({ url: hubUrl, token: hubToken });
  const ending = new AbortController();
  const handler = designerHandler({
    ending: ending.signal,
    kinds,
    doc,
    roots,
    chronicle,
    hubUrl: relay === undefined ? hubUrl : undefined,
    relay,
    narrative,
    source: sourcePolicy({ host, origins: ["loopback"], hosts }),
    login: token === undefined ? undefined : tokenLogin(token),
  });
  return {
    answer: handler,
    close() {
      ending.abort();
      relay?.close();
    },
  };
}
