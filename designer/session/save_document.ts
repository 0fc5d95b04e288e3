import { type BridgeClient, BridgeError } from "@loom/hub/client";
import type { Saved, SaveWrite } from "./session_types.ts";

/** The most attempts when the file has changed meanwhile. */
const MOST_TRIES = 5;
/** Longest wait for the hub, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Saves what the hub has confirmed: writes it over the revision of the file that the hub knows, and announces it. When the
 * file has changed, waits for the hub to take that in, and tries again.
 */
export async function saveDocument(client: BridgeClient, write: SaveWrite): Promise<Saved> {
  for (let tries = 1;; tries++) {
    await until(client, () => client.phase === "live" && client.document.pending === 0);
    const { confirmed, fileRevision, seq, epoch, unsavedIds } = client.document;
    if (confirmed === null) throw new BridgeError("no_base", "There is no document to save.");
    let saved: Saved;
    try {
      saved = await write(confirmed, fileRevision, unsavedIds);
    } catch (error) {
      if (tries === MOST_TRIES || !isStale(error)) throw error;
      client.request(seq);
      await until(client, () => client.document.fileRevision !== fileRevision);
      continue;
    }
    const { revision, mtime } = saved;
    const baseRevision = fileRevision ?? undefined;
    await client.commit([], { revision, baseRevision, savedSeq: seq, epoch, mtime }).catch((error) => {
      throw error instanceof BridgeError ? untoldError(error) : error;
    });
    return saved;
  }
}

/** Waits until a condition holds, while the client is in its room or joins it. */
function until(client: BridgeClient, holds: () => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = () => {
    const { fileProblem } = client.document;
    if (client.phase === "away") reject(awayError());
    else if (fileProblem !== null) reject(fileError(fileProblem));
    else if (holds()) resolve();
  };
  const events = ["ack", "pending", "phase", "change", "file"] as const;
  const offs = events.map((event) => client.on(event, settle));
  const timer = setTimeout(() => {
    reject(
      new BridgeError("timeout", "The hub does not answer: the changes are kept, save again a little later."),
    );
  }, PATIENCE_MS);
  settle();
  return promise.finally(() => {
    clearTimeout(timer);
    for (const off of offs) off();
  });
}

function awayError(): BridgeError {
  return new BridgeError(
    "disconnected",
    "The hub cannot be reached: the changes are kept, save again when it is back.",
  );
}

function fileError(problem: string): BridgeError {
  return new BridgeError(
    "read_failed",
    `${problem} The document is kept here: repair the file, or move it away, and save again.`,
  );
}

/** The error of a save that the hub has not taken in; it reads the file when it is back. */
function untoldError(cause: BridgeError): BridgeError {
  const { code, message, opId } = cause;
  return new BridgeError(code, `The document is saved, but the others were not told: ${message}`, {
    cause,
    opId,
  });
}

function isStale(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === "stale_revision";
}
