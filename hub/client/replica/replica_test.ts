import { assert, assertEquals } from "@std/assert";
import { applyPatchOps, type JsonObject, type StateMachineDefinition } from "@loom/protocol";
import { viewOf } from "./replica.ts";
import { Chance } from "../testing/chance.ts";
import { DOOR, randomEdit, tagsIn } from "../testing/random_edit.ts";
import { type Message, SimulatedHub } from "../testing/simulated_hub.ts";
import { SimulatedParty } from "../testing/simulated_party.ts";

interface Storm {
  /** How often messages are lost, repeated and reordered: 0 never, 1 often. */
  readonly chaos: number;
  /** Whether the file changes under everyone. */
  readonly withFile: boolean;
  /** True when the hub restarts now and then. */
  readonly withRestarts: boolean;
}

/** Some who edit at once; afterwards everybody has what the hub has. */
function weather(seed: number, { chaos, withFile, withRestarts }: Storm): void {
  const chance = new Chance(seed);
  const parties = ["a", "b", "c"].map((name) => new SimulatedParty(name, chance, !withRestarts));
  const removed = new Set<string>();
  let held = new Set<string>();
  let file: JsonObject = DOOR;
  const tell = (message: Message) => {
    // What a change takes away on purpose may be missing afterwards.
    const now = new Set(tagsIn(hub.room.def));
    const isRemoving = message.type === "full" ||
      (message.type === "patch" && message.envelope.ops.some(({ op }) => /remove|document/.test(op)));
    for (const tag of held) if (!now.has(tag)) assert(isRemoving, `${tag} vanished`);
    // One message may add something and take it away again.
    const told = message.type === "patch" ? tagsIn(message.envelope.ops) : [];
    if (isRemoving) { for (const tag of [...held, ...told]) if (!now.has(tag)) removed.add(tag); }
    held = now;
    for (const party of parties) party.hear(message);
  };
  let hub = new SimulatedHub(file, tell);
  let edits = 0;
  const saved = new Set<string>();
  let isLost = false;
  const restart = 100 + chance.below(250);
  for (const party of parties) party.join(hub);
  for (let round = 0; round < 400; round++) {
    const party = chance.of(parties);
    if (!party) continue;
    if (chance.happens(0.25)) party.edit();
    else if (chance.happens(0.03 * chaos)) party.leave();
    else if (chance.happens(0.05) && !party.replica.isJoined) party.join(hub);
    else if (chance.happens(0.03)) party.wait();
    else party.step(hub, chaos);
    if (withFile && chance.happens(0.01)) {
      const ops = randomEdit(chance, file, `f${edits++}`, !withRestarts);
      if (ops) file = applyPatchOps(file as unknown as StateMachineDefinition, ops) as unknown as JsonObject;
      hub.fileIs(file);
    }
    const { confirmed, epoch, seq, unsavedIds, isJoined } = party.replica;
    if (withFile && chance.happens(0.04) && isJoined && seq === hub.room.seq && epoch === hub.room.epoch) {
      file = confirmed ?? file;
      for (const opId of unsavedIds) saved.add(opId);
      // The hub may end before it hears of it.
      if (withRestarts && chance.happens(0.3)) isLost = true;
      else hub.saved(file, seq, unsavedIds);
    }
    if (withRestarts && (isLost || round === restart)) {
      isLost = false;
      hub = new SimulatedHub(file, tell, `e${round + 2}`, saved);
      held = new Set(tagsIn(file));
      for (const party of parties) party.leave();
    }
  }
  // What was lost for good shows when everybody joins again.
  for (let round = 0; round < 3; round++) {
    for (const party of parties) party.join(hub);
    for (let at = 0; at < 2_000 && !parties.every((party) => party.isQuiet); at++) {
      for (const party of parties) party.step(hub, 0);
      if (at % 50 === 49) { for (const party of parties) party.wait(); }
    }
  }
  for (const party of parties) {
    assert(party.isQuiet, "still not quiet");
    assertEquals(viewOf(party.replica), hub.room.def);
    assertEquals(party.replica.seq, hub.room.seq);
    assertEquals(new Set(party.told).size, party.told.length, "a change was told twice");
  }
  const tags = tagsIn(hub.room.def);
  assertEquals(new Set(tags).size, tags.length, "something is there twice");
  const all = new Set(tags);
  // Removals by changes that were lost with an epoch count as well: their ids are with those who made them.
  for (const party of parties) {
    for (const tag of party.confirmed) {
      const isThere = all.has(tag) || removed.has(tag) || !party.added.has(tag);
      assert(isThere, `${tag} was confirmed and is gone`);
    }
  }
}

for (
  const [name, storm] of Object.entries<Storm>({
    "a good network": { chaos: 0, withFile: false, withRestarts: false },
    "a bad network": { chaos: 1, withFile: false, withRestarts: false },
    "a file that others write": { chaos: 1, withFile: true, withRestarts: false },
    "a hub that begins again": { chaos: 1, withFile: true, withRestarts: true },
  })
) {
  Deno.test(`a replica ends with what the hub has, with ${name}`, () => {
    for (let seed = 1; seed <= 15; seed++) {
      try {
        weather(seed, storm);
      } catch (error) {
        throw new Error(`with seed ${seed}`, { cause: error });
      }
    }
  });
}
