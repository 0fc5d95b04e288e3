import { assertEquals } from "@std/assert";
import { orThrow } from "../../refusal.ts";
import { SYSTEM_KIND } from "../kind.ts";
import type { SystemDefinition } from "../types.ts";
import { SYSTEM_COMMANDS } from "./commands.ts";

const SHOP: SystemDefinition = {
  settings: { namespace: "Shop", name: "Shop" },
  members: [{ path: "shop.erdf.json" }, { path: "order.smdf.json" }],
};

function run(def: SystemDefinition, id: string, values: object) {
  const command = SYSTEM_COMMANDS.find((one) => one.id === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return command.run(def, { ...values });
}

function after(id: string, values: object, def = SHOP): SystemDefinition {
  const applied = SYSTEM_KIND.content?.changes.apply(def, orThrow(run(def, id, values)).ops);
  if (!applied?.ok) throw new Error("It does not apply.");
  return applied.value;
}

Deno.test("members are added, noted, moved and removed in any spelling of their path", () => {
  assertEquals(after("member.add", { path: "buy.sqdf.json", notes: "x", index: 0 }).members[0], {
    path: "buy.sqdf.json",
    notes: "x",
  });
  const noted = after("member.update", { path: "./order.smdf.json", notes: "First" });
  assertEquals(noted.members[1], { path: "order.smdf.json", notes: "First" });
  assertEquals(after("member.update", { path: "order.smdf.json", notes: "" }, noted), SHOP);
  assertEquals(after("member.move", { path: "a/../order.smdf.json", index: 0 }).members[0], {
    path: "order.smdf.json",
  });
  assertEquals(after("member.remove", { path: "./shop.erdf.json" }).members, [{ path: "order.smdf.json" }]);
});

Deno.test("actors are added, changed, renamed and removed, and unknown fields stay", () => {
  const def = { ...SHOP, budget: 3 };
  const added = after("actor.add", { name: "Ann", kind: "person", wheelNode: "node:human:ann" }, def);
  assertEquals(added, { ...def, actors: [{ name: "Ann", kind: "person", wheelNode: "node:human:ann" }] });
  const changed = after("actor.update", { name: "Ann", kind: "agent", wheelNode: "" }, added);
  assertEquals(changed.actors, [{ name: "Ann", kind: "agent" }]);
  assertEquals(after("actor.rename", { name: "Ann", newName: "Bea" }, added).actors?.[0]?.name, "Bea");
  assertEquals(after("actor.remove", { name: "Ann" }, added).actors, []);
});

Deno.test("an edit of members only writes no actors", () => {
  assertEquals("actors" in after("member.add", { path: "a.smdf.json" }), false);
});

Deno.test("the mode of reconciling is set", () => {
  assertEquals(after("reconcileMode.set", { mode: "auto" }).settings.reconcile, "auto");
});

const REFUSED: readonly [id: string, values: object, code: string][] = [
  ["member.add", { path: "./order.smdf.json" }, "duplicate"],
  ["member.add", { path: "all.sysdf.json" }, "bad_path"],
  ["member.add", { path: "notes.md" }, "bad_path"],
  ["member.add", { path: "a.smdf.json", index: 9 }, "out_of_range"],
  ["member.remove", { path: "ordr.smdf.json" }, "unknown_name"],
  ["actor.add", { name: " ", kind: "person" }, "bad_name"],
  ["actor.rename", { name: "Nobody", newName: "Bea" }, "unknown_name"],
  ["actor.update", { name: "Nobody", kind: "agent" }, "unknown_name"],
];

for (const [id, values, code] of REFUSED) {
  Deno.test(`${id} refuses ${JSON.stringify(values)}`, () => {
    const result = run(SHOP, id, values);
    assertEquals(result.ok ? "done" : result.refusal.code, code);
  });
}
