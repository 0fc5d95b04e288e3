/**
 * A sequence at a real hub and on real files: two sessions, a third party that writes the file, and a client of the
 * first release, which knows no operations on sequences.
 *
 * @module
 */
import { OpenDocument } from "@loom/bridge/document";
import { createBridgeSession } from "@loom/designer/session";
import type { SequenceDefinition, SequenceOp } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { withHub } from "./hub/run_hub.ts";
import { naming, untilDocument, untilSettled } from "./hub/watch_session.ts";

const BUYING = {
  settings: { namespace: "Shop", name: "Buying" },
  participants: [{ name: "Customer", actor: "Customer" }, { name: "Shop" }],
  messages: [
    { from: "Customer", to: "Shop", label: "orders" },
    { from: "Shop", to: "Customer", label: "confirms" },
  ],
  fragments: [{
    id: "alt1",
    kind: "alt",
    label: "sold out",
    after: 1,
    messages: [{ from: "Shop", to: "Customer", label: "regrets" }],
  }],
} satisfies SequenceDefinition;

const message = (label: string, index?: number): SequenceOp => ({
  op: "message.add",
  message: { from: "Customer", to: "Shop", label },
  ...(index === undefined ? {} : { index }),
});
const inside = (label: string): SequenceOp => ({
  op: "fragmentMessage.add",
  fragment: "alt1",
  message: { from: "Shop", to: "Customer", label },
});

Deno.test("two sessions and a writer of the file edit a scenario together, and undo keeps what others did", async () => {
  await withHub(async ({ hub, write }) => {
    const docId = await write("buying.sqdf.json", BUYING);
    const options = { url: hub.url, role: "web", docId } as const;
    const [ann, bob] = [createBridgeSession(options), createBridgeSession(options)];
    try {
      await Promise.all([ann.connect(), bob.connect()]);
      ann.emitPatch([message("asks", 0), { op: "participant.rename", name: "Customer", to: "Buyer" }]);
      bob.emitPatch([inside("offers another"), message("pays")]);
      await Promise.all([
        untilSettled(ann),
        untilSettled(bob),
        untilDocument(ann, naming("pays")),
        untilDocument(bob, naming("asks")),
      ]);
      assertEquals(bob.getSnapshot().def, ann.getSnapshot().def);
      // Bob's messages followed the rename that he had not seen, and each stands where its maker put it.
      assertEquals(ann.getSnapshot().def, {
        ...BUYING,
        participants: [{ name: "Buyer", actor: "Customer" }, { name: "Shop" }],
        messages: [
          { from: "Buyer", to: "Shop", label: "asks" },
          { from: "Buyer", to: "Shop", label: "orders" },
          { from: "Shop", to: "Buyer", label: "confirms" },
          { from: "Buyer", to: "Shop", label: "pays" },
        ],
        fragments: [{
          ...BUYING.fragments[0],
          messages: [
            { from: "Shop", to: "Buyer", label: "regrets" },
            { from: "Shop", to: "Buyer", label: "offers another" },
          ],
        }],
      });

      await new OpenDocument(docId).edit(() => [{
        op: "participant.add",
        participant: { name: "Bank" },
      }]);
      await Promise.all([untilDocument(ann, naming("Bank")), untilDocument(bob, naming("Bank"))]);
      assert(ann.undo());
      await Promise.all([untilSettled(ann), untilDocument(bob, (def) => !naming("asks")(def))]);
      const undone = bob.getSnapshot().def ?? {};
      assertEquals(
        ["Customer", "offers another", "pays", "Bank"].filter((name) => !naming(name)(undone)),
        [],
      );
      assertEquals(ann.getSnapshot().def, undone);
    } finally {
      ann.close();
      bob.close();
    }
  });
});

Deno.test("of two people who give ids to fragments at once, one is asked, and nothing is lost", async () => {
  const old = { kind: "alt", label: "sold out", after: 1, messages: [] } as const;
  await withHub(async ({ hub, write }) => {
    const docId = await write("buying.sqdf.json", { ...BUYING, fragments: [old] });
    const options = { url: hub.url, role: "web", docId } as const;
    const [ann, bob] = [createBridgeSession(options), createBridgeSession(options)];
    const identify: SequenceOp = {
      op: "document.update",
      patch: { fragments: [{ ...old, id: "alt1" }] },
    };
    try {
      await Promise.all([ann.connect(), bob.connect()]);
      ann.emitPatch([identify, inside("from Ann")]);
      bob.emitPatch([identify, inside("from Bob")]);
      await Promise.all([ann, bob].map(untilSettled));
      const asked = [ann, bob].filter((one) => one.getSnapshot().status === "remote-changed");
      assertEquals(asked.length, 1);
      const [kept] = [ann, bob].filter((one) => one !== asked[0]);
      assertEquals(asked[0]?.getSnapshot().def, kept?.getSnapshot().def);
      assertEquals(
        (kept?.getSnapshot().def as SequenceDefinition | null)?.fragments?.[0]?.messages.length,
        1,
      );
    } finally {
      ann.close();
      bob.close();
    }
  });
});

Deno.test("a client of the first release gets a scenario whole after each change, and changes it whole", async () => {
  await withHub(async ({ hub, client, write }) => {
    const docId = await write("buying.sqdf.json", BUYING);
    const old = await client();
    assertEquals((await old.join(docId)).snapshot.def, BUYING);
    const ann = createBridgeSession({ url: hub.url, role: "web", docId });
    try {
      await ann.connect();
      ann.emitPatch([message("pays")]);
      const changed = {
        ...BUYING,
        messages: [...BUYING.messages, { from: "Customer", to: "Shop", label: "pays" }],
      };
      const full = await old.next("def:full");
      assertEquals([full.def, full.seq], [changed, 1]);
      const renamed = { ...changed, settings: { ...BUYING.settings, name: "Selling" } };
      old.send("def:full", { docId, def: renamed });
      assertEquals(await untilDocument(ann, naming("Selling")), renamed);
      assertEquals(old.all("def:patch"), []);
    } finally {
      ann.close();
    }
  });
});

Deno.test("a hub refuses an operation on a scenario that does not apply", async () => {
  await withHub(async ({ client, write }) => {
    const docId = await write("buying.sqdf.json", BUYING);
    const raw = await client();
    await raw.join(docId);
    const wrong: SequenceOp = { op: "message.remove", index: 9 };
    const refused = await raw.ask("def:patch", { ops: [wrong] });
    assert(JSON.stringify(refused).includes("message"), JSON.stringify(refused));
    assertEquals((await raw.ask("def:patch", { ops: [message("pays")] })).seq, 1);
  });
});
