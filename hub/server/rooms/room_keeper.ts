import {
  type AnyOp,
  DocumentReadError,
  type DocumentSource,
  type DocumentWatching,
  type FileLayout,
  type KindTable,
} from "@loom/protocol";
import { breakFile, type FileContent, loseFile, seedRoom, takeFile } from "../../room/change_file.ts";
import { type Outcome, unchanged } from "../../room/outcome.ts";
import type { Room } from "../../room/room.ts";
import { type RoomStore, unavailable, type Updated } from "../../store/room_store.ts";
import type { HubClock } from "../clock.ts";
import type { Log as HubLog } from "@loom/bridge/server";
import type { HubLimits } from "../limits.ts";
import { RefusedError } from "../refused_error.ts";
import { SerialQueue } from "./serial_queue.ts";

/** The parts of a {@linkcode RoomKeeper}. */
export interface KeeperParts {
  readonly store: RoomStore;
  readonly source: DocumentSource;
  readonly kinds: KindTable;
  readonly clock: HubClock;
  readonly log: HubLog;
  readonly limits: HubLimits;
  /** Told of every arrangement that is kept beside an open document. Default: nobody is. */
  readonly onLayout?: (docId: string, layout: FileLayout) => void;
}

/** Time that an empty room is kept, in milliseconds. */
const IDLE = 60_000;
/** Delay between an announced edit and reading the file, in milliseconds. */
const CHECK = 100;
/** Delay before reading the file again after a failure, in milliseconds. */
const AGAIN = 1_000;
/** Delay before a file that cannot be read is reported: it may be written just now. In milliseconds. */
const BROKEN = 200;
/** Pauses before reading a broken file again, which someone may be writing just now, in milliseconds. */
const READ_AGAIN = [50, 100, 200];
/** The most reads of a file for one change while other processes change the room. */
const READS = 20;

/** A room that this process has open. */
interface OpenRoom {
  readonly docId: string;
  /** Runs everything that happens in the room here, one after the other. */
  readonly queue: SerialQueue;
  /** The number of connections of this process that have joined, or are about to. */
  present: number;
  watch: DocumentWatching | undefined;
  layoutWatch: DocumentWatching | undefined;
  /** The arrangement that is kept beside the document. */
  layout: FileLayout | undefined;
  /** True when reading the file is queued already. */
  isReadDue: boolean;
  /** The error of the last read, if it failed. */
  broken: DocumentReadError | undefined;
  /** The size of the document when it was last measured, plus all changes since; in characters of JSON. */
  size: number;
  stopForgetting: () => void;
  stopChecking: (() => void) | undefined;
}

/**
 * Opens rooms, keeps each in step with its file while it has members, and drops them.
 *
 * A watch event or an announcement is a hint to read the file; only what is read counts.
 */
export class RoomKeeper {
  readonly #parts: KeeperParts;
  readonly #open = new Map<string, OpenRoom>();
  /** Empty rooms with unsaved changes, the longest kept first. */
  readonly #kept = new Set<string>();
  #isClosed = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** The number of open rooms. */
  get size(): number {
    return this.#open.size;
  }

  /** The number of rooms that are kept for their unsaved changes only. */
  get keptSize(): number {
    return this.#kept.size;
  }

  /** The arrangement that is kept beside a document whose room has members; `undefined` where none is. */
  layoutOf(docId: string): FileLayout | undefined {
    return this.#open.get(docId)?.layout;
  }

