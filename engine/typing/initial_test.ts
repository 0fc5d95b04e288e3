import { assert, assertEquals } from "@std/assert";
import { Machine } from "../machine/machine.ts";
import { declaredDataOf } from "./declared.ts";
import { initialDataOf } from "./initial.ts";

Deno.test("initialDataOf() makes values of their own each time", () => {
  const declared = declaredDataOf({ data: [{ name: "list", type: "list", initial: [[1]] }] });
  assert(declared);
  const [one, other] = [initialDataOf(declared), initialDataOf(declared)];
  assertEquals(one, { list: [[1]] });
  assert(one.list !== other.list);
});

Deno.test("declaredDataOf() takes types that nest without end for any", () => {
  let items: object = { type: "text" };
  for (let level = 0; level < 100_000; level++) items = { type: "list", items };
  const declared = declaredDataOf({ data: [{ name: "deep", ...items }] });
  assertEquals(declared && initialDataOf(declared), { deep: [] });
});

Deno.test("declaredDataOf() passes over what is no declaration", () => {
  assertEquals(declaredDataOf({}), undefined);
  assertEquals(declaredDataOf({ data: {} }), undefined);
  assertEquals(declaredDataOf({ data: [null, 5, {}, { name: "constructor" }] })?.members.size, 0);
});

Deno.test("Machine leaves data that cannot grow as it is", () => {
  const context = Object.freeze({ own: 1 });
  const machine = new Machine({
    settings: { namespace: "Home", asynchronous: false, data: [{ name: "n", type: "integer" }] },
    events: [],
    state: { name: "R" },
  }, { context });
  assertEquals(machine.context, { own: 1 });
});

Deno.test("Machine takes the members of a host's class as given", () => {
  class Order {
    [member: string]: unknown;
    get total() {
      return 7;
    }
  }
  const machine = new Machine({
    settings: {
      namespace: "Home",
      asynchronous: false,
      data: [{ name: "total", type: "integer" }, { name: "toString", type: "text", initial: "x" }],
    },
    events: [],
    state: { name: "R" },
  }, { context: new Order() });
  assertEquals([machine.context.total, machine.context.toString], [7, "x"]);
});
