import type { BridgeStatus } from "@loom/hub/client";
import { createBridgeSession } from "./create_bridge_session.ts";
import type { SessionStatus } from "./session_status.ts";
import type { BridgeSession, SessionOptions, SessionSnapshot } from "./session_types.ts";

/** Options of `useLoomBridge`. */
export interface LoomBridgeOptions extends SessionOptions {
  /** True to connect when the component appears. Default: `true`. */
  readonly autoConnect?: boolean | undefined;
}

/** The session's calls that a component makes. */
export type LoomBridgeCalls = Omit<BridgeSession, "getSnapshot" | "subscribe" | "close">;

/** A session's snapshot as a component sees it. */
export interface LoomBridgeSnapshot extends Omit<SessionSnapshot, "status" | "connection"> {
  /** The state of the connection. */
  readonly status: BridgeStatus;
  /** The session's own status: how far document and hub agree. */
  readonly sync: SessionStatus;
}

/** A document that several people edit at once, as a component sees it: a snapshot, and calls that change it. */
export interface LoomBridge extends LoomBridgeSnapshot, LoomBridgeCalls {}

/** A session as a user interface binds to it: what stands here can be passed around without its object. */
export interface BoundSession {
  /** The value that the component gets: a new object after every change. */
  readonly read: () => LoomBridge;
  /** Calls a function after every change; the function that comes back ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Connects, unless the options say otherwise; the function that comes back leaves. A component may do this again. */
  readonly mount: () => () => void;
}

/** Makes a session for a user interface. */
export function bindSession({ autoConnect = true, ...options }: LoomBridgeOptions): BoundSession {
  const session = createBridgeSession(options);
  const calls: LoomBridgeCalls = {
    emitPatch: (ops) => session.emitPatch(ops),
    emitFull: (def) => session.emitFull(def),
    enter: (state, from, eventId) => session.enter(state, from, eventId),
    exit: (state) => session.exit(state),
    undo: () => session.undo(),
    redo: () => session.redo(),
    save: (write) => session.save(write),
    keepMine: () => session.keepMine(),
    takeTheirs: () => session.takeTheirs(),
    putBack: (id) => session.putBack(id),
    dismiss: (id) => session.dismiss(id),
    difference: () => session.difference(),
    connect: () => session.connect(),
    disconnect: () => session.disconnect(),
  };
  let seen = session.getSnapshot();
  const bridgeOf = ({ status: sync, connection: status, ...snapshot }: SessionSnapshot): LoomBridge => ({
    ...snapshot,
    ...calls,
    status,
    sync,
  });
  let bridge = bridgeOf(seen);
  return {
    read: () => {
      const now = session.getSnapshot();
      if (now !== seen) [seen, bridge] = [now, bridgeOf(now)];
      return bridge;
    },
    subscribe: (listener) => session.subscribe(listener),
    mount: () => {
      let isMounted = true;
      // React's `StrictMode` mounts, unmounts and mounts again in one go: only the last one connects.
      if (autoConnect) queueMicrotask(() => isMounted && void session.connect());
      return () => {
        isMounted = false;
        session.disconnect();
      };
    },
  };
}
