import { isLoopback, listen, settlesWithin, sourcePolicy } from "@loom/bridge/server";
import { LoomError } from "@loom/protocol";
import { designerHandler } from "./designer_handler.ts";
import { LiveChannels } from "./live_channels.ts";
import type { MountedBridge } from "./route.ts";
import { tokenLogin } from "./token_login.ts";

/** How long stopping waits for answers that are under way, in milliseconds. */
const STOP_TIMEOUT = 5_000;

/** How to serve the designer. */
export interface DesignerOptions {
  /** The document of pages that name none: an absolute path. */
  readonly doc: string;
  /** The folders that documents may not lie outside of, absolute. */
  readonly roots: readonly string[];
  /**
   * A folder of episodes, absolute: of it `<episode>/diagrams/<file>.json` is shown besides, and nothing else, whatever the
   * roots say.
   */
  readonly chronicle?: string | undefined;
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** The port; 0 takes a free one. Default: 4598. */
  readonly port?: number | undefined;
  /** What callers must show. Default: nothing, on this machine only. */
  readonly token?: string | undefined;
  /** Names that the server may be called by, beside addresses and localhost. */
  readonly hosts?: readonly string[] | undefined;
  /** The hub that pages join, as browsers reach it. */
  readonly hubUrl?: string | undefined;
  /**
   * The hub's token, where it has one. Pages do not join the hub then, whose token they would have to hold: they hear of
   * documents through this server, which calls the hub for them.
   */
  readonly hubToken?: string | undefined;
  /** A narrative bridge, under the path that it has on its own port. */
  readonly narrative?: MountedBridge | undefined;
}

/** A designer that listens. */
export interface DesignerServer {
  /** Where its pages are, such as `http://127.0.0.1:4598`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Takes no more requests, answers those that have come, and listens no more. */
  close(): Promise<void>;
}

/** Why a designer cannot be served. */
export class DesignerStartError extends LoomError {
  /** Why. */
  declare readonly code: "token_required" | "cannot_listen";

  /** Makes the error from its sentence. */
  constructor(code: "token_required" | "cannot_listen", message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "DesignerStartError";
  }
}

/** The port of a designer that is given none. */
export const DESIGNER_PORT = 4598;

/**
 * Serves the designer: pages that show documents, and what programs can ask for beside them.
 *
 * @throws {DesignerStartError} When it may not, or cannot, be served.
 *
 * @example
 * ```ts
 * import { serveDesigner } from "@loom/designer/server";
 * import { assertEquals } from "@std/assert";
 *
 * const server = serveDesigner({ doc: "/shop/order.smdf.json", roots: ["/shop"], port: 0 });
 * const response = await fetch(`${server.url}/health`);
 * assertEquals(await response.json(), { status: "ok" });
 * await server.close();
 * ```
 */
export function serveDesigner(options: DesignerOptions): DesignerServer {
  const { doc, roots, chronicle, token, hubUrl, hubToken, narrative } = options;
  const { host = "127.0.0.1", port = DESIGNER_PORT, hosts = [] } = options;
  if (token === undefined && !isLoopback(host)) {
    throw new DesignerStartError(
      "token_required",
      `Other machines reach ${host}, so the designer needs a token: set one, or listen on 127.0.0.1.`,
    );
  }
  const live = hubUrl === undefined || hubToken === undefined
    ? undefined
    : new LiveChannels({ url: hubUrl, token: hubToken });
  const handler = designerHandler({
    doc,
    roots,
    chronicle,
    hubUrl: live === undefined ? hubUrl : undefined,
    live,
    narrative,
    source: sourcePolicy({ host, origins: ["loopback"], hosts }),
    login: token === undefined ? undefined : tokenLogin(token),
  });
  const listener = listen({
    host,
    port,
    handler,
    failure: (why, cause) =>
      new DesignerStartError("cannot_listen", `The designer cannot listen on ${host}, port ${port}: ${why}`, {
        cause,
      }),
  });
  return {
    url: listener.url,
    port: listener.port,
    close: async () => {
      live?.close();
      await settlesWithin(STOP_TIMEOUT, listener.shutdown());
    },
  };
}
