/**
 * The laws of changes, over every kind of document that can be edited: those of the loom, and the mind map of the tests.
 *
 * @module
 */
import { type AnyKind, type AnyOp, cloneJson, type JsonObject } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitrariesOf } from "./mind_map/arbitrary.ts";
import { KINDS_WITH_MIND_MAP } from "./mind_map/mind_map_kind.ts";

const SEED = 7;
/** More of them: `KIND_LAWS_RUNS=3000 deno test -A tests/kind_laws_test.ts`. */
const RUNS = Number(Deno.env.get("KIND_LAWS_RUNS") || 300);

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

/** The operations of a list that apply one after the other, and the document after them. */
function fitting(
  kind: AnyKind,
  before: JsonObject,
  ops: readonly AnyOp[],
): { ops: AnyOp[]; after: JsonObject } {
  let after = before;
  const fit = ops.filter((op) => {
    const result = kind.content?.changes.apply(after, [op]);
    if (result?.ok) after = result.value;
    return result?.ok;
  });
  return { ops: fit, after };
}

for (const kind of KINDS_WITH_MIND_MAP.rows) {
  const { content } = kind;
  if (!content) continue;
  const { changes } = content;
  const { tidy, messy, op } = arbitrariesOf(kind);
  const documents = fc.oneof(tidy, messy);
  const ops = fc.array(op, { maxLength: 30 });

  Deno.test(`${kind.title}: diff() leads exactly to the next document`, () => {
    const pairs = fc.oneof(
      fc.tuple(documents, documents),
      fc.tuple(tidy, ops).map(([from, ops]) => [from, fitting(kind, from, ops).after] as const),
    );
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        const steps = changes.diff(frozen(from), frozen(to));
        const parsed = changes.parse(JSON.parse(JSON.stringify(steps)));
        assert(parsed.ok, JSON.stringify(parsed));
        const after = changes.apply(from, parsed.value);
        assert(after.ok, JSON.stringify([after, steps]));
        assertSame(after.value, to);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  Deno.test(`${kind.title}: diff() seldom replaces the whole document`, () => {
    const pairs = fc.sample(fc.tuple(tidy, ops), { seed: SEED, numRuns: RUNS });
    const whole = pairs.filter(([from, ops]) => {
      const edits = ops.filter(({ op }) => !op.startsWith("document."));
      return changes.diff(from, fitting(kind, from, edits).after).some(({ op }) => op === "document.set");
    });
    assert(whole.length < RUNS / 20, `${whole.length} of ${RUNS}`);
  });

  Deno.test(`${kind.title}: apply() changes nothing that it is given, and takes all or nothing`, () => {
    fc.assert(
      fc.property(documents, ops, (before, ops) => {
        const text = JSON.stringify(before);
        const result = changes.apply(frozen(before), frozen(ops));
        assertEquals(JSON.stringify(before), text);
        if (!result.ok) assert(result.refusal.message.length > 10 && result.refusal.code !== "");
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  Deno.test(`${kind.title}: invert() leads exactly back`, () => {
    fc.assert(
      fc.property(documents, ops, (before, drawn) => {
        const { ops, after } = fitting(kind, before, drawn);
        const undone = changes.apply(after, changes.invert(ops, frozen(before)));
        assert(undone.ok, JSON.stringify(undone));
        assertSame(undone.value, before);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  Deno.test(`${kind.title}: rebase() gives operations that apply, or a sentence`, () => {
    let refused = 0;
    fc.assert(
      fc.property(
        tidy,
        fc.array(op, { maxLength: 8 }),
        fc.array(op, { maxLength: 8 }),
        (base, one, other) => {
          const theirs = fitting(kind, base, one);
          const mine = fitting(kind, base, other);
          const over = [{ ops: theirs.ops, gone: changes.gone(base, theirs.after, theirs.ops) }];
          const rebased = changes.rebase(mine.ops, over, changes.gone(base, mine.after, mine.ops));
          if ("conflict" in rebased) {
            refused++;
            return assert(rebased.conflict.reason.endsWith("decide again."));
          }
          const after = changes.apply(theirs.after, rebased.ops);
          assert(after.ok, JSON.stringify({ base, theirs: theirs.ops, mine: mine.ops, rebased, after }));
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
    assert(refused < RUNS / 2, `${refused} of ${RUNS} refused`);
  });

  Deno.test(`${kind.title}: rebase() takes anything and changes none of it`, () => {
    const anything = fc.oneof({ weight: 8, arbitrary: op }, fc.anything() as fc.Arbitrary<AnyOp>);
    fc.assert(
      fc.property(
        tidy,
        fc.array(anything, { maxLength: 4 }),
        fc.array(anything, { maxLength: 4 }),
        (base, one, other) => {
          frozen([base, one, other]);
          const over = [{ ops: one, gone: changes.gone(base, cloneJson(base), one) }];
          const rebased = changes.rebase(other, over, changes.gone(base, cloneJson(base), other));
          assert("ops" in rebased || rebased.conflict.reason.endsWith("decide again."));
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  Deno.test(`${kind.title}: rename() leaves no reference to the old name behind`, () => {
    const renames = changes.rows.filter(({ verb }) => verb === "rename");
    assert(renames.length > 0);
    fc.assert(
      fc.property(tidy, fc.constantFrom(...renames), fc.nat(), (base, row, pick) => {
        if (row.target?.by !== "name") return;
        const names = content.elements(base).map(({ name }) => name);
        const name = names[pick % Math.max(1, names.length)];
        if (name === undefined) return;
        const after = changes.apply(base, [{ op: row.op, [row.target.field]: name, to: "Renamed" }]);
        if (!after.ok) return;
        const back = changes.apply(after.value, [{ op: row.op, [row.target.field]: "Renamed", to: name }]);
        assert(back.ok);
        assertSame(back.value, base);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  Deno.test(`${kind.title}: every operation has a line, a sentence and checked fields`, () => {
    for (const drawn of fc.sample(op, { seed: SEED, numRuns: RUNS })) {
      const { sign, text } = changes.line(drawn);
      assert("+-~>".includes(sign) && text !== "" && !text.includes("\n"), JSON.stringify(drawn));
      assert(changes.parse([drawn]).ok, JSON.stringify(drawn));
    }
    for (const row of changes.rows) assert(/^[A-Z].*\.$/.test(row.doc), row.op);
    assertEquals(changes.parse([{ op: "no.such" }]).ok, false);
  });
}
