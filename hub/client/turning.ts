import type { JsonObject } from "@loom/protocol";
import { carry, carryNowhere, carryOntoFirst, type CarryOptions } from "./carry.ts";
import type { Effect } from "./effect.ts";
import type { Entry, Flight, Replica, Turn } from "./replica.ts";
import type { Step } from "./transform.ts";

/** A replica while an input is taken in. */
export class Turning {
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

  /** Adds to what has to be done. */
  tell(...effects: Effect[]): void {
    this.#effects.push(...effects);
  }

  /** Sets the confirmed document, and makes the changes that are on their way on it. */
  confirm(def: JsonObject | null, across: readonly Step[] | null, options: CarryOptions = {}): void {
    const before = this.replica.confirmed;
    if (def === null) {
      this.set({ confirmed: null });
      return;
    }
    const { pending, lost, view } = before === null
      ? carryOntoFirst(this.replica, def, options)
      : carry(this.replica, { under: before, def, across }, options);
    this.set({ confirmed: def, pending });
    this.tell(...lost);
    if (view) this.tell(view);
  }

  /** Makes the changes that are on their way anew on the confirmed document: some have landed, or are given up. */
  settleOn(options: CarryOptions): void {
    const { confirmed } = this.replica;
    if (confirmed !== null) return this.confirm(confirmed, [], options);
    const { pending, lost } = carryNowhere(this.replica, options);
    this.set({ pending });
    this.tell(...lost);
  }

  /** The flight has arrived: its changes are in the confirmed document. */
  land({ id, entries, marks }: Flight, seq: number): void {
    const { epoch, pending } = this.replica;
    const left = new Set(pending.filter(({ flight }) => flight === id).map(({ id }) => id));
    this.set({ flight: null, pending: pending.map((entry) => left.has(entry.id) ? renamed(entry) : entry) });
    const opIds = entries.filter((id) => !left.has(id));
    this.tell({ type: "settled", opIds, seq, epoch: epoch ?? "", ...marks });
  }

  /** What came of the input. */
  done(): Turn {
    return { replica: this.replica, effects: this.#effects };
  }
}

/** A change that goes out under a name that it did not have yet; what others offer too has one already. */
function renamed({ flight: _, sentAs, ...entry }: Entry): Entry {
  return entry.isOffered && sentAs !== undefined
    ? { ...entry, sentAs }
    : { ...entry, tries: entry.tries + 1 };
}
