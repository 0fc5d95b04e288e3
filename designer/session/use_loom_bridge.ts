import { useEffect, useState } from "preact/hooks";
import { bindSession, type LoomBridge, type LoomBridgeOptions } from "./bind_session.ts";

/**
 * A document that several people edit at once, in a Preact component, which is drawn again after every change. The session is
 * made once for each component, with the options of its first drawing; it connects when the component appears and leaves with it.
 * `@loom/designer/react` has the same for React.
 */
export function useLoomBridge(options: LoomBridgeOptions): LoomBridge {
  const [session] = useState(() => bindSession(options));
  const [bridge, setBridge] = useState(session.read);
  useEffect(() => {
    const follow = () => setBridge(session.read());
    const end = session.subscribe(follow);
    const leave = session.mount();
    follow();
    return () => {
      end();
      leave();
    };
  }, [session]);
  return bridge;
}
