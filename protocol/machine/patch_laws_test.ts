import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import fc from "fast-check";
import { cloneJson } from "../json/clone.ts";
import { equalJson } from "../json/equal.ts";
import type { MachineOp } from "./ops.ts";
import type { StateMachineDefinition } from "./types.ts";
import { documents, edited, operations, trees } from "./_arbitrary.ts";
import { applyPatchOps } from "./patch.ts";
import { diffDefinition } from "./patch.ts";
import { PatchError } from "../change/error.ts";
import { invertOp, invertOps } from "./patch.ts";
import { parseMachineOps } from "./patch.ts";

const SEED = 20;
const RUNS = 400;

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function assertSame(actual: unknown, expected: unknown): void {
  assertEquals(JSON.stringify(actual), JSON.stringify(expected));
}

const TIDY = documents(0);
const MESSY = documents(2);
const TREES = trees();
const PAIRS = fc.oneof(
  edited(TIDY),
  edited(TREES),
  fc.tuple(TREES, TREES),
  edited(MESSY),
  fc.tuple(TIDY, TIDY),
  fc.tuple(MESSY, MESSY),
  fc.tuple(TIDY, MESSY),
);

Deno.test("diffDefinition() gives operations that lead exactly to the next document", () => {
  fc.assert(
    fc.property(PAIRS, ([prev, next]) => {
      const ops = diffDefinition(frozen(prev), frozen(next));
      assertSame(applyPatchOps(prev, ops), next);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("diffDefinition() gives operations that survive JSON text and the check at the boundary", () => {
  fc.assert(
    fc.property(PAIRS, ([prev, next]) => {
      const ops = parseMachineOps(JSON.parse(JSON.stringify(diffDefinition(prev, next))));
      assertSame(applyPatchOps(prev, ops), next);
    }),
    { seed: SEED, numRuns: RUNS / 2 },
  );
});

Deno.test("diffDefinition() gives nothing for equal documents", () => {
  fc.assert(fc.property(MESSY, (def) => assertEquals(diffDefinition(def, cloneJson(def)), [])), {
    seed: SEED,
  });
});

Deno.test("diffDefinition() seldom replaces the whole document when names are unique", () => {
  let whole = 0;
  const pairs = fc.sample(fc.oneof(fc.tuple(TIDY, TIDY), fc.tuple(TREES, TREES)), {
    seed: SEED,
    numRuns: 200,
  });
  for (const [prev, next] of pairs) {
    if (diffDefinition(prev, next).some(({ op }) => op === "document.set")) whole++;
  }
  assert(whole < 20, `${whole} of ${pairs.length}`);
});

Deno.test("invertOp() leads exactly back for every operation that applies, and refusals are PatchErrors", () => {
  fc.assert(
    fc.property(
      fc.oneof(TIDY, MESSY),
      fc.array(operations(), { minLength: 1, maxLength: 12 }),
      (def, ops) => {
        for (const op of ops) {
          const after = applied(frozen(def), frozen(op));
          if (!after) continue;
          const undo = parseMachineOps(JSON.parse(JSON.stringify(invertOp(op, def))));
          assertSame(applyPatchOps(frozen(after), undo), def);
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});

Deno.test("invertOps() leads exactly back from a list of operations", () => {
  fc.assert(
    fc.property(fc.oneof(TIDY, TREES), fc.array(operations(), { maxLength: 60 }), (def, candidates) => {
      const ops: MachineOp[] = [];
      let after = def;
      for (const op of candidates) {
        const next = applied(after, op);
        if (!next) continue;
        ops.push(op);
        after = next;
      }
      assertSame(applyPatchOps(after, invertOps(ops, def)), def);
    }),
    { seed: SEED, numRuns: RUNS / 4 },
  );
});

Deno.test("applyPatchOps() shares nothing with the operations", () => {
  fc.assert(
    fc.property(TIDY, operations(), (def, op) => {
      const after = applied(def, op);
      if (!after) return;
      const text = JSON.stringify(after);
      scribble(op);
      assertEquals(JSON.stringify(after), text);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

/** Changes every object inside a value. */
function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.values(value).forEach(scribble);
  if (Array.isArray(value)) value.push("scribbled");
  else (value as Record<string, unknown>).scribbled = true;
}

/** The document after the operation; `undefined` when it is refused. */
function applied(def: StateMachineDefinition, op: MachineOp): StateMachineDefinition | undefined {
  try {
    return applyPatchOps(def, [op]);
  } catch (error) {
    assertInstanceOf(error, PatchError);
    assertEquals([error.op, error.index], [op.op, 0]);
    return undefined;
  }
}

Deno.test("equalJson() says the same as comparing JSON texts", () => {
  fc.assert(
    fc.property(PAIRS, ([a, b]) => assertEquals(equalJson(a, b), JSON.stringify(a) === JSON.stringify(b))),
    { seed: SEED, numRuns: RUNS / 4 },
  );
});

Deno.test("cloneJson() gives an equal value that shares no object with the first", () => {
  fc.assert(
    fc.property(MESSY, (def) => {
      const copy = cloneJson(def);
      const text = JSON.stringify(def);
      assertEquals(JSON.stringify(copy), text);
      scribble(copy);
      assertEquals(JSON.stringify(def), text);
    }),
    { seed: SEED },
  );
});
