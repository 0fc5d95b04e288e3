/**
 * An entity-relationship diagram at a real hub and on real files: two sessions, a third party that writes the file, and
 * a client of the first release, which knows no operations on diagrams.
 *
 * @module
 */
import { OpenDocument } from "@loom/bridge/document";
import { type BridgeSession, createBridgeSession } from "@loom/designer/session";
import type { EntityRelationshipDefinition, ErdOp, JsonObject } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { withHub } from "./hub/run_hub.ts";

const SHOP = {
  settings: { namespace: "Shop", name: "Data" },
  entities: [
    { name: "Customer", attributes: [{ name: "id", type: "int", key: "pk" }] },
    { name: "Order", attributes: [{ name: "customer", type: "int", references: "Customer.id" }] },
  ],
  relationships: [{ from: "Customer", to: "Order", cardinality: "1:N" }],
} satisfies EntityRelationshipDefinition;

const entity = (name: string): ErdOp => ({ op: "entity.add", entity: { name } });
const attribute = (owner: string, name: string): ErdOp => ({
  op: "attribute.add",
  entity: owner,
  attribute: { name, type: "string" },
});

const has = (name: string) => (def: JsonObject) => JSON.stringify(def).includes(`"${name}"`);

/** Resolves once a session's document fits. */
function until(session: BridgeSession, fits: (def: JsonObject) => boolean): Promise<JsonObject> {
  const { promise, resolve } = Promise.withResolvers<JsonObject>();
  const look = () => {
    const { def } = session.getSnapshot();
    if (def !== null && fits(def)) resolve(def);
  };
  const stop = session.subscribe(look);
  look();
  return promise.finally(stop);
}

const settled = (session: BridgeSession) => until(session, () => session.getSnapshot().pending === 0);

Deno.test("two sessions and a writer of the file edit a diagram together, and undo keeps what others did", async () => {
  await withHub(async ({ hub, write }) => {
    const docId = await write("shop.erdf.json", SHOP);
    const options = { url: hub.url, role: "web", docId } as const;
    const [ann, bob] = [createBridgeSession(options), createBridgeSession(options)];
    try {
      await Promise.all([ann.connect(), bob.connect()]);
      ann.emitPatch([{ op: "entity.rename", name: "Customer", to: "Buyer" }, entity("Voucher")]);
      bob.emitPatch([attribute("Customer", "email")]);
      await Promise.all([settled(ann), settled(bob), until(ann, has("email")), until(bob, has("Voucher"))]);
      assertEquals(bob.getSnapshot().def, ann.getSnapshot().def);
      // Bob's attribute followed the rename that he had not seen, and so did the reference and the relationship.
      assertEquals(ann.getSnapshot().def, {
        ...SHOP,
        entities: [
          {
            name: "Buyer",
            attributes: [{ name: "id", type: "int", key: "pk" }, { name: "email", type: "string" }],
          },
          { name: "Order", attributes: [{ name: "customer", type: "int", references: "Buyer.id" }] },
          { name: "Voucher" },
        ],
        relationships: [{ from: "Buyer", to: "Order", cardinality: "1:N" }],
      });

      await new OpenDocument(docId).edit(() => [entity("Product")]);
      await Promise.all([until(ann, has("Product")), until(bob, has("Product"))]);
      assert(ann.undo());
      await Promise.all([settled(ann), until(bob, (def) => !has("Voucher")(def))]);
      const undone = bob.getSnapshot().def ?? {};
      assertEquals(["Customer", "email", "Product"].filter((name) => !has(name)(undone)), []);
      assertEquals(ann.getSnapshot().def, undone);
    } finally {
      ann.close();
      bob.close();
    }
  });
});

Deno.test("a client of the first release gets a diagram whole after each change, and changes it whole", async () => {
  await withHub(async ({ hub, client, write }) => {
    const docId = await write("shop.erdf.json", SHOP);
    const old = await client();
    assertEquals((await old.join(docId)).snapshot.def, SHOP);
    const ann = createBridgeSession({ url: hub.url, role: "web", docId });
    try {
      await ann.connect();
      ann.emitPatch([entity("Voucher")]);
      const changed = { ...SHOP, entities: [...SHOP.entities, { name: "Voucher" }] };
      const full = await old.next("def:full");
      assertEquals([full.def, full.seq], [changed, 1]);
      const renamed = { ...changed, settings: { ...SHOP.settings, name: "Store" } };
      old.send("def:full", { docId, def: renamed });
      assertEquals(await until(ann, has("Store")), renamed);
      assertEquals(old.all("def:patch"), []);
    } finally {
      ann.close();
    }
  });
});

Deno.test("a hub refuses an operation on a diagram that does not apply", async () => {
  await withHub(async ({ client, write }) => {
    const docId = await write("shop.erdf.json", SHOP);
    const raw = await client();
    await raw.join(docId);
    const refused = await raw.ask("def:patch", { ops: [attribute("Nobody", "x")] });
    assert(JSON.stringify(refused).includes('there is no entity \\"Nobody\\"'), JSON.stringify(refused));
    assertEquals((await raw.ask("def:patch", { ops: [attribute("Order", "x")] })).seq, 1);
  });
});
