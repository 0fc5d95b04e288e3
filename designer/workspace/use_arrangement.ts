import type { Arrangement } from "@loom/protocol";
import { useEffect, useMemo, useState } from "preact/hooks";
import { SENT_FIRST } from "./document_session.ts";
import { listenTo } from "./shared_stream.ts";
import { type LayoutHost, LayoutSession } from "./layout_session.ts";

/** The parts of the browser that an arrangement uses. */
const HOST: LayoutHost = {
  fetch: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
  openStream: (address, { onLayout, onDocument }) =>
    listenTo(address, { layout: ({ data }) => onLayout(String(data)), change: onDocument }),
};

/** The session of the arrangement that is kept beside a document. */
export function useLayoutSession(docId: string): LayoutSession {
  return useMemo(() => {
    const layout = new LayoutSession(docId, HOST);
    SENT_FIRST.set(docId, () => layout.sent());
    return layout;
  }, [docId]);
}

/** The arrangement of a session, which is open as long as the component is there. */
export function useFollowed(layout: LayoutSession): {
  readonly arrangement: Arrangement;
  /** True once it is known what is kept. */
  readonly isLoaded: boolean;
} {
  const [seen, setSeen] = useState({ arrangement: layout.arrangement(), isLoaded: layout.isLoaded() });
  useEffect(() => {
    const read = () => setSeen({ arrangement: layout.arrangement(), isLoaded: layout.isLoaded() });
    const end = layout.subscribe(read);
    const close = layout.open();
    read();
    return () => {
      end();
      close();
    };
  }, [layout]);
  return seen;
}

/** The arrangement of a document, followed, and a session that changes it. */
export function useArrangement(docId: string): ReturnType<typeof useFollowed> & {
  readonly layout: LayoutSession;
} {
  const layout = useLayoutSession(docId);
  return { layout, ...useFollowed(layout) };
}
