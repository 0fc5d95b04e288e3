import { applyPatchOps, type JsonObject, type MachineOp, type PatchEnvelope } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { acknowledged, graceOver } from "./acknowledge.ts";
import { changed, withdrawn } from "./change.ts";
import type { Effect, Update } from "./update.ts";
import { gapLasted, patched } from "./receive.ts";
import { joined, parted } from "./join.ts";
import { emptyReplica } from "../create_bridge_client.ts";
import { heldIds, type Replica, REPLICA_LIMITS, viewOf } from "./replica.ts";
import { DOOR } from "../testing/random_edit.ts";
import { DOC_ID, SimulatedHub } from "../testing/simulated_hub.ts";

const add = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });

function patch(seq: number, ops: readonly MachineOp[], opId = `other.${seq}`): PatchEnvelope {
  return { docId: DOC_ID, epoch: "e1", seq, ops: [...ops], origin: "other", opId, unsaved: true };
}

function started(): Replica {
  return joined(emptyReplica(DOC_ID), new SimulatedHub(DOOR, () => {}).join()).replica;
}

/** Lets turns follow each other; gives the effects of the last one. */
function play(replica: Replica, ...turns: ((replica: Replica) => Update)[]): Update {
  let turn: Update = { replica, effects: [] };
  for (const next of turns) turn = next(turn.replica);
  return turn;
}

const typesOf = (effects: readonly Effect[]) => effects.map(({ type }) => type);

function names(def: JsonObject | null): unknown {
  return (def?.["state"] as { states: { name: string }[] }).states.map(({ name }) => name);
}

Deno.test("changed() shows a change at once and sends one message at a time", () => {
  const { replica, effects } = play(
    started(),
    (replica) => changed(replica, "me.1", [add("A")]),
    (replica) => changed(replica, "me.2", [add("B")]),
    (replica) => changed(replica, "me.3", [add("C")]),
  );
  assertEquals(names(viewOf(replica)), ["Open", "Shut", "A", "B", "C"]);
  assertEquals([replica.inFlight?.entries, effects], [["me.1"], []]);
});

Deno.test("patched() sends what waited together, once the message before it is back", () => {
  const { replica, effects } = play(
    started(),
    (replica) => changed(replica, "me.1", [add("A")]),
    (replica) => changed(replica, "me.2", [add("B")]),
    (replica) => changed(replica, "me.3", [add("C")]),
    (replica) => patched(replica, patch(1, [add("A")], "me.1")),
  );
  assertEquals(typesOf(effects), ["patch", "settled", "send"]);
  assertEquals(replica.inFlight?.message, { ops: [add("B"), add("C")], baseSeq: 1 });
});

Deno.test("patched() keeps the view as it is when one's own change comes back", () => {
  const before = changed(started(), "me.1", [add("A")]).replica;
  const { replica } = patched(before, patch(1, [add("A")], "me.1"));
  assertEquals(viewOf(replica) === viewOf(before), true);
});

Deno.test("patched() delivers in order, once each, whatever the order they come in", () => {
  let replica = started();
  const delivered: number[] = [];
  for (const seq of [2, 3, 1, 1, 2, 4]) {
    const turn = patched(replica, patch(seq, [add(`S${seq}`)]));
    replica = turn.replica;
    for (const effect of turn.effects) if (effect.type === "patch") delivered.push(effect.envelope.seq);
  }
  assertEquals(delivered, [1, 2, 3, 4]);
});

Deno.test("gapLasted() asks for what is missing, and not when nothing is", () => {
  const calm = started();
  assertEquals(gapLasted(calm).effects, []);
  const { effects } = play(calm, (replica) => patched(replica, patch(2, [add("B")])), gapLasted);
  assertEquals(effects, [{ type: "request", sinceSeq: 0, epoch: "e1" }, { type: "gap" }]);
});

Deno.test("patched() gives up a change whose ground is gone, and only that one", () => {
  const { replica, effects } = play(
    started(),
    (replica) =>
      changed(replica, "me.1", [{ op: "state.update", name: "Open", patch: { description: "wide" } }]),
    (replica) => changed(replica, "me.2", [add("A")]),
    (replica) => patched(replica, patch(1, [{ op: "state.remove", name: "Open" }])),
  );
  const lost = effects.find((effect) => effect.type === "lost");
  assertEquals([lost?.opId, lost?.code], ["me.1", "stale_base"]);
  assertEquals([names(lost?.mine ?? null), names(lost?.theirs ?? null)], [["Open", "Shut"], ["Shut"]]);
  assertEquals(names(viewOf(replica)), ["Shut", "A"]);
});

Deno.test("acknowledged() sends a refused change again when there was more to know", () => {
  const sent = changed(started(), "me.1", [add("A")]).replica;
  const message = sent.inFlight?.message;
  if (!message) throw new Error("Nothing was sent.");
  const error = { code: "stale_base" as const, message: "Too old." };
  const again = acknowledged(sent, message, {
    ok: false,
    error,
    seq: 1,
    epoch: "e1",
    missed: [patch(1, [add("B")])],
  });
  assertEquals(again.replica.inFlight, {
    id: "me.1:1",
    entries: ["me.1"],
    message: { ops: [add("A")], baseSeq: 1 },
  });
  const final = acknowledged(sent, message, { ok: false, error, seq: 0, epoch: "e1" });
  assertEquals(typesOf(final.effects), ["lost", "view"]);
});

