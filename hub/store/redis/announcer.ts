import { changesSince } from "../../room/log.ts";
import type { Broadcast } from "../../room/outcome.ts";
import type { Change, Room } from "../../room/room.ts";
import { type Commit, commitOf, notify, type StoreListener } from "../room_store.ts";
import type { ChangeNote, StreamReader } from "./change_stream.ts";
import type { MembersListener, RoomPosition } from "./redis_members.ts";

/** The progress of reporting a room. */
interface Progress {
  /** The latest change that was reported, or that newcomers find in the document; `undefined` before there was any. */
  at: RoomPosition | undefined;
  /** A later position that was seen: if it is not reported by the next time, a note was missed. */
  ahead: RoomPosition | undefined;
  /** True when the room was lost, and its members have no other yet. */
  isLost: boolean;
}

/**
 * Reports the changes of rooms with members of this process to its listener. Changes come as notes from the stream, which keeps only the
 * latest; where a note is missing, the room's log is read instead.
 */
export class Announcer implements StreamReader, MembersListener {
  listener: StoreListener | undefined;
  readonly #rooms = new Map<string, Progress>();
  readonly #read: (docId: string) => Promise<Room | undefined>;

  /** @param read reads the newest room */
  constructor(read: (docId: string) => Promise<Room | undefined>) {
    this.#read = read;
  }

  opened(docId: string, at: RoomPosition | undefined): void {
    const progress = this.#rooms.get(docId);
    if (progress === undefined) this.#rooms.set(docId, { at, ahead: undefined, isLost: false });
    else progress.at ??= at;
  }

  closed(docId: string): void {
    this.#rooms.delete(docId);
  }

  changed(docId: string, change: Parameters<MembersListener["changed"]>[1]): void {
    notify(this.listener, (listener) => listener.membersChanged(docId, change));
  }

  seen(docId: string, at: RoomPosition | undefined): void {
    const progress = this.#rooms.get(docId);
    if (progress === undefined || !isMissed(progress, at)) return;
    // If the store does not answer, it is asked again the next time.
    this.#catchUp(docId, progress).catch(() => {});
  }

  async noted(note: ChangeNote): Promise<void> {
    const progress = this.#rooms.get(note.docId);
    if (progress === undefined) return;
    const commit = note.text === "" ? undefined : JSON.parse(note.text) as Commit;
    if (commit === undefined || isAfterGap(progress.at, commit)) {
      return await this.#catchUp(note.docId, progress);
    }
    this.#report(progress, commit);
  }

  async resumed(): Promise<void> {
    for (const [docId, progress] of [...this.#rooms]) {
      if (progress.at !== undefined) await this.#catchUp(docId, progress);
    }
  }

  /** Reports the changes since, from the room's log. */
  async #catchUp(docId: string, progress: Progress): Promise<void> {
    const room = await this.#read(docId);
    if (this.#rooms.get(docId) !== progress) return;
    if (room === undefined) {
      progress.at = undefined;
      progress.isLost = true;
      return notify(this.listener, (listener) => listener.vanished(docId));
    }
    this.#report(progress, commitOf(room, broadcastsSince(room, progress.at)));
  }

  #report(progress: Progress, commit: Commit): void {
    const { epoch, seq } = commit;
    if (progress.at === undefined || isBeyond({ epoch, seq }, progress.at)) progress.at = { epoch, seq };
    progress.isLost = false;
    notify(this.listener, (listener) => listener.committed(commit));
  }
}

function isBeyond(one: RoomPosition, other: RoomPosition): boolean {
  return one.epoch !== other.epoch || one.seq > other.seq;
}

/** True when a change was seen the last time already and not reported, or the room was replaced or lost. */
function isMissed(progress: Progress, at: RoomPosition | undefined): boolean {
  if (progress.at === undefined) return progress.isLost;
  const { ahead } = progress;
  progress.ahead = at && isBeyond(at, progress.at) ? at : undefined;
  return at?.epoch !== progress.at.epoch || ahead !== undefined && isBeyond(ahead, progress.at);
}

/** True when a change is missing before a commit; a whole document needs none. */
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
