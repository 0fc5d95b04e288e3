import type { BridgeSession, SessionSnapshot } from "@loom/designer/session";
import type { JsonObject } from "@loom/protocol";

/** How long a test waits for what never comes, in milliseconds. */
const PATIENCE = 30_000;

/** Settles once the snapshot of a session fits. */
export async function until(
  session: BridgeSession,
  fits: (snapshot: SessionSnapshot) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => fits(session.getSnapshot()) && resolve();
  const end = session.subscribe(look);
  const last = () => JSON.stringify(session.getSnapshot()).slice(0, 2000);
  const timer = setTimeout(() => reject(new Error(`It never came; the session has ${last()}`)), PATIENCE);
  look();
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Gives the document of a session once it fits. */
export async function untilDocument(
  session: BridgeSession,
  fits: (def: JsonObject) => boolean,
): Promise<JsonObject> {
  await until(session, ({ def }) => def !== null && fits(def));
  return session.getSnapshot().def as JsonObject;
}

/** Settles once a session has a document and all its edits are at the hub. */
export function untilSettled(session: BridgeSession): Promise<void> {
  return until(session, ({ def, pending }) => def !== null && pending === 0);
}

/** Checks whether a name stands in a document. */
export function naming(name: string): (def: JsonObject) => boolean {
  return (def) => JSON.stringify(def).includes(`"${name}"`);
}
