// @ts-types="@types/react"
import { useEffect, useState, useSyncExternalStore } from "react";
import { bindSession, type LoomBridge, type LoomBridgeOptions } from "../session/bind_session.ts";

/**
 * A document that several people edit at once, in a React component, which is drawn again after every change. The session is
 * made once for each component, with the options of its first drawing; it connects when the component appears and leaves with it.
 */
export function useLoomBridge(options: LoomBridgeOptions): LoomBridge {
  const [session] = useState(() => bindSession(options));
  const bridge = useSyncExternalStore(session.subscribe, session.read, session.read);
  useEffect(session.mount, [session]);
  return bridge;
}
