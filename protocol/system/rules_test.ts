import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { SYSTEM_RULES, validateSystem } from "./rules.ts";
import { SYSTEM_SHAPE } from "./shape.ts";

const SHOP = {
  settings: { namespace: "Shop", name: "Shop" },
  members: [{ path: "shop.erdf.json" }, { path: "../door/DOOR.JSON" }],
  actors: [{ name: "Customer", kind: "person" }],
};

const found = (def: unknown) => validateSystem(def).map(({ ruleId, path }) => [ruleId, path]);
const withMember = (...members: unknown[]) => ({ ...SHOP, members: [...SHOP.members, ...members] });
const withActor = (actor: unknown) => ({ ...SHOP, actors: [...SHOP.actors, actor] });

const CASES: readonly [title: string, def: unknown, expected: readonly string[][]][] = [
  ["nothing in a sound system", SHOP, []],
  ["Y001 without name and namespace", { ...SHOP, settings: {} }, [
    ["Y001", "/settings"],
    ["Y001", "/settings"],
  ]],
  ["Y002 for a member without path", withMember(null), [["Y002", "/members/2"]]],
  ["Y002 for two spellings of one path", withMember({ path: "./a/../shop.erdf.json" }), [
    ["Y002", "/members/2/path"],
  ]],
  ["Y002 for a system as member", withMember({ path: "all.SYSDF.json" }), [["Y002", "/members/2/path"]]],
  ["Y002 for a file that is not JSON", withMember({ path: "notes.md" }), [["Y002", "/members/2/path"]]],
  ["Y004 for an actor without name", withActor({ kind: "agent" }), [["Y004", "/actors/1"]]],
  ["Y004 for a repeated actor", withActor({ name: "Customer", kind: "agent" }), [["Y004", "/actors/1/name"]]],
  ["Y004 for an unknown kind", withActor({ name: "Bot", kind: "robot" }), [["Y004", "/actors/1/kind"]]],
  ["W401 for an unknown mode", { ...SHOP, settings: { ...SHOP.settings, reconcile: "always" } }, [
    ["W401", "/settings/reconcile"],
  ]],
];

for (const [title, def, expected] of CASES) {
  Deno.test(`validateSystem() finds ${title}`, () => assertEquals(found(def), expected));
}

Deno.test("validateSystem() takes any value", () => {
  const parts = fc.record({ settings: fc.jsonValue(), members: fc.jsonValue(), actors: fc.jsonValue() }, {
    requiredKeys: [],
  });
  fc.assert(fc.property(fc.oneof(parts, fc.jsonValue()), (def) => Array.isArray(validateSystem(def))), {
    seed: 5,
  });
});

Deno.test("settings have the rules that warn, and no others", () => {
  const settings = SYSTEM_SHAPE.find(({ name }) => name === "SystemRuleSettings");
  const warnings = SYSTEM_RULES.filter(({ severity }) => severity === "warning").map(({ id }) => id);
  assertEquals(settings?.fields.map(({ name }) => name), ["L008", "L009", "W116", ...warnings]);
});
