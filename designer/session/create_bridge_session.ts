import { createBridgeClient } from "@loom/hub/client";
import { KINDS } from "@loom/protocol";
import { Session } from "./session.ts";
import type { BridgeSession, SessionOptions } from "./session_types.ts";

/**
 * Makes a session: a document that several people edit at once, for a user interface to bind to. Its snapshots fit
 * `useSyncExternalStore`.
 *
 * @example
 * ```ts
 * import { createBridgeSession } from "@loom/designer/session";
 * import { assertEquals } from "@std/assert";
 *
 * const session = createBridgeSession({ url: "http://127.0.0.1:9", role: "web", docId: "door.smdf.json" });
 * const { status, def, dirty } = session.getSnapshot();
 * assertEquals({ status, def, dirty }, { status: "offline", def: null, dirty: false });
 * session.disconnect();
 * ```
 */
export function createBridgeSession(options: SessionOptions): BridgeSession {
  return new Session({
    ...options,
    kinds: options.kinds ?? KINDS,
    client: options.client ?? createBridgeClient(options),
  });
}
