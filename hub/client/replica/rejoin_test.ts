/**
 * What a client does when it comes back to a hub that is not as it was.
 *
 * @module
 */
import {
  applyPatchOps,
  type EditAck,
  type JsonObject,
  KINDS,
  type MachineOp,
  type PatchEnvelope,
} from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { replaceLive } from "../../room/change_live.ts";
import { emptyRoom, type Room } from "../../room/room.ts";
import { seedRoom } from "../../room/change_file.ts";
import { accepted, contentOf } from "../../room/testing/door.ts";
import { fullEnvelope, snapshotOf } from "../../server/messages/envelopes.ts";
import { commitOf } from "../../store/room_store.ts";
import { acknowledged, graceOver } from "./acknowledge.ts";
import { changed, changedWhole } from "./change.ts";
import type { Effect } from "./update.ts";
import { patched, replaced } from "./receive.ts";
import { joined, left, parted } from "./join.ts";
import { emptyReplica } from "../create_bridge_client.ts";
import { heldIds, type Replica, viewOf } from "./replica.ts";
import { DOOR } from "../testing/random_edit.ts";
import { DOC_ID, SimulatedHub } from "../testing/simulated_hub.ts";
import { withBoard } from "../../../tests/board_kind.ts";

const BOARDS = withBoard(KINDS);
const SHOP = "/w/shop.board.json";
const EMPTY: JsonObject = { cards: [] };
const ORDERS: JsonObject = { cards: [{ name: "Customer" }] };

const add = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });
const goes = (event: string, id?: string): MachineOp => ({
  op: "transition.add",
  state: "Open",
  transition: { event, nextState: "Shut", ...(id === undefined ? {} : { "x-id": id }) },
});

function shop(epoch: string): Room {
  return accepted(seedRoom(BOARDS, emptyRoom(SHOP, epoch), contentOf(EMPTY, 1))).room;
}

function answer(room: Room, knownOpIds: string[] = []) {
  return { selfId: "ann", presence: [], snapshot: snapshotOf(room, false), knownOpIds };
}

function other(seq: number, ops: MachineOp[]): PatchEnvelope {
  return { docId: DOC_ID, epoch: "e1", seq, ops, origin: "other", opId: `other.${seq}`, unsaved: true };
}

function started(hub = new SimulatedHub(DOOR, () => {})): Replica {
  return joined(emptyReplica(DOC_ID), hub.join()).replica;
}

/** A client that has seen two changes of others, of which the second has no ground in `WITHOUT_SHUT`. */
function heldByOthers(): Replica {
  const first = patched(started(), other(1, [add("A")])).replica;
  return patched(first, other(2, [{ op: "state.add", parent: "Shut", state: { name: "B" } }])).replica;
}

const WITHOUT_SHUT = applyPatchOps(DOOR as never, [{
  op: "state.remove",
  name: "Shut",
}]) as never as JsonObject;

const typesOf = (effects: readonly Effect[]) => effects.map(({ type }) => type);

Deno.test("joined() offers a document without operations to a new hub whose file is the same", () => {
  const room = shop("e1");
  const next = accepted(replaceLive(BOARDS, room, ORDERS, { origin: "bob", opId: "bob.1", baseSeq: 0 })).room;
  const [change = { seq: 1, origin: "bob", ops: null }] = next.log;
  const before = joined(emptyReplica(SHOP, BOARDS), answer(room)).replica;
  const seen = replaced(before, fullEnvelope(change, commitOf(next, []), ORDERS)).replica;
  const { replica, effects } = joined(parted(seen).replica, answer(shop("e2")));
  assertEquals(typesOf(effects).filter((type) => type === "send" || type === "lost"), ["send"]);
  assertEquals(replica.inFlight?.message, { def: ORDERS, baseSeq: shop("e2").seq });
});

Deno.test("joined() takes a whole document that arrived for what it is, though its answer was lost", () => {
  const room = shop("e1");
  const mine =
    changedWhole(joined(emptyReplica(SHOP, BOARDS), answer(room)).replica, "ann.1", ORDERS).replica;
  const next = accepted(replaceLive(BOARDS, room, ORDERS, { origin: "ann", opId: "ann.1", baseSeq: 0 })).room;
  const { replica, effects } = joined(parted(mine).replica, answer(next, ["ann.1"]));
  assertEquals([typesOf(effects).includes("lost"), replica.confirmed], [false, ORDERS]);
});

