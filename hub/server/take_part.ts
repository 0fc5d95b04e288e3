import {
  EV,
  type JoinAccepted,
  type JoinRequest,
  type LeaveRequest,
  type LivePresence,
} from "@loom/protocol";
import { changesSince } from "../room/log.ts";
import type { Change, Room } from "../room/room.ts";
import type { Connection } from "./connection.ts";
import { logEnvelopes, snapshotOf } from "./envelopes.ts";
import { documentOf, type Hub } from "./hub.ts";
import type { Message } from "./message.ts";
import { RefusedError } from "./refused_error.ts";

/** In a larger room, only who comes gets the whole list: the others are told who comes and goes. */
const LISTED_TO_ALL = 50;

/** Takes a connection into a document. */
export async function join({ hub, connection, payload, answer }: Message<JoinRequest>): Promise<void> {
  const docId = await documentOf(hub, payload.docId ?? hub.defaultDocId);
  if (connection.docId !== docId) {
    await leaveRoom(hub, connection);
    await hub.rooms.enter(docId);
    connection.docId = docId;
  }
  try {
    await hub.rooms.run(docId, () => takeIn(hub, connection, docId, payload, answer));
  } catch (error) {
    await leaveRoom(hub, connection);
    throw error;
  }
}

/** Lets a connection out of its document. */
export async function leave({ hub, connection, answer }: Message<LeaveRequest>): Promise<void> {
  await leaveRoom(hub, connection);
  answer({ ok: true });
}

/** Lets a connection out of the document that it takes part in, if any, and tells those who stay. */
export async function leaveRoom(hub: Hub, connection: Connection): Promise<void> {
  const { docId, id: clientId } = connection;
  if (docId === undefined) return;
  connection.docId = undefined;
  connection.presence = undefined;
  try {
    await hub.rooms.run(docId, async () => {
      await connection.socket.leave(docId);
      if (!await hub.store.members.leave(docId, clientId)) return;
      hub.io.to(docId).emit(EV.PRESENCE_LEAVE, { clientId });
      await tellList(hub, docId);
    });
  } finally {
    hub.rooms.exit(docId);
  }
}

/** Sends the list of those who take part to all of them, where they are not too many. */
export async function tellList(hub: Hub, docId: string, newcomer?: Connection): Promise<void> {
  const list = await hub.store.members.list(docId);
  if (list.length <= LISTED_TO_ALL) hub.io.to(docId).emit(EV.PRESENCE_LIST, list);
  else newcomer?.socket.emit(EV.PRESENCE_LIST, list);
}

async function takeIn(
  hub: Hub,
  connection: Connection,
  docId: string,
  request: JoinRequest,
  answer: (answer: object) => void,
): Promise<void> {
  const { store } = hub;
  // Looked at before anyone hears of the newcomer: those who are there already may join again.
  const present = await store.members.list(docId);
  const isThere = present.some(({ clientId }) => clientId === connection.id);
  if (!isThere && present.length >= hub.limits.membersPerRoom) {
    throw new RefusedError(
      "unavailable",
      `${present.length} take part in the document already, which is the most that the hub admits: try again a little later.`,
      { docId },
    );
  }
  const presence = presenceOf(hub, connection, request);
  await store.members.join(docId, presence);
  connection.presence = presence;
  await connection.socket.join(docId);
  const list = await store.members.list(docId);
  const room = await store.read(docId);
  if (room === undefined) {
    throw new RefusedError("unavailable", "The document was lost just now: join again.", { docId });
  }
  answer(acceptanceOf(connection.id, room, list, request));
  hub.io.to(docId).emit(EV.PRESENCE_JOIN, presence);
  await tellList(hub, docId, connection);
}

function presenceOf(hub: Hub, { id, presence }: Connection, { role, name }: JoinRequest): LivePresence {
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

/** Those of some changes that the room has had, or its file has. */
function knownOf({ named }: Room, held: readonly string[]): string[] {
  const known = new Set(named.map(([opId]) => opId));
  return held.filter((opId) => known.has(opId));
}

/** What someone has missed who was there before; `undefined` when operations do not tell it. */
export function missedBy(
  room: Room,
  { epoch, sinceSeq }: { readonly epoch?: string; readonly sinceSeq?: number },
): readonly Change[] | undefined {
  if (epoch !== room.epoch || sinceSeq === undefined) return undefined;
  const missed = changesSince(room, sinceSeq);
  return missed?.every(({ ops }) => ops !== null) ? missed : undefined;
}
