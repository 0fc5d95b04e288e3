/**
 * Two people who set the same member without having seen each other's value.
 *
 * @module
 */
import { type BridgeSession, createBridgeSession, type SessionSnapshot } from "@loom/designer/session";
import type { MachineOp, StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { DOOR, withHub } from "./hub/run_hub.ts";
import { until } from "./hub/watch_session.ts";

const describe = (name: string, description: string): MachineOp => ({
  op: "state.update",
  name,
  patch: { description },
});

/** Sessions of one document at a hub. */
function withSessions(run: (ann: BridgeSession, bob: BridgeSession, cem: BridgeSession) => Promise<void>) {
  return withHub(async ({ hub, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    const [ann, bob, cem] = ["Ann", "Bob", "Cem"].map((name) =>
      createBridgeSession({ url: hub.url, role: "web", docId, name })
    ) as [BridgeSession, BridgeSession, BridgeSession];
    try {
      await Promise.all([ann.connect(), bob.connect(), cem.connect()]);
      await run(ann, bob, cem);
    } finally {
      await Promise.all([ann.close(), bob.close(), cem.close()]);
    }
  });
}

function descriptionOf(session: BridgeSession, name: string): string | undefined {
  const def = session.getSnapshot().def as StateMachineDefinition | null;
  return def?.state.states?.find((state) => state.name === name)?.description;
}

const settled = ({ pending }: SessionSnapshot) => pending === 0;

/** Ann and Bob describe a state at once; `later` is the one whose value stands. */
async function race(
  ann: BridgeSession,
  bob: BridgeSession,
): Promise<{ loser: BridgeSession; winner: BridgeSession }> {
  ann.emitPatch([describe("Open", "by Ann")]);
  bob.emitPatch([describe("Open", "by Bob")]);
  await Promise.all([until(ann, settled), until(bob, settled)]);
  await Promise.all([ann, bob].map((one) => until(one, ({ lostValues }) => lostValues.length === 1)));
  const standing = descriptionOf(ann, "Open");
  assertEquals(descriptionOf(bob, "Open"), standing);
  return standing === "by Ann" ? { loser: bob, winner: ann } : { loser: ann, winner: bob };
}

Deno.test("of two who set one member at once, the later value stands and whoever lost puts the other back", () =>
  withSessions(async (ann, bob, cem) => {
    const { loser } = await race(ann, bob);
    await until(cem, ({ lostValues }) => lostValues.length === 1);
    const [lost] = loser.getSnapshot().lostValues;
    const [was, now] = loser === ann ? ["by Ann", "by Bob"] : ["by Bob", "by Ann"];
    assert(lost);
    assertEquals([lost.was, lost.now], [was, now]);
    assertEquals([lost.by, lost.overwrittenBy].includes("hub"), false);
    assert(loser.putBack(lost.id));
    for (const session of [ann, bob, cem]) {
      await until(session, () => descriptionOf(session, "Open") === was);
      await until(session, ({ lostValues }) => lostValues.length === 0);
    }
    assert(loser.undo(), "putting back is an ordinary edit");
    await until(cem, () => descriptionOf(cem, "Open") === now);
  }));

Deno.test("a lost value that nobody wants is dismissed, and offered no more", () =>
  withSessions(async (ann, bob) => {
    const { loser } = await race(ann, bob);
    const [lost] = loser.getSnapshot().lostValues;
    assert(lost);
    loser.dismiss(lost.id);
    assertEquals(loser.getSnapshot().lostValues, []);
    assertEquals(loser.putBack(lost.id), false);
  }));

Deno.test("who sets a member while away overwrites the value of another, who is told and puts it back", () =>
  withSessions(async (ann, bob) => {
    ann.disconnect();
    bob.emitPatch([describe("Open", "by Bob")]);
    await until(bob, settled);
    ann.emitPatch([describe("Open", "by Ann")]);
    await ann.connect();
    await until(bob, ({ lostValues }) => lostValues.length === 1);
    assertEquals(descriptionOf(bob, "Open"), "by Ann");
    const [lost] = bob.getSnapshot().lostValues;
    assertEquals([lost?.of, lost?.was, lost?.now], ["Open", "by Bob", "by Ann"]);
    assert(lost && bob.putBack(lost.id));
    await until(ann, () => descriptionOf(ann, "Open") === "by Bob");
  }));

Deno.test("who sets the same value, or another member, overwrites nothing", () =>
  withSessions(async (ann, bob, cem) => {
    ann.emitPatch([describe("Open", "wide")]);
    bob.emitPatch([describe("Open", "wide"), { op: "state.update", name: "Open", patch: { notes: "oak" } }]);
    await Promise.all([until(ann, settled), until(bob, settled)]);
    await until(cem, ({ seq }) => seq >= 2);
    assertEquals([ann, bob, cem].map((one) => one.getSnapshot().lostValues), [[], [], []]);
  }));