Deno.test("joined() offers a document whose file is gone", () => {
  const seen = patched(started(), other(1, [add("A")])).replica;
  const { replica } = joined(parted(seen).replica, answer(emptyRoom(DOC_ID, "e2")));
  assertEquals([viewOf(replica), replica.inFlight?.message], [seen.confirmed, {
    def: seen.confirmed,
    baseSeq: 0,
  }]);
});

Deno.test("joined() gives others their time in every epoch, once however often the connection breaks, and again for who had left", () => {
  let replica = heldByOthers();
  const comes = (epoch: string): boolean => {
    const hub = new SimulatedHub(WITHOUT_SHUT, () => {}, epoch);
    const held = { seq: replica.seq, epoch: replica.epoch, heldOpIds: heldIds(replica) };
    const turn = joined(parted(replica).replica, { ...hub.join(held), knownOpIds: ["other.1"] });
    replica = turn.replica;
    return typesOf(turn.effects).includes("yield");
  };
  assertEquals([comes("e2"), comes("e2"), comes("e3"), comes("e3")], [true, false, true, false]);
  replica = left(parted(replica).replica).replica;
  assertEquals(comes("e3"), true);
});

Deno.test("joined() knows no active states where the answer tells none", () => {
  const before = joined(emptyReplica(DOC_ID), {
    ...new SimulatedHub(DOOR, () => {}).join(),
    active: ["Open"],
  });
  const { replica } = joined(parted(before.replica).replica, new SimulatedHub(DOOR, () => {}, "e2").join());
  assertEquals([before.replica.active, replica.active], [["Open"], []]);
});

Deno.test("joined() sends nothing twice that an earlier connection of its own had sent", () => {
  const sent = changed(started(), "me.1", [add("A"), goes("pull", "t1"), goes("push")]).replica;
  const hub = new SimulatedHub(DOOR, () => {}, "e2");
  const held = { seq: 0, epoch: "e1", heldOpIds: heldIds(sent) };
  const first = joined(parted(sent).replica, { ...hub.join(held), selfId: "s1" }).replica;
  // Meanwhile someone has renamed the events.
  const came = {
    ...other(1, [add("A"), goes("tug", "t1"), goes("shove")]),
    epoch: "e2",
    origin: "s1",
    opId: "me.1",
  };
  const again = hub.join({ seq: 0, epoch: "e2", heldOpIds: heldIds(first) });
  const { replica } = joined(parted(first).replica, {
    ...again,
    selfId: "s2",
    resumed: true,
    patches: [came],
    snapshot: { ...again.snapshot, seq: 1, unsaved: true },
  });
  assertEquals(replica.pending, []);
});

Deno.test("acknowledged() joins again when the answer is of another epoch, and keeps the change", () => {
  const mine = changed(heldByOthers(), "me.1", [add("Mine")]).replica;
  const message = mine.inFlight?.message ?? { ops: [], baseSeq: 0 };
  const refusal = new SimulatedHub(DOOR, () => {}, "e2").change("me.1", message);
  const { replica, effects } = acknowledged(mine, message, refusal);
  assertEquals([typesOf(effects), replica.pending.map(({ id }) => id)], [["rejoin"], ["me.1"]]);
});

Deno.test("acknowledged() sends the rest of a message of an earlier epoch again under the name by which others know it", () => {
  const over: MachineOp = {
    op: "state.update",
    name: "Shut",
    patch: { transitions: [{ nextState: "Open" }] },
  };
  let ann = changed(started(), "ann.1", [add("A")]).replica;
  ann = changed(changed(ann, "ann.2", [over]).replica, "ann.3", [goes("pull")]).replica;
  ann = patched(ann, { ...other(1, [add("A")]), opId: "ann.1" }).replica;
  assertEquals(ann.inFlight?.entries, ["ann.2", "ann.3"]);
  // The hub begins again with a file that has the first, and someone changes what the second writes over.
  const hub = new SimulatedHub(
    applyPatchOps(DOOR as never, [add("A")]) as never as JsonObject,
    () => {},
    "e2",
  );
  const answered = hub.join({ seq: ann.seq, epoch: ann.epoch, heldOpIds: heldIds(ann) });
  ann = joined(parted(ann).replica, { ...answered, knownOpIds: ["ann.1"] }).replica;
  const message = ann.inFlight?.message ?? { ops: [], baseSeq: 0 };
  const first: MachineOp = {
    op: "transition.add",
    state: "Shut",
    transition: { event: "y", nextState: "Open" },
  };
  hub.change("cid.1", { ops: [first], baseSeq: hub.room.seq });
  const refusal = hub.change("ann.2", message);
  const turn = acknowledged(ann, message, refusal);
  assertEquals(refusal.ok, false);
  assertEquals([turn.replica.inFlight?.id, turn.replica.inFlight?.message], ["ann.2", {
    ops: [goes("pull")],
    baseSeq: 1,
  }]);
});

