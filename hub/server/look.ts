import { type DefRequest, EV, type PresenceUpdate, type ViewRequest } from "@loom/protocol";
import { commitOf } from "../store/room_store.ts";
import { answerEnvelope, fileNotice, logEnvelopes } from "./envelopes.ts";
import { documentOf } from "./hub.ts";
import type { Message } from "./message.ts";
import { RefusedError } from "./refused_error.ts";
import { missedBy } from "./take_part.ts";

/** Sends the document, or what someone has missed of it, to who asks. */
export async function request({ hub, connection, payload, answer }: Message<DefRequest>): Promise<void> {
  const docId = payload.docId === undefined ? connection.docId : await documentOf(hub, payload.docId);
  if (docId === undefined) {
    throw new RefusedError(
      "not_joined",
      "You take part in no document and name none: send its docId, or bridge:join first.",
    );
  }
  if (docId !== connection.docId) await hub.rooms.visit(docId);
  await hub.rooms.run(docId, async () => {
    const room = await hub.store.read(docId);
    if (room === undefined) {
      throw new RefusedError("unavailable", "The document was lost just now: ask again.", { docId });
    }
    const missed = missedBy(room, payload);
    if (missed === undefined) connection.socket.emit(EV.FULL_OUT, answerEnvelope(room));
    else if (missed.length === 0) connection.socket.emit(EV.FILE, fileNotice(commitOf(room, [])));
    else for (const envelope of logEnvelopes(room, missed)) connection.socket.emit(EV.PATCH_OUT, envelope);
    answer({ ok: true });
  });
}

/** Tells the others where someone is. */
export async function presence({ hub, connection, payload, answer }: Message<PresenceUpdate>): Promise<void> {
  const { docId, id: clientId } = connection;
  if (docId === undefined) {
    throw new RefusedError("not_joined", "You take part in no document: send bridge:join first.");
  }
  const change = { clientId, ...payload };
  const now = await hub.store.members.update(docId, change);
  if (now !== undefined) {
    connection.presence = now;
    hub.io.to(docId).emit(EV.PRESENCE_UPDATE, change);
  }
  answer({ ok: true });
}

/** Passes on what the canvases of a document are asked to show. */
export async function show({ hub, connection, payload, answer }: Message<ViewRequest>): Promise<void> {
  const docId = await documentOf(hub, payload.docId);
  hub.io.to(docId).emit(EV.VIEW_OUT, { ...payload, docId, origin: payload.origin ?? connection.id });
  answer({ ok: true });
}
