import { equalJson, type JoinAccepted, type JsonObject } from "@loom/protocol";
import { hasLanded } from "./has_landed.ts";
import { drain, landAcked, takePatch } from "./hear.ts";
import { launch, sendAgain } from "./launch.ts";
import { renew } from "./renew.ts";
import type { Replica, Turn } from "./replica.ts";
import { trailFrom } from "./trail.ts";
import { Turning } from "./turning.ts";

/** So many earlier connections are remembered. */
const MOST_SELF_IDS = 100;

/** Takes in the ack of a join that worked. */
export function joined(
  replica: Replica,
  { selfId, snapshot, resumed, patches, active, knownOpIds }: JoinAccepted,
): Turn {
  const turning = new Turning(replica);
  const { docId, epoch, seq, mtime, revision, unsaved, unsavedOpIds = [] } = snapshot;
  const def = snapshot.def as JsonObject | null;
  turning.set({
    isJoined: true,
    selfIds: [...replica.selfIds.slice(1 - MOST_SELF_IDS), selfId],
    asked: null,
    isPaused: false,
    docId,
  });
  const isSame = replica.epoch === epoch && (resumed === true || seq >= replica.seq);
  if (!isSame) {
    renew(turning, { def, seq, epoch, revision, unsaved, known: knownOpIds && new Set(knownOpIds) });
  } else if (resumed) { for (const envelope of patches ?? []) takePatch(turning, envelope); }
  else jump(turning, def, seq, knownOpIds && new Set(knownOpIds));
  if (turning.replica.seq === seq) {
    turning.set({ fileRevision: revision, fileTime: mtime, unsaved });
    if (!isSame || !resumed) turning.set({ unsavedIds: unsavedOpIds });
    if (!unsaved) turning.set({ trail: trailFrom(turning.replica.confirmed), unsavedIds: [] });
  }
  // Who resumes has heard who is active; else the answer tells it, unless nobody is.
  if (active || !isSame || !resumed) turning.set({ active: active ?? [] });
  landAcked(turning);
  drain(turning);
  sendAgain(turning);
  launch(turning);
  return turning.done();
}

/** The connection is gone. What is on its way goes out again after the next join. */
export function parted(replica: Replica): Turn {
  return {
    replica: {
      ...replica,
      isJoined: false,
      ahead: [],
      notice: null,
      asked: null,
      isPaused: false,
      holdUntil: 0,
    },
    effects: [],
  };
}

/** The client has left: nothing that it waited for comes. While it is only cut off, the time of others goes on. */
export function left(replica: Replica): Turn {
  return { replica: { ...replica, isYielding: false }, effects: [] };
}

/** Takes the document as it is later in the same epoch; what happened in between is not told. */
function jump(
  turning: Turning,
  def: JsonObject | null,
  seq: number,
  known: ReadonlySet<string> | undefined,
): void {
  const { replica } = turning;
  if (seq === replica.seq && equalJson(def, replica.confirmed)) return;
  turning.set({ seq, trail: trailFrom(def) });
  turning.confirm(def, null, {
    isLanded: (entry, { under, def }) =>
      entry.flight !== undefined && (known?.has(entry.flight) ?? hasLanded(entry, under, def)),
  });
}
