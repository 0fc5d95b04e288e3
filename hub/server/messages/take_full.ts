import type { FullIn, JsonObject, KindTable } from "@loom/protocol";
import { takeFile } from "../../room/change_file.ts";
import { replaceLive } from "../../room/change_live.ts";
import type { Outcome } from "../../room/outcome.ts";
import type { Updated } from "../../store/room_store.ts";
import { RefusedError } from "../refused_error.ts";
import { type Edit, type EditParts, isInFile } from "./take_patch.ts";

/**
 * Takes in a whole document; call it in the room's queue. The members that are about the file mean the same as for operations, see
 * `takePatch`.
 *
 * @throws {RefusedError} when the document is of another kind than its name says
 */
export async function takeFull(parts: EditParts, { docId, input, origin }: Edit<FullIn>): Promise<Updated> {
  const def = input.def as JsonObject;
  checkKind(parts.kinds, docId, def);
  const { kinds } = parts;
  const { opId, mtime, baseSeq } = input;
  const sender = { origin, opId, mtime, baseSeq };
  const isWritten = input.revision !== undefined || mtime !== undefined;
  if (!isWritten) {
    return await parts.store.update(docId, (room) => replaceLive(kinds, room, def, sender));
  }
  const updated = await parts.rooms.changeByFile(docId, (room, content) => {
    const isWrittenNow = input.revision !== undefined ||
      content !== null && isInFile(room.file, content, Math.floor(mtime ?? 0));
    if (content === null || !isWrittenNow) return replaceLive(kinds, room, def, sender);
    return asWhole(takeFile(kinds, room, content, { origin, opId, mtime }));
  });
  parts.rooms.checkSoon(docId);
  return updated;
}

/** The outcome with the whole document as its broadcast: what is sent whole is passed on whole. */
function asWhole(outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome;
  const { def } = outcome.room;
  if (def === null) return outcome;
  const broadcasts = outcome.broadcasts.map((broadcast) =>
    broadcast.type === "patch" ? { type: "full" as const, change: broadcast.change, def } : broadcast
  );
  return { ...outcome, broadcasts };
}

function checkKind(kinds: KindTable, docId: string, def: JsonObject): void {
  const named = kinds.ofPath(docId)?.kind;
  const held = kinds.ofDocument(def)?.kind;
  if (named === undefined || held === undefined || named === held) return;
  throw new RefusedError(
    "bad_request",
    `The document is of the kind "${held}", and its name says "${named}": send one of that kind.`,
    {
      member: "def",
    },
  );
}
