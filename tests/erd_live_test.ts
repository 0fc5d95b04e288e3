/**
 * An entity-relationship diagram at a real hub and on real files: two sessions, a third party that writes the file, and
 * a client of the first release, which knows no operations on diagrams.
 *
 * @module
 */
import { OpenDocument } from "@loom/bridge/document";
import { createBridgeSession } from "@loom/designer/session";
import type { EntityRelationshipDefinition, ErdOp } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { withHub } from "./hub/run_hub.ts";
import { naming, untilDocument, untilSettled } from "./hub/watch_session.ts";

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

Deno.test("two sessions and a writer of the file edit a diagram together, and undo keeps what others did", async () => {
  await withHub(async ({ hub, write }) => {
    const docId = await write("shop.erdf.json", SHOP);
    const options = { url: hub.url, role: "web", docId } as const;
    const [ann, bob] = [createBridgeSession(options), createBridgeSession(options)];
    try {
      await Promise.all([ann.connect(), bob.connect()]);
      ann.emitPatch([{ op: "entity.rename", name: "Customer", to: "Buyer" }, entity("Voucher")]);
      bob.emitPatch([attribute("Customer", "email")]);
      await Promise.all([
        untilSettled(ann),
        untilSettled(bob),
        untilDocument(ann, naming("email")),
        untilDocument(bob, naming("Voucher")),
      ]);
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
      await Promise.all([untilDocument(ann, naming("Product")), untilDocument(bob, naming("Product"))]);
      assert(ann.undo());
      await Promise.all([untilSettled(ann), untilDocument(bob, (def) => !naming("Voucher")(def))]);
      const undone = bob.getSnapshot().def ?? {};
      assertEquals(["Customer", "email", "Product"].filter((name) => !naming(name)(undone)), []);
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
      assertEquals(await untilDocument(ann, naming("Store")), renamed);
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