/** A client of `heldByOthers` with a change of its own, at a hub whose file has no ground for the second change and some of its own. */
function atPoorerHub(): { replica: Replica; hub: SimulatedHub } {
  const rename: MachineOp = { op: "state.rename", name: "B", to: "C" };
  const before = changed(heldByOthers(), "me.1", [rename, add("Mine")]).replica;
  const hub = new SimulatedHub(WITHOUT_SHUT, () => {}, "e2");
  const held = { seq: before.seq, epoch: before.epoch, heldOpIds: heldIds(before) };
  return { replica: joined(parted(before).replica, { ...hub.join(held), knownOpIds: [] }).replica, hub };
}

const lostOf = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => effect.type === "lost" ? [effect.opId] : []);

Deno.test("graceOver() tells once what could not be made again, when its turn has come", () => {
  const { replica } = atPoorerHub();
  assertEquals(replica.inFlight?.id, "other.1");
  const waiting = graceOver(replica);
  assertEquals(lostOf(waiting.effects), []);
  const first = waiting.replica.inFlight?.message ?? { ops: [], baseSeq: 0 };
  const ack: EditAck = { ok: true, seq: 1, epoch: "e2" };
  const known = patched(acknowledged(waiting.replica, first, ack).replica, {
    ...other(1, [add("A")]),
    epoch: "e2",
    opId: "other.1",
  });
  assertEquals(lostOf(known.effects), ["other.2"]);
  assertEquals(lostOf(graceOver(parted(known.replica).replica).effects), []);
});

Deno.test("graceOver() goes on with what others have made before its turn came", () => {
  const { replica } = atPoorerHub();
  const waiting = graceOver(replica).replica;
  // While the first is on its way, someone who knows more makes the ground of the second.
  const shut: MachineOp = { op: "state.add", parent: null, state: { name: "Shut" } };
  const grounded = patched(waiting, { ...other(1, [shut]), epoch: "e2", opId: "theirs.1" }).replica;
  const turn = patched(grounded, { ...other(2, [add("A")]), epoch: "e2", opId: "other.1" });
  assertEquals(lostOf(turn.effects), []);
  assertEquals(turn.replica.inFlight?.message, {
    ops: [{ op: "state.add", parent: "Shut", state: { name: "B" } }],
    baseSeq: 2,
  });
});

/** A client that has seen a change of two parts, at a hub that has begun again: it makes it again. */
function offering(): Replica {
  const whole = { ...other(1, [add("A"), add("B")]), opId: "ann.1" };
  const before = patched(started(), whole).replica;
  const hub = new SimulatedHub(DOOR, () => {}, "e2");
  const held = { seq: before.seq, epoch: before.epoch, heldOpIds: heldIds(before) };
  return joined(parted(before).replica, { ...hub.join(held), knownOpIds: [] }).replica;
}

Deno.test("patched() makes the rest of what another has made again in part, under a name that all use", () => {
  const flying = offering();
  assertEquals(flying.inFlight?.id, "ann.1");
  const part = { ...other(1, [add("A")]), epoch: "e2", opId: "ann.1" };
  const turn = patched(flying, part);
  assertEquals([turn.replica.inFlight?.id, turn.replica.inFlight?.message], ["ann.1.rest", {
    ops: [add("B")],
    baseSeq: 1,
  }]);
  // Another was first with the rest too: then it is there, and not made twice.
  const rest = { ...other(2, [add("B")]), epoch: "e2", opId: "ann.1.rest" };
  const done = patched(turn.replica, rest).replica;
  assertEquals([done.pending, done.inFlight], [[], null]);
});

Deno.test("patched() takes a change that came again whole for what it is", () => {
  const whole = { ...other(1, [add("A"), add("B")]), epoch: "e2", opId: "ann.1" };
  const { pending, inFlight } = patched(offering(), whole).replica;
  assertEquals([pending, inFlight], [[], null]);
});
