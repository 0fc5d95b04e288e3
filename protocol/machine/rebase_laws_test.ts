import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cloneJson } from "../json/clone.ts";
import type { MachineOp } from "./ops.ts";
import { documents, operations, trees } from "./_arbitrary.ts";
import { collectStateNames } from "./tree.ts";
import { applyPatchOps } from "./patch.ts";
import { goneNames } from "./patch.ts";
import type { ChangeStep } from "../change/rebase/rebase.ts";
import { rebaseOps } from "./patch.ts";

const SEED = 5;
const RUNS = 400;

/** Operations, and now and then something that is none. */
const ANYTHING = fc.oneof(
  { weight: 8, arbitrary: operations() },
  operations().chain((op) => fc.constantFrom(...Object.keys(op)).map((key) => ({ ...op, [key]: null }))),
  fc.record({
    op: fc.constantFrom("state.add", "state.move", "transition.add", "document.set", "of.tomorrow"),
  }),
  fc.anything(),
) as fc.Arbitrary<MachineOp>;

const DOCUMENTS = fc.oneof(documents(0), documents(3), trees());
const LISTS = fc.array(ANYTHING, { maxLength: 5 });

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

Deno.test("rebaseOps() and goneNames() take anything, change none of it, and give plain JSON", () => {
  fc.assert(
    fc.property(DOCUMENTS, LISTS, fc.array(LISTS, { maxLength: 3 }), (def, ops, lists) => {
      frozen([def, ops, lists]);
      const over: ChangeStep[] = lists.map((list) => ({
        ops: list,
        gone: goneNames(def, cloneJson(def), list),
      }));
      for (const { gone } of over) assertEquals<unknown>(JSON.parse(JSON.stringify(gone)), gone);
      for (const change of [over, lists.map((list) => ({ ops: list }))]) {
        const rebased = rebaseOps(ops, change, goneNames(def, cloneJson(def), ops));
        assert("ops" in rebased || rebased.conflict.reason.endsWith("decide again."));
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("rebaseOps() gives the same operations over nothing", () => {
  fc.assert(
    fc.property(LISTS, (ops) => {
      assertEquals(rebaseOps(ops, []), { ops });
      assertEquals(rebaseOps(ops, [{ ops: [] }]), { ops });
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("goneNames() names what is missing afterwards and was not renamed", () => {
  fc.assert(
    fc.property(fc.oneof(documents(0), trees()), operations(), (def, op) => {
      const after = applied(def, op);
      if (!after || op.op.endsWith("rename") || op.op.endsWith("update")) return;
      const gone = goneNames(def, after, [op]);
      const [before, left] = [namesIn(def), namesIn(after)];
      for (const name of before) if (!left.has(name)) assert((gone.names.state ?? []).includes(name), name);
      for (const name of gone.names.state ?? []) assert(before.has(name), name);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

function applied(def: Parameters<typeof applyPatchOps>[0], op: MachineOp) {
  try {
    return applyPatchOps(def, [op]);
  } catch {
    return undefined;
  }
}

function namesIn(def: Parameters<typeof applyPatchOps>[0]): Set<string> {
  return new Set(collectStateNames(def.state));
}
