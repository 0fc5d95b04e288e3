import { equalJson, EV, type FullIn, type PatchIn } from "@loom/protocol";
import { changesOf, isReport, type Room } from "../../room/room.ts";
import type { Accepted } from "../../room/outcome.ts";
import type { Updated } from "../../store/room_store.ts";
import { answerEnvelope, logEnvelopes } from "./envelopes.ts";
import { documentOf } from "../hub.ts";
import type { Message } from "./message.ts";
import { RefusedError } from "../refused_error.ts";
import { takeFull } from "./take_full.ts";
import { type Edit, type EditParts, takePatch } from "./take_patch.ts";

/** Changes the document by operations. */
export async function patch(message: Message<PatchIn>): Promise<void> {
  await edit(message, takePatch);
}

/** Replaces the document. */
export async function full(message: Message<FullIn>): Promise<void> {
  await edit(message, takeFull);
}

async function edit<Input extends PatchIn | FullIn>(
  message: Message<Input>,
  take: (parts: EditParts, edit: Edit<Input>) => Promise<Updated>,
): Promise<void> {
  const { hub, payload } = message;
  const { socket, id: origin } = message.client;
  const docId = await roomOf(message);
  await hub.rooms.run(docId, async () => {
    const isNamed = payload.opId !== undefined;
    const before = isNamed ? undefined : await hub.store.read(docId);
    const updated = await take(hub, { docId, input: payload, origin });
    if (!updated.ok) return refuse(message, docId, updated);
    const { seq, room: { epoch } } = updated;
    const { baseSeq, opId } = payload;
    const named = opId === undefined ? {} : { opId };
    socket.emit(EV.ACK, { docId, seq, epoch, ...named, ...(baseSeq === undefined ? {} : { baseSeq }) });
    message.answer({
      ok: true,
      seq,
      epoch,
      ...named,
      ...(updated.duplicate ? { duplicate: true } : {}),
      ...(updated.rebased ? { rebased: true } : {}),
      ...(updated.overwrote ? { overwrote: updated.overwrote } : {}),
    });
    if (!isNamed && !isAsMade(hub, payload, before, updated)) {
      socket.emit(EV.FULL_OUT, answerEnvelope(updated.room));
    }
  });
}

/**
 * True when the room is what an earlier client made of it, which has applied its change already and ignores it when it comes back:
 * nothing was between, and the operations stayed as they were.
 */
function isAsMade(
  { kinds }: Message<PatchIn>["hub"],
  input: PatchIn | FullIn,
  before: Room | undefined,
  { room, rebased }: Accepted,
): boolean {
  if (rebased) return false;
  if (!("ops" in input) || isReport(input.ops)) return true;
  const made = before?.def ? changesOf(kinds, before)?.apply(before.def, input.ops) : undefined;
  return made?.ok === true && equalJson(made.value, room.def);
}

/**
 * The document that the sender has joined. A named change of another document was sent before the sender joined this one, and is refused;
 * earlier clients name no changes, and what they send is about the joined document.
 */
async function roomOf({ hub, client, payload }: Message<PatchIn | FullIn>): Promise<string> {
  const { docId } = client;
  if (docId === undefined) {
    throw new RefusedError("not_joined", "You take part in no document: send bridge:join first.");
  }
  const { docId: meant, opId } = payload;
  if (meant === undefined || opId === undefined || meant === docId) return docId;
  if (await documentOf(hub, meant) === docId) return docId;
  throw new RefusedError(
    "bad_request",
    "The change is about another document than the one that you take part in: join that one first.",
    {
      docId: meant,
      member: "docId",
    },
  );
}

/** Refuses a change with the changes that its sender missed; a sender without a callback gets the document. */
function refuse(
  { client, isAsked, refuse }: Message<unknown>,
  docId: string,
  { code, message, missed, room }: Extract<Updated, { readonly ok: false }>,
): void {
  const rest = room === undefined ? {} : {
    seq: room.seq,
    epoch: room.epoch,
    // A replaced document is no patch: the sender gets it as `def:full`.
    ...(missed?.every(({ ops }) => ops !== null) ? { missed: logEnvelopes(room, missed) } : {}),
  };
  refuse(new RefusedError(code, message, { docId }, rest));
  if (!isAsked && room !== undefined && room.def !== null) {
    client.socket.emit(EV.FULL_OUT, answerEnvelope(room));
  }
}
