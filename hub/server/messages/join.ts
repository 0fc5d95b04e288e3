import {
  EV,
  type JoinAccepted,
  type JoinRequest,
  type LeaveRequest,
  type LivePresence,
} from "@loom/protocol";
import { changesSince } from "../../room/log.ts";
import type { Change, Room } from "../../room/room.ts";
import { layoutEnvelope, logEnvelopes, shownRoom, snapshotOf, wholeRoom } from "./envelopes.ts";
import { documentOf, type Hub } from "../hub.ts";
import type { ClientSession, Message } from "./message.ts";
import { RefusedError } from "../refused_error.ts";

/** In a larger room, only a newcomer gets the whole list; the others get the changes. */
const LISTED_TO_ALL = 50;

/** Joins a client to a document. */
export async function join({ hub, client, payload, answer }: Message<JoinRequest>): Promise<void> {
  const docId = await documentOf(hub, payload.docId ?? hub.defaultDocId);
  if (client.docId !== docId) {
    await leaveRoom(hub, client);
    await hub.rooms.enter(docId);
    client.docId = docId;
  }
  try {
    await hub.rooms.run(docId, () => admit(hub, client, docId, payload, answer));
  } catch (error) {
    await leaveRoom(hub, client);
    throw error;
  }
}

/** Handles the message that leaves a document. */
export async function leave({ hub, client, answer }: Message<LeaveRequest>): Promise<void> {
  await leaveRoom(hub, client);
  answer({ ok: true });
}

/** Takes a client out of the document that it has joined, if any, and notifies the others. */
export async function leaveRoom(hub: Hub, client: ClientSession): Promise<void> {
  const { docId, id: clientId } = client;
  if (docId === undefined) return;
  client.docId = undefined;
  client.presence = undefined;
  try {
    await hub.rooms.run(docId, async () => {
      await client.socket.leave(docId);
      await client.socket.leave(wholeRoom(docId));
      await client.socket.leave(shownRoom(docId));
      if (!await hub.store.members.leave(docId, clientId)) return;
      hub.io.to(docId).emit(EV.PRESENCE_LEAVE, { clientId });
      await sendMembers(hub, docId);
    });
  } finally {
    hub.rooms.exit(docId);
  }
}

/** Sends the list of members to all of them, or in a large room to the newcomer only. */
export async function sendMembers(hub: Hub, docId: string, newcomer?: ClientSession): Promise<void> {
  const list = await hub.store.members.list(docId);
  if (list.length <= LISTED_TO_ALL) hub.io.to(docId).emit(EV.PRESENCE_LIST, list);
  else newcomer?.socket.emit(EV.PRESENCE_LIST, list);
}

async function admit(
  hub: Hub,
  client: ClientSession,
  docId: string,
  request: JoinRequest,
  answer: (answer: object) => void,
): Promise<void> {
  const { store } = hub;
  // Members may join again, however many there are.
  const present = await store.members.list(docId);
  const isThere = present.some(({ clientId }) => clientId === client.id);
  if (!isThere && present.length >= hub.limits.membersPerRoom) {
    throw new RefusedError(
      "unavailable",
      `${present.length} take part in the document already, which is the most that the hub admits: try again a little later.`,
      { docId },
    );
  }
  const presence = presenceOf(hub, client, request);
  await store.members.join(docId, presence);
  client.presence = presence;
  await client.socket.join(docId);
  if (request.takesOps) await client.socket.join(shownRoom(docId));
  else if (hub.kinds.ofPath(docId)?.content?.isNewToOps) {
    await client.socket.join(wholeRoom(docId));
  }
  const list = await store.members.list(docId);
  const room = await store.read(docId);
  if (room === undefined) {
    throw new RefusedError("unavailable", "The document was lost just now: join again.", { docId });
  }
  answer(acceptanceOf(client.id, room, list, request));
  const layout = hub.rooms.layoutOf(docId);
  if (layout !== undefined) client.socket.emit(EV.LAYOUT, layoutEnvelope(docId, layout));
  hub.io.to(docId).emit(EV.PRESENCE_JOIN, presence);
  await sendMembers(hub, docId, client);
}

function presenceOf(hub: Hub, { id, presence }: ClientSession, { role, name }: JoinRequest): LivePresence {
  const joinedAt = presence?.joinedAt ?? new Date(hub.clock.now()).toISOString();
  return { ...presence, clientId: id, role, joinedAt, ...(name === undefined ? {} : { name }) };
}

function acceptanceOf(
  selfId: string,
  room: Room,
  presence: LivePresence[],
  request: JoinRequest,
): JoinAccepted {
  const missed = missedBy(room, request);
  return {
    selfId,
    snapshot: snapshotOf(room, missed !== undefined),
    presence,
    ...(missed === undefined ? {} : { resumed: true as const, patches: logEnvelopes(room, missed) }),
    ...(room.active.length === 0 ? {} : { active: [...room.active] }),
    ...(request.heldOpIds === undefined ? {} : { knownOpIds: knownOf(room, request.heldOpIds) }),
  };
}

/** Those of some changes that the room or its file has. */
function knownOf({ named }: Room, held: readonly string[]): string[] {
  const known = new Set(named.map(([opId]) => opId));
  return held.filter((opId) => known.has(opId));
}

/** The changes since a number; `undefined` when the log does not have them as operations. */
export function missedBy(
  room: Room,
  { epoch, sinceSeq }: { readonly epoch?: string; readonly sinceSeq?: number },
): readonly Change[] | undefined {
  if (epoch !== room.epoch || sinceSeq === undefined) return undefined;
  const missed = changesSince(room, sinceSeq);
  return missed?.every(({ ops }) => ops !== null) ? missed : undefined;
}
