import { type FileContent, takeFile } from "./change_file.ts";
import { withSaved } from "./log.ts";
import { type Outcome, unchanged } from "./outcome.ts";
import type { Room } from "./room.ts";

/** Gives a room that nobody has seen yet what its file holds: that is no change, and has no number. */
export function seedRoom(room: Room, whole: FileContent): Outcome {
  if (room.def !== null || room.seq > 0) return takeFile(room, whole);
  const { saved, ...content } = whole;
  return unchanged({ ...withSaved(room, saved), def: content.def, file: { ...content, before: 0 } });
}