Deno.test("joined() sends the very same message again in the same epoch", () => {
  const hub = new SimulatedHub(DOOR, () => {});
  const { replica } = play(
    joined(emptyReplica(DOC_ID), hub.join()).replica,
    (replica) => changed(replica, "me.1", [add("A")]),
    parted,
  );
  const { effects } = joined(replica, hub.join({ seq: 0, epoch: "e1", heldOpIds: [] }));
  assertEquals(effects, [{ type: "send", opId: "me.1", message: { ops: [add("A")], baseSeq: 0 } }]);
});

Deno.test("changed() gives up the oldest change when too many wait", () => {
  let replica = emptyReplica(DOC_ID);
  let effects: readonly Effect[] = [];
  for (let at = 0; at <= REPLICA_LIMITS.pending; at++) {
    ({ replica, effects } = changed(replica, `me.${at}`, [add(`S${at}`)]));
  }
  const [lost] = effects;
  assertEquals(lost?.type === "lost" && [lost.opId, lost.code], ["me.0", "outbox_full"]);
  assertEquals(replica.pending.length, REPLICA_LIMITS.pending);
});

Deno.test("withdrawn() takes back a change that waits, not one that was sent", () => {
  const replica = play(
    started(),
    (replica) => changed(replica, "me.1", [add("A")]),
    (replica) => changed(replica, "me.2", [add("B")]),
  ).replica;
  assertEquals(names(viewOf(withdrawn(replica, "me.2").replica)), ["Open", "Shut", "A"]);
  assertEquals(withdrawn(replica, "me.1").effects, []);
});

/** A client that has seen two changes of others which are not in the file. */
function held(): Replica {
  return play(
    started(),
    (replica) => patched(replica, patch(1, [add("A")])),
    (replica) => patched(replica, patch(2, [{ op: "state.add", parent: "Shut", state: { name: "B" } }])),
  ).replica;
}

Deno.test("joined() offers a new hub what it does not know, under the names it had", () => {
  const replica = held();
  assertEquals(heldIds(replica), ["other.1", "other.2"]);
  assertEquals(replica.unsavedIds, ["other.1", "other.2"]);
  const withA = applyPatchOps(DOOR as never, [add("A")]) as unknown as JsonObject;
  const hub = new SimulatedHub(withA, () => {}, "e2", new Set(["other.1"]));
  const accepted = hub.join({ seq: replica.seq, epoch: replica.epoch, heldOpIds: heldIds(replica) });
  const { effects } = joined(parted(replica).replica, accepted);
  assertEquals(accepted.knownOpIds, ["other.1"]);
  assertEquals(effects.flatMap((effect) => effect.type === "send" ? [effect.opId] : []), ["other.2"]);
});

Deno.test("joined() lets others go first with a change that it cannot make whole any more", () => {
  const replica = held();
  const withoutShut = applyPatchOps(DOOR as never, [{ op: "state.remove", name: "Shut" }]);
  const hub = new SimulatedHub(withoutShut as unknown as JsonObject, () => {}, "e2");
  const answer = hub.join({ seq: replica.seq, epoch: replica.epoch, heldOpIds: heldIds(replica) });
  const both = { ...answer, knownOpIds: ["other.1"] };
  const turn = joined(parted(replica).replica, both);
  assertEquals([turn.replica.isYielding, typesOf(turn.effects)], [true, ["view", "yield"]]);
  // Nobody else has it: nothing is left of it.
  assertEquals(graceOver(turn.replica).replica.pending, []);
});

Deno.test("patched() makes the rest of a change that others made again in part, and none of what came of its own sending", () => {
  const goes = (event: string, id?: string): MachineOp => ({
    op: "transition.add",
    state: "Open",
    transition: { event, nextState: "Shut", ...(id === undefined ? {} : { "x-id": id }) },
  });
  const sent = changed(started(), "me.1", [add("A"), goes("pull", "t1"), goes("push")]).replica;
  const hub = new SimulatedHub(DOOR, () => {}, "e2");
  const accepted = hub.join({ seq: sent.seq, epoch: sent.epoch, heldOpIds: heldIds(sent) });
  const { replica } = joined(parted(sent).replica, { ...accepted, selfId: "me-again" });
  // Meanwhile someone has renamed the events.
  const came = (origin: string, ...ops: MachineOp[]) => ({ ...patch(1, ops, "me.1"), epoch: "e2", origin });
  const own = patched(replica, came("me-again", add("A"), goes("tug", "t1"), goes("shove"))).replica;
  assertEquals(own.pending, []);
  const partly = patched(replica, came("other", add("A"), goes("tug", "t1"))).replica;
  assertEquals(partly.pending.map(({ ops }) => ops), [[goes("push")]]);
});
