import type { MachineOp } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { applyAdditions } from "./adapt_each.ts";
import { CHANGES, DOOR, withOps } from "./testing/door.ts";

Deno.test("applyAdditions() adds the regions of a parallel.set that are new, and nothing of what else writes over", () => {
  const left = { name: "Left", states: [{ name: "Deep" }] };
  const states = [left, { name: "Open" }, { name: "Right", states: [{ name: "Shut" }] }];
  const add: MachineOp = { op: "state.add", parent: "Shut", state: left, region: true };
  const { ops, after } = applyAdditions(
    CHANGES,
    { op: "parallel.set", state: "Shut", parallel: { states } },
    DOOR,
  );
  assertEquals([ops, after], [[add], withOps(DOOR, add)]);
  const others: MachineOp[] = [
    { op: "parallel.set", state: "Shut", parallel: null },
    { op: "parallel.set", state: "Gone", parallel: { states: [left] } },
    { op: "state.rename", name: "Open", to: "Wide" },
  ];
  for (const op of others) assertEquals(applyAdditions(CHANGES, op, DOOR), { ops: [], after: DOOR });
});
