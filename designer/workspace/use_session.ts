import { type EditedKind, type JsonObject, KindTable } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import { pageConnection, type PageHub } from "../live/page_hub.ts";
import { type DocumentSession, type DocumentSnapshot, SENT_FIRST } from "./document_session.ts";
import { listenTo } from "./shared_stream.ts";
import { FileSession } from "./file_session.ts";

/** Options of {@linkcode makeSession}. */
export interface SessionParts {
  readonly docId: string;
  readonly row: EditedKind;
  /** The document as the page was made with it. */
  readonly def: JsonObject;
  /** The hub; `undefined` without one. */
  readonly hub: PageHub | undefined;
  /** True for a document that is not there yet. */
  readonly isNew: boolean;
}

/** Makes the session of a page: through the hub where there is one, else through the file. */
export async function makeSession(
  { docId, row, def, hub, isNew }: SessionParts,
): Promise<DocumentSession> {
  const fetch: typeof HOST.fetch = async (address, init) => {
    if (init?.method === "PATCH") {
      await Promise.resolve();
      await SENT_FIRST.get(docId)?.();
    }
    return await HOST.fetch(address, init);
  };
  if (hub === undefined) {
    const host = { ...HOST, fetch };
    return new FileSession({ docId, kinds: new KindTable([row]), row, def, host, isNew });
  }
  const { HubSession } = await import("./hub_session.ts");
  return new HubSession({
    isNew,
    connection: pageConnection(hub, docId),
    docId,
    row,
    def,
    name: ownName(),
    fetch,
    setTimer: HOST.setTimer,
  });
}

/** The name that others see; a person can give another one. */
export function ownName(): string {
  try {
    return localStorage.getItem("loom.name.v1") ?? "Someone";
  } catch {
    return "Someone";
  }
}

/** The parts of the browser that a session uses. */
const HOST = {
  fetch: (address: string, init?: RequestInit) =>
    fetch(address, { ...init, signal: AbortSignal.timeout(10_000) }),
  openStream(
    address: string,
    { change, removed }: { readonly change: () => void; readonly removed: () => void },
  ) {
    // `hello` comes after every reconnection: the file may have changed meanwhile.
    return listenTo(address, { hello: change, change, removed });
  },
  setTimer: (work: () => void, ms: number) => void setTimeout(work, ms),
};

/** The state of a session, as it changes; opens it, and guards what is not saved when the page is left. */
export function useSession(session: DocumentSession): DocumentSnapshot {
  const [snapshot, setSnapshot] = useState(session.getSnapshot());
  useEffect(() => {
    const end = session.subscribe(() => setSnapshot(session.getSnapshot()));
    const close = session.open();
    const onLeave = (event: BeforeUnloadEvent) => {
      if (session.getSnapshot().status !== "saved" && isDirty(session.getSnapshot())) event.preventDefault();
    };
    addEventListener("beforeunload", onLeave);
    return () => {
      removeEventListener("beforeunload", onLeave);
      end();
      close();
    };
  }, [session]);
  return snapshot;
}

function isDirty({ status, pending }: DocumentSnapshot): boolean {
  return pending > 0 || status === "unsaved" || status === "changed";
}
