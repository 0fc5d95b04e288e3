import {
  applyPatchOps,
  invertOps,
  type JsonObject,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { stepOf } from "./transform.ts";
import { afterChange, takeWay, type WaysBack, withWay } from "./ways_back.ts";

const DOOR = {
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: { name: "Door", states: [{ name: "Open" }, { name: "Shut" }] },
} as unknown as JsonObject;

const machine = (def: JsonObject) => def as unknown as StateMachineDefinition;
const made = (def: JsonObject, ops: readonly MachineOp[]) =>
  applyPatchOps(machine(def), ops) as unknown as JsonObject;
const note = (name: string, description: string): MachineOp => ({
  op: "state.update",
  name,
  patch: { description },
});

/** A document and the ways back from what its owner did to it. */
class Desk {
  def: JsonObject = DOOR;
  ways: WaysBack = [];

  mine(...ops: MachineOp[]): this {
    const before = this.def;
    this.def = made(before, ops);
    this.ways = withWay(this.ways, invertOps(ops, machine(before)), this.def, before);
    return this;
  }

  theirs(...ops: MachineOp[]): this {
    const before = this.def;
    this.def = made(before, ops);
    this.ways = afterChange(this.ways, this.def, [stepOf(ops, before, this.def)]);
    return this;
  }

  /** Takes the last way; tells why it could not. */
  back(): string | undefined {
    const taken = takeWay(this.ways);
    if (taken?.ops) this.def = made(this.def, taken.ops);
    this.ways = taken?.rest ?? [];
    return taken?.reason;
  }
}

Deno.test("takeWay() leads back step by step", () => {
  const desk = new Desk().mine(note("Open", "wide")).mine({ op: "state.remove", name: "Open" });
  desk.back();
  desk.back();
  assertEquals(desk.def, DOOR);
  assertEquals(takeWay(desk.ways), undefined);
});

Deno.test("takeWay() leaves what others did before, between and after", () => {
  const desk = new Desk()
    .mine(note("Open", "wide"))
    .theirs({ op: "state.rename", name: "Open", to: "Ajar" })
    .mine({ op: "state.add", parent: null, index: 0, state: { name: "New" } })
    .theirs(note("Shut", "tight"));
  desk.back();
  desk.back();
  assertEquals(machine(desk.def).state.states, [{ name: "Ajar" }, { name: "Shut", description: "tight" }]);
});

Deno.test("takeWay() says why a way cannot be taken, and the next one still can", () => {
  const desk = new Desk().mine(note("Shut", "tight")).mine(note("Open", "wide")).theirs({
    op: "state.remove",
    name: "Open",
  });
  assertEquals(desk.back()?.includes('"Open" was removed meanwhile'), true);
  assertEquals(desk.back(), undefined);
  assertEquals(machine(desk.def).state.states, [{ name: "Shut" }]);
});

Deno.test("withWay() forgets the oldest ways", () => {
  const desk = new Desk();
  for (let count = 0; count < 250; count++) desk.mine(note("Open", String(count)));
  assertEquals(desk.ways.length, 200);
});
