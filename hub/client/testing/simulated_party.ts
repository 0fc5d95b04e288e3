import { type EditAck, equalJson, type JsonObject } from "@loom/protocol";
import { acknowledged, graceOver, retry, unanswered } from "../replica/acknowledge.ts";
import { changed } from "../replica/change.ts";
import type { Effect, Update, ViewChange } from "../replica/update.ts";
import { fileMoved, gapLasted, patched, replaced } from "../replica/receive.ts";
import { joined, parted } from "../replica/join.ts";
import { emptyReplica } from "../create_bridge_client.ts";
import { type EditMessage, heldIds, type Replica, viewOf } from "../replica/replica.ts";
import type { Chance } from "./chance.ts";
import { randomEdit, tagsIn } from "./random_edit.ts";
import { DOC_ID, type Message, type SimulatedHub } from "./simulated_hub.ts";

/** Something on its way to a party. */
type Down = Message | { readonly type: "ack"; readonly message: EditMessage; readonly ack: EditAck };
/** Something on its way to the hub. */
type Up =
  | { readonly type: "change"; readonly opId: string; readonly message: EditMessage }
  | { readonly type: "request"; readonly sinceSeq: number; readonly epoch: string };

/** One who takes part, behind a network that loses, repeats and reorders. */
export class SimulatedParty {
  replica: Replica = emptyReplica(DOC_ID);
  /** The tags of changes that the hub has confirmed. */
  readonly confirmed = new Set<string>();
  /** The tags of changes that add something. */
  readonly added = new Set<string>();
  /** The tags of changes that were given up. */
  readonly lost = new Set<string>();
  /** Numbers of the changes that were told, in order. */
  readonly told: string[] = [];
  readonly #name: string;
  readonly #chance: Chance;
  readonly #isRemoving: boolean;
  #down: Down[] = [];
  #up: Up[] = [];
  #edits = 0;
  #isPaused = false;
  #rejoin: Extract<Effect, { type: "rejoin" }> | undefined;

  constructor(name: string, chance: Chance, isRemoving: boolean) {
    this.#isRemoving = isRemoving;
    this.#name = name;
    this.#chance = chance;
  }

  /** True when nothing is under way. */
  get isQuiet(): boolean {
    const { pending, inFlight } = this.replica;
    return this.#down.length === 0 && this.#up.length === 0 && this.#rejoin === undefined &&
      pending.length === 0 && inFlight === null;
  }

  /** Takes a message of the hub into the queue. */
  hear(message: Message): void {
    if (this.replica.isJoined) this.#down.push(message);
  }

  /** Makes a change of one's own. */
  edit(): void {
    const view = viewOf(this.replica);
    const tag = `${this.#name}${this.#edits++}`;
    const ops = view && randomEdit(this.#chance, view, tag, this.#isRemoving);
    if (tagsIn(ops).length > 0) this.added.add(tag);
    if (ops) this.#take(changed(this.replica, `${this.#name}.${tag}`, ops));
  }

  /** Joins, or joins again. */
  join(hub: SimulatedHub, isWhole = false): void {
    this.leave();
    const { epoch, seq } = this.replica;
    this.#take(
      joined(
        this.replica,
        hub.join({
          seq,
          // Without an epoch, the hub sends the document instead of the missed changes.
          epoch: isWhole || this.#isRemoving && this.#chance.happens(0.2) ? null : epoch,
          heldOpIds: heldIds(this.replica),
        }),
      ),
    );
  }

  /** Loses the connection, and what is on its way. */
  leave(): void {
    this.#down = [];
    this.#up = [];
    this.#rejoin = undefined;
    this.replica = parted(this.replica).replica;
  }

  /** Lets one thing arrive, by chance out of order, twice or never. */
  step(hub: SimulatedHub, chaos: number): void {
    const { happens } = { happens: (share: number) => this.#chance.happens(share * chaos) };
    if (this.#chance.happens(0.5)) this.#stepUp(hub, happens);
    else this.#stepDown(happens);
    const { isWhole } = this.#rejoin ?? {};
    if (this.#rejoin) this.join(hub, isWhole);
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#take(retry(this.replica));
    }
  }

  /** Time passes: what is missing is asked for, what is not answered is sent again. */
  wait(): void {
    this.#take(gapLasted(this.replica));
    this.#take(graceOver(this.replica));
    this.#take(unanswered(this.replica));
  }

  #stepUp(hub: SimulatedHub, happens: (share: number) => boolean): void {
    const up = this.#up[0];
    if (!up) return;
    if (!happens(0.1)) this.#up.shift();
    if (happens(0.1)) return;
    if (up.type === "change") {
      const ack = hub.change(up.opId, up.message);
      this.#down.push({ type: "ack", message: up.message, ack });
    } else {
      const { sinceSeq: seq, epoch } = up;
      this.#down.push(...hub.request({ seq, epoch }));
    }
  }

  #stepDown(happens: (share: number) => boolean): void {
    const at = happens(0.3) ? this.#chance.below(Math.min(4, this.#down.length)) : 0;
    const down = this.#down[at];
    if (!down) return;
    if (!happens(0.1)) this.#down.splice(at, 1);
    if (happens(0.05)) return;
    switch (down.type) {
      case "ack":
        return this.#take(acknowledged(this.replica, down.message, down.ack));
      case "patch":
        return this.#take(patched(this.replica, down.envelope));
      case "full":
        return this.#take(replaced(this.replica, down.envelope));
      case "file":
        return this.#take(fileMoved(this.replica, down.notice));
    }
  }

  #take({ replica, effects }: Update): void {
    const before = viewOf(this.replica);
    const isOwn = replica.pending.length > this.replica.pending.length;
    this.replica = replica;
    for (const effect of effects) this.#do(effect);
    if (!isOwn) checkView(before, viewOf(replica), effects.filter((effect) => effect.type === "view"));
  }

  #do(effect: Effect): void {
    switch (effect.type) {
      case "send":
        this.#up.push({ type: "change", opId: effect.opId, message: effect.message });
        return;
      case "request":
        this.#up.push(effect);
        return;
      case "settled":
        for (const opId of effect.opIds) this.confirmed.add(opId.split(".")[1] ?? "");
        return;
      case "lost":
        this.lost.add(effect.opId.split(".")[1] ?? "");
        return;
      case "patch":
        this.told.push(`${effect.envelope.epoch} ${effect.envelope.seq}`);
        return;
      case "retry":
        this.#isPaused = true;
        return;
      case "rejoin":
        this.#rejoin = effect;
    }
  }
}

/** What is told of the view leads from what was seen to what is seen. */
function checkView(
  before: JsonObject | null,
  after: JsonObject | null,
  changes: readonly ViewChange[],
): void {
  let now = before;
  for (const change of changes) {
    if (!equalJson(change.before, now)) throw new Error("A change of the view begins elsewhere.");
    now = change.after;
  }
  if (!equalJson(now, after)) throw new Error("The view changed without a word.");
}
