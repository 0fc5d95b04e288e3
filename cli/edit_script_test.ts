import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { editScript, type LineRun } from "./edit_script.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });

function applied(old: readonly string[], young: readonly string[], runs: readonly LineRun[]): string[] {
  const result = [...old];
  for (const { oldStart, oldEnd, newStart, newEnd } of runs.toReversed()) {
    result.splice(oldStart, oldEnd - oldStart, ...young.slice(newStart, newEnd));
  }
  return result;
}

/** The length of the longest common subsequence, by the book. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const item of a) {
    const row = [0];
    b.forEach((other, j) => {
      row.push(item === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
    });
    above = row;
  }
  return above[b.length] ?? 0;
}

Deno.test("editScript() leads from one list to the other", () => {
  fc.assert(
    fc.property(lines, lines, (old, young) => {
      assertEquals(applied(old, young, editScript(old, young)), young);
    }),
    { seed: 5 },
  );
});

Deno.test("editScript() is as short as can be", () => {
  fc.assert(
    fc.property(lines, lines, (old, young) => {
      const edits = editScript(old, young)
        .reduce((sum, run) => sum + run.oldEnd - run.oldStart + run.newEnd - run.newStart, 0);
      assertEquals(edits, old.length + young.length - 2 * commonLength(old, young));
    }),
    { seed: 5 },
  );
});

Deno.test("editScript() is empty for equal lists", () => {
  assertEquals(editScript(["a", "b"], ["a", "b"]), []);
});

Deno.test("editScript() replaces the middle as a whole when nearly all of many lines differ", () => {
  const old = Array.from({ length: 3000 }, (_, index) => `old ${index}`);
  const young = Array.from({ length: 3000 }, (_, index) => `new ${index}`);
  assertEquals(editScript(["x", ...old], ["x", ...young]).length, 1);
});

Deno.test("editScript() finds a change in a long list at once", () => {
  const old = Array.from({ length: 200_000 }, (_, index) => `${index}`);
  const young = old.with(100_000, "changed");
  const began = performance.now();
  assertEquals(editScript(old, young), [
    { oldStart: 100_000, oldEnd: 100_001, newStart: 100_000, newEnd: 100_001 },
  ]);
  assert(performance.now() - began < 2000);
});
