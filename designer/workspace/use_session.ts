import { type AnyKind, type JsonObject, KindTable } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import type { DocumentSession, DocumentSnapshot } from "./document_session.ts";
import { listenTo } from "./shared_stream.ts";
import { FileSession } from "./file_session.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly docId: string;
  readonly row: AnyKind;
  /** The document as the page was made with it. */
  readonly def: JsonObject;
  /** The hub that the page may join; `undefined` where there is none, or it asks for a token. */
  readonly hubUrl: string | undefined;
  /** The address that tells what the hub does, where the page may not join it. */
  readonly live: string | undefined;
  /** True for a document that is not there yet. */
  readonly isNew: boolean;
}

/** Makes the session of a page: through the hub where it may join one, else through the file. */
export async function makeSession(
  { docId, row, def, hubUrl, live, isNew }: SessionParts,
): Promise<DocumentSession> {
  if (hubUrl === undefined) {
    const session = new FileSession({ docId, kinds: new KindTable([row]), row, def, host: HOST, isNew });
    if (live !== undefined) {
      const { followServer } = await import("../live/follow_server.ts");
      followServer(live, {
        openSocket: (address) => new WebSocket(socketAddress(address)),
        fetch: HOST.fetch,
        setTimer: (work, ms) => setTimeout(work, ms),
        clearTimer: (timer) => clearTimeout(timer as number),
      }, (machine) => session.hear(machine));
    }
    return session;
  }
  const { HubSession } = await import("./hub_session.ts");
  return new HubSession({
    isNew,
    url: hubUrl,
    docId,
    row,
    def,
    name: ownName(),
    fetch: HOST.fetch,
    setTimer: HOST.setTimer,
  });
}

/** An address of the page's own server as a WebSocket has it; not every browser takes one without its beginning. */
export function socketAddress(address: string): string {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
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
