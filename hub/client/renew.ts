import { equalJson, type JsonObject } from "@loom/protocol";
import { difference } from "../room/document.ts";
import { savedPart } from "../room/saved_part.ts";
import { carry } from "./carry.ts";
import { hasLanded } from "./has_landed.ts";
import type { Entry, Replica } from "./replica.ts";
import { trailFrom } from "./trail.ts";
import type { Turning } from "./turning.ts";

/** A document in an epoch that is new to a client. */
export interface Content {
  readonly def: JsonObject | null;
  readonly seq: number;
  readonly epoch: string;
  readonly revision: string | null;
  readonly unsaved: boolean;
  /** The changes that the document or the file has, of those that this client holds; `undefined` when the hub does not tell. */
  readonly known: ReadonlySet<string> | undefined;
}

/**
 * Begins a new epoch: the hub has forgotten the one before, and with it every change that was not in the file. Those that
 * this client has seen confirmed are made again, whoever made them, under the names they had: the hub takes the first
 * that comes. Then its own changes that were on their way follow.
 */
export function renew(
  turning: Turning,
  { def, seq, epoch, revision, unsaved, known }: Content,
): void {
  const before = turning.replica;
  turning.set({
    epoch,
    seq,
    fileRevision: revision,
    unsaved,
    flight: null,
    holdUntil: 0,
    notice: null,
    isYielding: false,
    trail: trailFrom(def),
  });
  const chain = before.epoch === null || def === null ? undefined : chainOf(before, def, revision);
  if (!chain || def === null) {
    // Where the hub has nothing, what this client has seen is all that is left.
    const whole = before.confirmed === null || def !== null ? [] : [offeredWhole(before, before.confirmed)];
    turning.set({ pending: [...whole, ...before.pending.map(grounded)] });
    turning.confirm(def, null);
    return;
  }
  const { base, entries, isInFile } = chain;
  const saved = known ? undefined : savedOf(chain, def);
  const { pending, lost, view } = carry(
    { ...before, confirmed: base, pending: entries },
    { under: base, def, across: null },
    {
      isLanded: (entry, { under, def }) => {
        if (isInFile(entry)) return true;
        if (known) return known.has(entry.flight ?? entry.sentAs ?? "");
        return saved?.has(entry.id) || (wasSent(entry) && hasLanded(entry, under, def));
      },
    },
  );
  turning.set({ confirmed: def, pending: pending.map(grounded) });
  turning.tell(...lost);
  settleLanded(turning, before, pending, new Set(lost.map(({ opId }) => opId)));
  if (view) turning.tell(view);
}

interface Chain {
  /** What the first of the entries was made on. */
  readonly base: JsonObject;
  readonly entries: readonly Entry[];
  /** Whether the file is known to have it. */
  readonly isInFile: (entry: Entry) => boolean;
}

/** Every change that the new epoch may lack, oldest first. */
function chainOf(replica: Replica, def: JsonObject, revision: string | null): Chain | undefined {
  const { trail, pending, confirmed, patchable, unsaved, fileRevision } = replica;
  if (confirmed === null) return undefined;
  const isNeverInFile = () => false;
  if (!patchable) {
    // Without operations a document can only be put back whole, and only over the file that it was made from.
    const isOffered = unsaved && revision === fileRevision;
    const entries = isOffered ? [offeredWhole(replica, confirmed), ...pending] : pending;
    return { base: isOffered ? def : confirmed, entries, isInFile: isNeverInFile };
  }
  const inFile = new Set(trail.changes.filter(({ isInFile }) => isInFile).map(({ id }) => id));
  const offered = trail.changes.map(({ id, ops, after }): Entry => ({
    id,
    sentAs: id,
    ops,
    after,
    isOffered: true,
    tries: 0,
  }));
  return {
    base: trail.base ?? confirmed,
    entries: [...offered, ...pending],
    isInFile: ({ id }) => inFile.has(id),
  };
}

/** The document as this client has seen it, to be put where the hub has forgotten it. */
function offeredWhole(replica: Replica, confirmed: JsonObject): Entry {
  const name = offerName(replica);
  return { id: name, ops: null, after: confirmed, whole: true, sentAs: name, isOffered: true, tries: 0 };
}

function offerName({ epoch, seq }: Replica): string {
  return `${(epoch ?? "").replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 60)}.${seq}.whole`;
}

/** The changes that a save has put into the file before the hub forgot them. */
function savedOf({ base, entries }: Chain, def: JsonObject): ReadonlySet<string> {
  const sent = entries.filter(wasSent);
  const exact = sent.findLastIndex(({ after }) => after !== null && equalJson(after, def)) + 1;
  const states = [base, ...sent.map(({ after }) => after ?? base)];
  const count = exact > 0 ? exact : savedPart(sent, states, def, difference(base, def));
  const saved = sent.slice(0, count);
  return new Set(exact > 0 || isMostlyThere(saved, base, def) ? saved.map(({ id }) => id) : []);
}

/** Whether at least half of what changes add is there. */
function isMostlyThere(saved: readonly Entry[], base: JsonObject, def: JsonObject): boolean {
  const adding = saved.flatMap(({ ops }) => ops ?? []).filter(({ op }) => op.endsWith(".add"));
  const there = adding.filter((op) => hasLanded({ ops: [op] }, base, def));
  return there.length * 2 >= adding.length;
}

/** Changes that were on their way and are in the document now. */
function settleLanded(
  turning: Turning,
  before: Replica,
  pending: readonly Entry[],
  lost: ReadonlySet<string>,
): void {
  const still = new Set(pending.map(({ id }) => id));
  const opIds = before.pending.map(({ id }) => id).filter((id) => !still.has(id) && !lost.has(id));
  const { seq, epoch } = turning.replica;
  if (opIds.length > 0) turning.tell({ type: "settled", opIds, seq, epoch: epoch ?? "" });
}

/** Whether the hub may have had it. */
function wasSent({ flight, sentAs }: Entry): boolean {
  return flight !== undefined || sentAs !== undefined;
}

/** A change that is not on its way any more. */
function grounded({ flight, isRipe: _, isTold: __, ...entry }: Entry): Entry {
  return flight === undefined ? entry : { ...entry, sentAs: flight };
}
