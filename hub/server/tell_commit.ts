import { EV } from "@loom/protocol";
import type { Broadcast } from "../room/outcome.ts";
import type { Commit } from "../store/room_store.ts";
import { fileNotice, fullEnvelope, patchEnvelope } from "./envelopes.ts";
import type { HubServer } from "./hub.ts";

/** Tells a change to those of the room that are connected to this process. */
export function tellCommit(io: HubServer, commit: Commit): void {
  for (const broadcast of commit.broadcasts) tell(io, commit, broadcast);
}

function tell(io: HubServer, commit: Commit, broadcast: Broadcast): void {
  const { docId } = commit;
  const room = io.local.to(docId);
  switch (broadcast.type) {
    case "patch":
      room.emit(EV.PATCH_OUT, patchEnvelope(broadcast.change, commit));
      return;
    case "full":
      room.emit(EV.FULL_OUT, fullEnvelope(broadcast.change, commit, broadcast.def, broadcast.reason));
      return;
    case "file":
      room.emit(EV.FILE, fileNotice(commit));
      return;
    case "lost":
      io.local.to([...broadcast.origins]).emit(EV.ERROR, {
        code: "stale_base",
        message: broadcast.message,
        docId,
        lostOpIds: [...broadcast.ids],
      });
  }
}
