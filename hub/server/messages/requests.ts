import {
  type DefRequest,
  EV,
  type PresenceUpdate,
  resolveMemberPath,
  type ViewRequest,
} from "@loom/protocol";
import { commitOf } from "../../store/room_store.ts";
import { answerEnvelope, fileNotice, logEnvelopes, shownRoom } from "./envelopes.ts";
import { documentOf } from "../hub.ts";
import type { Message } from "./message.ts";
import { RefusedError } from "../refused_error.ts";
import { missedBy } from "./join.ts";

/** Sends the document, or the missed changes, to the client that asks. */
export async function request({ hub, client, payload, answer }: Message<DefRequest>): Promise<void> {
  const docId = payload.docId === undefined ? client.docId : await documentOf(hub, payload.docId);
  if (docId === undefined) {
    throw new RefusedError(
      "not_joined",
      "You take part in no document and name none: send its docId, or bridge:join first.",
    );
  }
  if (docId !== client.docId) await hub.rooms.visit(docId);
  await hub.rooms.run(docId, async () => {
    const room = await hub.store.read(docId);
    if (room === undefined) {
      throw new RefusedError("unavailable", "The document was lost just now: ask again.", { docId });
    }
    const missed = missedBy(room, payload);
    if (missed === undefined) client.socket.emit(EV.FULL_OUT, answerEnvelope(room));
    else if (missed.length === 0) client.socket.emit(EV.FILE, fileNotice(commitOf(room, [])));
    else for (const envelope of logEnvelopes(room, missed)) client.socket.emit(EV.PATCH_OUT, envelope);
    answer({ ok: true });
  });
}

/** Passes a cursor or a selection on to the others. */
export async function presence({ hub, client, payload, answer }: Message<PresenceUpdate>): Promise<void> {
  const { docId, id: clientId } = client;
  if (docId === undefined) {
    throw new RefusedError("not_joined", "You take part in no document: send bridge:join first.");
  }
  const change = { clientId, ...payload };
  const now = await hub.store.members.update(docId, change);
  if (now !== undefined) {
    client.presence = now;
    hub.io.to(docId).emit(EV.PRESENCE_UPDATE, change);
  }
  answer({ ok: true });
}

/** The longest wait for canvases to say that they show something, in milliseconds. */
const SHOW_PATIENCE = 1_000;

/** Passes on a request to the canvases of a document to show something, and answers how many do. */
export async function show({ hub, client, payload, answer }: Message<ViewRequest>): Promise<void> {
  const docId = await documentOf(hub, payload.docId);
  const view = { ...payload, docId, origin: payload.origin ?? client.id };
  // Canvases of the member show it, too; a member that nobody may open has none.
  const member = payload.member
    ? await documentOf(hub, resolveMemberPath(docId, payload.member)).catch(() => docId)
    : docId;
  const followers = hub.io.to([docId, shownRoom(member)]).timeout(SHOW_PATIENCE);
  // Clients that do not answer are not waited for by the messages that follow.
  followers.emit(EV.VIEW_OUT, view, (_late, replies) => {
    answer({ ok: true, shown: replies.filter((reply) => reply === true).length });
  });
}
