/**
 * A hub without a network, for tests: a room, and what it would answer.
 *
 * @module
 */
import {
  type AnyOp,
  type EditAck,
  type FileNotice,
  type FullEnvelope,
  type JoinAccepted,
  type JsonObject,
  KINDS,
  type PatchEnvelope,
} from "@loom/protocol";
import { type FileContent, takeFile, takeSave, type Writer } from "../../room/change_file.ts";
import { changeLive, replaceLive, type Sender } from "../../room/change_live.ts";
import { changesSince } from "../../room/log.ts";
import type { Broadcast, Outcome } from "../../room/outcome.ts";
import { type Change, emptyRoom, isUnsaved, type Room } from "../../room/room.ts";
import { seedRoom } from "../../room/change_file.ts";
import type { EditMessage } from "../replica/replica.ts";

/** A message of the hub to the room. */
export type Message =
  | { readonly type: "patch"; readonly envelope: PatchEnvelope }
  | { readonly type: "full"; readonly envelope: FullEnvelope }
  | { readonly type: "file"; readonly notice: FileNotice };

/** The id of the document that the hub serves. */
export const DOC_ID = "/w/door.smdf.json";

/** A hub with one document. */
export class SimulatedHub {
  room: Room;
  readonly #tell: (message: Message) => void;

  /** The names of the changes that were saved into the file, by whatever hub. */
  readonly #saved: Set<string>;

  /** Serves a document whose file has that content. */
  constructor(
    def: JsonObject,
    tell: (message: Message) => void,
    epoch = "e1",
    saved: Set<string> = new Set(),
  ) {
    const outcome = seedRoom(KINDS, emptyRoom(DOC_ID, epoch), { ...contentOf(def), saved: [...saved] });
    if (!outcome.ok) throw new Error(outcome.message);
    this.room = outcome.room;
    this.#saved = saved;
    this.#tell = tell;
  }

  /** Answers a join. */
  join(since?: {
    readonly seq: number;
    readonly epoch: string | null;
    readonly heldOpIds: readonly string[];
  }): JoinAccepted {
    const { room } = this;
    const known = new Set(room.named.map(([opId]) => opId));
    const missed = since?.epoch === room.epoch ? changesSince(room, since.seq) : undefined;
    const isResumed = missed !== undefined && missed.every(({ ops }) => ops !== null);
    return {
      selfId: "self",
      presence: [],
      active: [...room.active],
      ...(since ? { knownOpIds: since.heldOpIds.filter((opId) => known.has(opId)) } : {}),
      ...(isResumed ? { resumed: true, patches: missed.map((change) => this.#patch(change)) } : {}),
      snapshot: {
        docId: DOC_ID,
        def: isResumed ? null : room.def,
        seq: room.seq,
        mtime: room.file.mtime,
        epoch: room.epoch,
        revision: room.file.revision,
        unsaved: isUnsaved(room),
        ...(isResumed ? {} : { unsavedOpIds: room.unsaved.flatMap(({ ids }) => ids) }),
      },
    };
  }

  /** Answers a request. */
  request(since?: { readonly seq: number; readonly epoch: string }): Message[] {
    const { room } = this;
    const missed = since?.epoch === room.epoch ? changesSince(room, since.seq) : undefined;
    if (missed?.every(({ ops }) => ops !== null)) {
      return missed.map((change) => ({ type: "patch", envelope: this.#patch(change) }));
    }
    const { docId, seq, epoch, def } = room;
    const unsavedOpIds = room.unsaved.flatMap(({ ids }) => ids);
    const envelope = { docId, seq, epoch, def, origin: "hub", ...this.#fileState(), unsavedOpIds };
    return [{ type: "full", envelope }];
  }

  /** Takes in a change that a client sent. */
  change(opId: string, message: EditMessage): EditAck {
    const sender: Sender = { origin: opId.split(".")[0] ?? "", opId, baseSeq: message.baseSeq };
    return this.#take(
      "def" in message
        ? replaceLive(KINDS, this.room, message.def, sender)
        : changeLive(KINDS, this.room, message.ops, sender),
    );
  }

  /** Takes in another content of the file. */
  fileIs(def: JsonObject, writer?: Writer): EditAck {
    return this.#take(takeFile(KINDS, this.room, { ...contentOf(def), saved: [...this.#saved] }, writer));
  }

  /**
   * Takes in that someone saved the document as it was at a number.
   *
   * @param opIds the names of the changes that the saver knew to be in there and not in the file
   */
  saved(def: JsonObject, seq: number, opIds: readonly string[]): EditAck {
    for (const opId of opIds) this.#saved.add(opId);
    return this.#take(takeSave(KINDS, this.room, { ...contentOf(def), saved: [...this.#saved] }, seq));
  }

  #take(outcome: Outcome): EditAck {
    const { seq, epoch } = this.room;
    if (!outcome.ok) {
      const { code, message, missed } = outcome;
      const isTold = missed?.every(({ ops }) => ops !== null);
      const error = { code, message };
      return {
        ok: false,
        error,
        seq,
        epoch,
        ...(isTold ? { missed: missed?.map((change) => this.#patch(change)) ?? [] } : {}),
      };
    }
    this.room = outcome.room;
    for (const broadcast of outcome.broadcasts) this.#broadcast(broadcast);
    const { duplicate, rebased } = outcome;
    return {
      ok: true,
      seq: outcome.seq,
      epoch,
      ...(duplicate ? { duplicate } : {}),
      ...(rebased ? { rebased } : {}),
    };
  }

  #broadcast(broadcast: Broadcast): void {
    const { docId, seq, epoch, file } = this.room;
    if (broadcast.type === "patch") this.#tell({ type: "patch", envelope: this.#patch(broadcast.change) });
    if (broadcast.type === "full") {
      const { ops: _, gone: __, ...rest } = broadcast.change;
      this.#tell({
        type: "full",
        envelope: { docId, epoch, ...rest, def: broadcast.def, ...this.#fileState() },
      });
    }
    if (broadcast.type === "file") {
      this.#tell({
        type: "file",
        notice: { docId, revision: file.revision, seq, unsaved: isUnsaved(this.room) },
      });
    }
  }

  #patch({ seq, origin, ops, opId, revision, mtime }: Change): PatchEnvelope {
    const { docId, epoch } = this.room;
    return {
      docId,
      seq,
      epoch,
      ops: [...ops ?? []] as AnyOp[],
      origin,
      ...(opId === undefined ? {} : { opId }),
      ...(revision === undefined ? {} : { revision }),
      ...(mtime === undefined ? {} : { mtime }),
      // What is said about the file holds for the document at the latest number only.
      ...(seq === this.room.seq ? this.#fileState() : {}),
    };
  }

  #fileState(): { fileRevision?: string; unsaved: boolean } {
    const { file } = this.room;
    return {
      ...(file.revision === null ? {} : { fileRevision: file.revision }),
      unsaved: isUnsaved(this.room),
    };
  }
}

let writes = 0;

/** A content of the file, with a revision and a time of its own. */
function contentOf(def: JsonObject): FileContent {
  writes++;
  return { revision: `r${writes}`, def, mtime: writes };
}
