import type { ChangeStep, JsonObject } from "@loom/protocol";
import { rebaseOntoFirst, type RebaseOptions, rebasePending, withoutDocument } from "./rebase_pending.ts";
import type { InFlight, PendingChange, Replica } from "./replica.ts";
import type { Effect, Update } from "./update.ts";

/** A replica while an input is taken in. */
export class Transaction {
  /** The replica as it is now. */
  replica: Replica;
  readonly #effects: Effect[] = [];

  constructor(replica: Replica) {
    this.replica = replica;
  }

  /** Changes members of the replica. */
  set(members: Partial<Replica>): void {
    this.replica = { ...this.replica, ...members };
  }

  /** Adds effects. */
  emit(...effects: readonly Effect[]): void {
    this.#effects.push(...effects);
  }

  /** Sets the confirmed document, and rebases the pending changes onto it. */
  confirm(def: JsonObject | null, across: readonly ChangeStep[] | null, options: RebaseOptions = {}): void {
    const before = this.replica.confirmed;
    if (def === null) {
      this.set({ confirmed: null });
      return;
    }
    const { pending, lost, view } = before === null
      ? rebaseOntoFirst(this.replica, def, options)
      : rebasePending(this.replica, { under: before, now: def, across }, options);
    this.set({ confirmed: def, pending });
    this.emit(...lost);
    if (view) this.emit(view);
  }

  /** Rebases the pending changes onto the same confirmed document: some have landed, or are given up. */
  refresh(options: RebaseOptions): void {
    const { confirmed } = this.replica;
    if (confirmed !== null) return this.confirm(confirmed, [], options);
    const { pending, lost } = withoutDocument(this.replica, options);
    this.set({ pending });
    this.emit(...lost);
  }

  /** Ends the flight of a message: its changes are in the confirmed document, but for those that are still pending. */
  land({ id, entries, marks }: InFlight, seq: number): void {
    const { epoch, pending } = this.replica;
    const left = new Set(pending.filter(({ sentIn }) => sentIn === id).map(({ id }) => id));
    this.set({
      inFlight: null,
      pending: pending.map((entry) => left.has(entry.id) ? renamed(entry) : entry),
    });
    const opIds = entries.filter((id) => !left.has(id));
    this.emit({ type: "settled", opIds, seq, epoch: epoch ?? "", ...marks });
  }

  /**
   * Joins again: the answer says which changes the hub has.
   *
   * @param isWhole asks for the document, where the missed changes would not do
   */
  rejoin(isWhole = false): void {
    this.set({ isJoined: false });
    this.emit({ type: "rejoin", ...(isWhole ? { isWhole: true as const } : {}) });
  }

  /** The result of the input. */
  done(): Update {
    return { replica: this.replica, effects: this.#effects };
  }
}

/** A change for its next message, which needs a new name; one that others offer too has a name for it already. */
function renamed({ sentIn: _, earlierName, ...entry }: PendingChange): PendingChange {
  return entry.isOffered && earlierName !== undefined
    ? { ...entry, earlierName }
    : { ...entry, tries: entry.tries + 1 };
}
