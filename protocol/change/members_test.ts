import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { setMember } from "../json/clone.ts";
import { memberChange, mergeMembers } from "./members.ts";
import type { Members } from "./model.ts";

function merged(from: Members, change: Parameters<typeof mergeMembers>[1], erasesNotes = false): string {
  const target = { ...from };
  mergeMembers(target, change, erasesNotes);
  return JSON.stringify(target);
}

Deno.test("mergeMembers() keeps the place of a key that is there and appends a new one", () => {
  assertEquals(merged({ a: 1, b: 2 }, { patch: { c: 3, a: 0 } }), '{"a":0,"b":2,"c":3}');
});

Deno.test("mergeMembers() moves a key that is in both unset and patch to the end", () => {
  assertEquals(merged({ a: 1, b: 2 }, { patch: { a: 1 }, unset: ["a", "missing"] }), '{"b":2,"a":1}');
});

Deno.test("mergeMembers() puts the keys of order first and lets the others follow", () => {
  assertEquals(
    merged({ a: 1, b: 2, c: 3 }, { patch: { d: 4 }, order: ["d", "nowhere", "c"] }),
    '{"d":4,"c":3,"a":1,"b":2}',
  );
});

Deno.test("mergeMembers() deletes an erased note only where notes are erased", () => {
  assertEquals(merged({ notes: "n", a: 1 }, { patch: { notes: "" } }, true), '{"a":1}');
  assertEquals(merged({ notes: "n", a: 1 }, { patch: { notes: "" } }), '{"notes":"","a":1}');
});

Deno.test("mergeMembers() sets a member named __proto__ and leaves the prototype alone", () => {
  const target: Members = {};
  mergeMembers(target, JSON.parse('{"patch":{"__proto__":{"polluted":true}}}'));
  assertEquals(JSON.stringify(target), '{"__proto__":{"polluted":true}}');
  assertEquals(Object.getPrototypeOf(target), Object.prototype);
});

Deno.test("memberChange() is undefined when the objects read the same", () => {
  assertEquals(memberChange({ a: [1] }, { a: [1] }), undefined);
});

Deno.test("memberChange() names only the key that differs", () => {
  assertEquals(memberChange({ a: 1, b: 2 }, { a: 1, b: 3 }), { patch: { b: 3 } });
  assertEquals(memberChange({ a: 1, b: 2 }, { b: 2 }), { patch: {}, unset: ["a"] });
});

Deno.test("memberChange() tells a key put between others without repeating what follows", () => {
  assertEquals(
    memberChange({ name: "A", states: [1, 2, 3] }, { name: "A", kind: "final", states: [1, 2, 3] }),
    {
      patch: { kind: "final" },
      order: ["name", "kind"],
    },
  );
});

Deno.test("memberChange() leaves settled members to others", () => {
  assertEquals(memberChange({ a: 1, b: 1 }, { a: 2, b: 2 }, (key) => key === "a"), {
    patch: { b: 2 },
  });
});

Deno.test("mergeMembers() makes exactly what memberChange() was asked for, for any keys in any order", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "1", "__proto__", "constructor");
  const object = fc.array(fc.tuple(key, fc.nat({ max: 2 }))).map((entries) => {
    const made: Members = {};
    for (const [name, value] of entries) setMember(made, name, value);
    return made;
  });
  fc.assert(
    fc.property(object, object, (from, to) => {
      const change = memberChange(from, to);
      assertEquals(change ? merged(from, change) : JSON.stringify(from), JSON.stringify(to));
    }),
    { seed: 5 },
  );
});