  /** Runs a task in the room's queue. */
  async run<Result>(docId: string, work: () => Promise<Result>): Promise<Result> {
    return await (this.#open.get(docId) ?? this.#roomOf(docId)).queue.run(work);
  }

  /**
   * Opens the room for a client that is about to join: reads its file and watches it.
   *
   * @throws {RefusedError} when there is nothing but a file that cannot be read
   */
  async enter(docId: string): Promise<void> {
    const open = this.#roomOf(docId);
    open.present++;
    try {
      await open.queue.run(() => this.#startWatching(open));
    } catch (error) {
      this.exit(docId);
      throw error;
    }
  }

  /** Ends what {@linkcode RoomKeeper.enter} began. */
  exit(docId: string): void {
    const open = this.#open.get(docId);
    if (open === undefined) return;
    open.present--;
    if (open.present > 0) return;
    void open.queue.run(() => this.#stopWatching(open));
    this.#forgetLater(open);
  }

  /**
   * Opens the room for a client that only reads it: reads its file.
   *
   * @throws {RefusedError} when there is nothing but a file that cannot be read
   */
  async visit(docId: string): Promise<void> {
    const open = this.#roomOf(docId);
    try {
      if (open.watch === undefined) await open.queue.run(() => this.#readWhole(open));
    } finally {
      if (open.present === 0) this.#forgetLater(open);
    }
  }

  /** Brings the room up to date with its file; call it in the room's queue. */
  async refresh(docId: string): Promise<Updated> {
    const { kinds } = this.#parts;
    return await this.changeByFile(docId, (room, content, isNew) => {
      if (content === null) return loseFile(room);
      return isNew ? seedRoom(kinds, room, content) : takeFile(kinds, room, content);
    });
  }

  /**
   * Changes the room by the content of its file; call it in the room's queue.
   *
   * The file is read after the room, so that it is at least as new as the room's knowledge of it. If another process brings the room
   * something newer meanwhile, it is read again: an old content must not undo newer changes.
   *
   * @param change makes the change; `isNew` says that there was no room
   */
  async changeByFile(
    docId: string,
    change: (room: Room, content: FileContent | null, isNew: boolean) => Outcome,
  ): Promise<Updated> {
    const { store } = this.#parts;
    for (let reads = 0; reads < READS; reads++) {
      const before = await store.read(docId);
      const content = await this.#read(docId, before?.file.mtime ?? 0);
      let isOld = false;
      const updated = await store.update(docId, (room) => {
        isOld = room.file.revision !== (before?.file.revision ?? null);
        return isOld ? unchanged(room) : change(room, content, before === undefined);
      });
      if (!isOld) return updated;
    }
    return unavailable();
  }

  /** Reads the file, and again when it looks older than the known content. */
  async #read(docId: string, known: number): Promise<FileContent | null> {
    const { source } = this.#parts;
    const content = await source.read(docId);
    return content !== null && content.mtime < known ? await source.read(docId) : content;
  }

  /**
   * Bounds the growth of a document by small changes; call it in the room's queue.
   *
   * @throws {RefusedError} when the document would be too large
   */
  async checkGrowth(docId: string, ops: readonly AnyOp[]): Promise<void> {
    const { store, limits } = this.#parts;
    const open = this.#roomOf(docId);
    const added = JSON.stringify(ops).length;
    open.size += added;
    if (open.size <= limits.documentBytes) return;
    const size = JSON.stringify((await store.read(docId))?.def ?? null).length;
    open.size = size + added;
    if (open.size <= limits.documentBytes) return;
    open.size = size;
    const most = `${Math.round(limits.documentBytes / 1024)} KiB`;
    throw new RefusedError("too_large", `The document would grow beyond ${most}: split it.`);
  }

  /** Reads the file a moment later: after an announcement, the file has the last word. */
  checkSoon(docId: string, wait = CHECK): void {
    const open = this.#open.get(docId);
    if (open === undefined || open.stopChecking !== undefined || this.#isClosed) return;
    open.stopChecking = this.#parts.clock.after(wait, () => {
      open.stopChecking = undefined;
      if (open.present > 0) this.#queueRead(open);
    });
  }

  /** Ends all watches; settles when all tasks are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const rooms = [...this.#open.values()];
    for (const open of rooms) {
      open.stopForgetting();
      open.stopChecking?.();
    }
    await Promise.all(rooms.map((open) => open.queue.run(() => this.#endWatch(open))));
    this.#open.clear();
  }

  #roomOf(docId: string): OpenRoom {
    const known = this.#open.get(docId);
    if (known !== undefined) {
      known.stopForgetting();
      return known;
    }
    if (this.#isClosed) {
      throw new RefusedError("shutting_down", "The hub is stopping: connect again a little later.");
    }
    if (this.#open.size >= this.#parts.limits.rooms) {
      throw new RefusedError(
        "unavailable",
        `The hub has ${this.#open.size} documents open and takes no more: try again a little later.`,
      );
    }
    const open: OpenRoom = {
      docId,
      queue: new SerialQueue(),
      present: 0,
      watch: undefined,
      layoutWatch: undefined,
      layout: undefined,
      isReadDue: false,
      broken: undefined,
      size: 0,
      stopForgetting: () => {},
      stopChecking: undefined,
    };
    this.#open.set(docId, open);
    return open;
  }

  async #startWatching(open: OpenRoom): Promise<void> {
    this.#kept.delete(open.docId);
    if (open.watch !== undefined) return;
    open.watch = this.#parts.source.watch(open.docId, () => this.#queueRead(open));
    try {
      open.layoutWatch = this.#watchLayout(open);
      await Promise.all([open.watch.ready, open.layoutWatch?.ready]);
      await this.#readWhole(open);
    } catch (error) {
      await this.#endWatch(open);
      throw error;
    }
  }

  #watchLayout(open: OpenRoom): DocumentWatching | undefined {
    return this.#parts.source.watchLayout?.(open.docId, (layout) => {
      open.layout = layout;
      this.#parts.onLayout?.(open.docId, layout);
    });
  }

  async #stopWatching(open: OpenRoom): Promise<void> {
    if (open.present === 0) await this.#endWatch(open);
  }

  async #endWatch(open: OpenRoom): Promise<void> {
    const { watch, layoutWatch } = open;
    open.watch = open.layoutWatch = open.layout = undefined;
    open.stopChecking?.();
    open.stopChecking = undefined;
    await Promise.all([watch?.close(), layoutWatch?.close()]);
  }

  /** Queues reading the file; several requests that wait are one. */
  #queueRead(open: OpenRoom): void {
    if (open.isReadDue || this.#isClosed) return;
    open.isReadDue = true;
    open.queue.run(async () => {
      open.isReadDue = false;
      await this.#readOnce(open);
    }).catch((error) => {
      this.#parts.log({ level: "error", event: "refresh_failed", docId: open.docId, message: String(error) });
      this.checkSoon(open.docId, AGAIN);
    });
  }

  /** Reads the file until it is whole: one that is being written may be broken for a moment. */
  async #readWhole(open: OpenRoom): Promise<void> {
    await this.#readOnce(open);
    for (const wait of READ_AGAIN) {
      if (open.broken === undefined) break;
      await new Promise<void>((resolve) => this.#parts.clock.after(wait, resolve));
      await this.#readOnce(open);
    }
    const { broken } = open;
    if (broken === undefined) return;
    const { store } = this.#parts;
    const room = await store.read(open.docId);
    if (room !== undefined && room.def !== null) return;
    if (!broken.isEmpty) throw new RefusedError("read_failed", broken.message);
    await store.update(open.docId, (room) => unchanged(room));
  }

  async #readOnce(open: OpenRoom): Promise<void> {
    try {
      const updated = await this.refresh(open.docId);
      open.broken = undefined;
      if (!updated.ok) throw new RefusedError(updated.code, updated.message);
    } catch (error) {
      if (!(error instanceof DocumentReadError)) throw error;
      if (open.broken?.message === error.message) await this.#reportBroken(open.docId, error);
      else {
        this.#parts.log({ level: "warn", event: "unreadable", docId: open.docId, message: error.message });
        this.checkSoon(open.docId, BROKEN);
      }
      open.broken = error;
    }
  }

  /** Reports a file that still cannot be read to the members of the room. */
  async #reportBroken(docId: string, { message }: DocumentReadError): Promise<void> {
    const { store } = this.#parts;
    const room = await store.read(docId);
    if (room !== undefined && room.def !== null) await store.update(docId, (now) => breakFile(now, message));
  }

