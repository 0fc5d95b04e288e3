import { changesSince } from "../../room/log.ts";
import type { Broadcast } from "../../room/outcome.ts";
import type { Change, Room } from "../../room/room.ts";
import { type Commit, commitOf, type StoreListener } from "../room_store.ts";
import { tell } from "../tell.ts";
import type { ChangeNote, StreamReader } from "./change_stream.ts";
import type { MembersListener, RoomPosition } from "./redis_members.ts";

/** What is told of a room so far. */
interface Told {
  /** The latest change that was told, or that newcomers find in the document; `undefined` before there was any. */
  at: RoomPosition | undefined;
  /** Where the room was seen to stand beyond that: if it is not told by the next time, something was missed. */
  ahead: RoomPosition | undefined;
  /** Whether the room was lost, and those who are in it have not got another yet. */
  isLost: boolean;
}

/**
 * Tells this process's listener of the changes of the rooms that it has members in. Changes come as notes from the stream; where
 * one is missing, for the stream keeps only the latest, the room itself tells what happened.
 */
export class Announcer implements StreamReader, MembersListener {
  /** Who is told. */
  listener: StoreListener | undefined;
  readonly #told = new Map<string, Told>();
  readonly #read: (docId: string) => Promise<Room | undefined>;

  /** @param read reads the newest room */
  constructor(read: (docId: string) => Promise<Room | undefined>) {
    this.#read = read;
  }

  opened(docId: string, at: RoomPosition | undefined): void {
    const told = this.#told.get(docId);
    if (told === undefined) this.#told.set(docId, { at, ahead: undefined, isLost: false });
    else told.at ??= at;
  }

  closed(docId: string): void {
    this.#told.delete(docId);
  }

  changed(docId: string, change: Parameters<MembersListener["changed"]>[1]): void {
    tell(this.listener, (listener) => listener.membersChanged(docId, change));
  }

  seen(docId: string, at: RoomPosition | undefined): void {
    const told = this.#told.get(docId);
    if (told === undefined || !isMissed(told, at)) return;
    // A store that does not answer is asked again the next time.
    this.#catchUp(docId, told).catch(() => {});
  }

  async noted(note: ChangeNote): Promise<void> {
    const told = this.#told.get(note.docId);
    if (told === undefined) return;
    const commit = note.text === "" ? undefined : JSON.parse(note.text) as Commit;
    if (commit === undefined || isAfterGap(told.at, commit)) return await this.#catchUp(note.docId, told);
    this.#tell(told, commit);
  }

  async resumed(): Promise<void> {
    for (const [docId, told] of [...this.#told]) {
      if (told.at !== undefined) await this.#catchUp(docId, told);
    }
  }

  /** Tells what the room says has happened since. */
  async #catchUp(docId: string, told: Told): Promise<void> {
    const room = await this.#read(docId);
    if (this.#told.get(docId) !== told) return;
    if (room === undefined) {
      told.at = undefined;
      told.isLost = true;
      return tell(this.listener, (listener) => listener.vanished(docId));
    }
    this.#tell(told, commitOf(room, broadcastsSince(room, told.at)));
  }

  #tell(told: Told, commit: Commit): void {
    const { epoch, seq } = commit;
    if (told.at === undefined || isBeyond({ epoch, seq }, told.at)) told.at = { epoch, seq };
    told.isLost = false;
    tell(this.listener, (listener) => listener.committed(commit));
  }
}

function isBeyond(one: RoomPosition, other: RoomPosition): boolean {
  return one.epoch !== other.epoch || one.seq > other.seq;
}

/** Whether something was not told: a change that was seen the last time already, another room in the place of one, or that it is lost. */
function isMissed(told: Told, at: RoomPosition | undefined): boolean {
  if (told.at === undefined) return told.isLost;
  const { ahead } = told;
  told.ahead = at && isBeyond(at, told.at) ? at : undefined;
  return at?.epoch !== told.at.epoch || ahead !== undefined && isBeyond(ahead, told.at);
}

/** Whether something is missing before a commit; a document that comes whole needs nothing before it. */
function isAfterGap(at: RoomPosition | undefined, { epoch, seq, broadcasts }: Commit): boolean {
  const changes = broadcasts.filter(({ type }) => type === "patch" || type === "full");
  if (at === undefined || changes.some(({ type }) => type === "full")) return false;
  return epoch !== at.epoch || seq - changes.length > at.seq;
}

function broadcastsSince(room: Room, at: RoomPosition | undefined): Broadcast[] {
  const changes = at?.epoch === room.epoch ? changesSince(room, at.seq) : undefined;
  if (changes?.length === 0) return [{ type: "file" }];
  if (changes?.every(({ ops }) => ops !== null)) return changes.map((change) => ({ type: "patch", change }));
  if (room.def === null) return [];
  const whole: Change = changes?.at(-1) ?? { seq: room.seq, origin: "hub", ops: null };
  return [{ type: "full", change: { ...whole, seq: room.seq }, def: room.def }];
}
