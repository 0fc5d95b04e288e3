import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Gate, threadGates } from "./thread_gates.ts";
import type { Point } from "../../geometry/box.ts";

function gate(y: number, low: number, high: number, more: Partial<Gate> = {}): Gate {
  return { y, low, high, wanted: (low + high) / 2, ...more };
}

const START = { x: 0, y: 0 };

/** The x of a line at a height. */
function xAt(line: readonly Point[], y: number): number {
  const at = line.findIndex((point) => point.y >= y);
  const [a, b] = [line[Math.max(0, at - 1)]!, line[at]!];
  return b.y === a.y ? b.x : a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
}

function passes(line: readonly Point[], gates: readonly Gate[], slack: number): boolean {
  return gates.every(({ y, low, high }) => {
    const x = xAt(line, y);
    return x >= low - slack && x <= high + slack;
  });
}

function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, { x, y }, at) => {
    const before = line[at - 1] ?? { x, y };
    return sum + Math.sqrt((x - before.x) ** 2 + (y - before.y) ** 2);
  }, 0);
}

Deno.test("threadGates() goes straight where it can", () => {
  const end = { x: 100, y: 100 };
  assertEquals(threadGates(START, [gate(50, 40, 60)], end), [START, end]);
  assertEquals(threadGates(START, [], end), [START, end]);
});

Deno.test("threadGates() makes one corner, straight above or below an end where it can", () => {
  const end = { x: 100, y: 100 };
  assertEquals(threadGates(START, [gate(20, -10, 10), gate(50, -10, 10)], end), [
    START,
    { x: 0, y: 50 },
    end,
  ]);
});

Deno.test("threadGates() makes its corner under a label", () => {
  const end = { x: 100, y: 100 };
  const line = threadGates(START, [gate(30, -10, 10), gate(50, -20, 20, { covered: true })], end);
  assertEquals(line, [START, { x: 0, y: 50 }, end]);
});

Deno.test("threadGates() makes as many corners as a winding way needs", () => {
  const gates = [gate(10, 90, 100), gate(20, 90, 100), gate(50, -100, -90), gate(60, -100, -90)];
  const line = threadGates(START, gates, { x: 0, y: 100 });
  assert(line.length > 3);
  assert(passes(line, gates, 1e-6));
});

/** Up to five gates at the heights 20, 40, ... */
const GATES = fc.array(
  fc.record({
    low: fc.integer({ min: -100, max: 100 }),
    width: fc.integer({ min: 1, max: 120 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    covered: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 5 },
).map((list) =>
  list.map(({ low, width, share, covered }, at) =>
    gate(20 * (at + 1), low, low + width, { wanted: low + share * width, covered })
  )
);

Deno.test("threadGates() passes every gate, downwards, from end to end", () => {
  fc.assert(
    fc.property(GATES, fc.integer({ min: -100, max: 100 }), (gates, x) => {
      const end = { x, y: 20 * (gates.length + 1) };
      const line = threadGates(START, gates, end);
      assertEquals([line[0], line.at(-1)], [START, end]);
      line.forEach((point, at) => at > 0 && assert(point.y > line[at - 1]!.y));
      assert(passes(line, gates, 1e-4), JSON.stringify(line));
    }),
    { numRuns: 500, seed: 16 },
  );
});

Deno.test("threadGates() has no corner where the straight line passes, and one where that is short enough", () => {
  const seen = [0, 0];
  fc.assert(
    fc.property(GATES, fc.integer({ min: -100, max: 100 }), (gates, x) => {
      const end = { x, y: 20 * (gates.length + 1) };
      const corners = threadGates(START, gates, end).length - 2;
      if (passes([START, end], gates, 0)) {
        seen[0]!++;
        assertEquals(corners, 0);
      }
      const wanted = lengthOf([START, ...gates.map(({ y, wanted }) => ({ x: wanted, y })), end]);
      const canTurnOnce = gates.some(({ y, low, high }) =>
        [low, high, (low + high) / 2].some((x) => {
          const line = [START, { x, y }, end];
          return passes(line, gates, 0) && lengthOf(line) < wanted;
        })
      );
      if (!canTurnOnce) return;
      seen[1]!++;
      assert(corners <= 1, `${corners} corners`);
    }),
    { numRuns: 1000, seed: 17 },
  );
  assert(seen.every((count) => count > 50), `too few cases: ${seen}`);
});