  #forgetLater(open: OpenRoom): void {
    open.stopForgetting();
    if (this.#isClosed) return;
    open.stopForgetting = this.#parts.clock.after(IDLE, () => {
      open.queue.run(() => this.#forget(open)).catch((error) => {
        this.#parts.log({
          level: "error",
          event: "forget_failed",
          docId: open.docId,
          message: String(error),
        });
      });
    });
  }

  async #forget(open: OpenRoom): Promise<void> {
    const { store } = this.#parts;
    if (this.#isWanted(open)) return;
    const isGone = await store.drop(open.docId);
    if (this.#isWanted(open)) return;
    this.#open.delete(open.docId);
    if (isGone) return;
    this.#kept.delete(open.docId);
    this.#kept.add(open.docId);
    await this.#boundKept();
  }

  /** True when the room has members, or tasks in its queue. */
  #isWanted(open: OpenRoom): boolean {
    if (open.present === 0 && open.queue.size > 1) this.#forgetLater(open);
    return open.present > 0 || open.queue.size > 1;
  }

  async #boundKept(): Promise<void> {
    const { store, limits, log } = this.#parts;
    for (const docId of this.#kept) {
      if (this.#kept.size <= limits.keptRooms) return;
      this.#kept.delete(docId);
      const isOpen = this.#open.has(docId);
      if (!isOpen && await store.drop(docId, true)) {
        log({ level: "warn", event: "unsaved_changes_dropped", docId });
      }
    }
  }
}
