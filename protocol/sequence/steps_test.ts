import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { allMessages } from "./lookup.ts";
import { type Step, stepsAmong, stepsOf } from "./steps.ts";
import { LENDING } from "./testing.ts";
import type { SqdFragment } from "./types.ts";

/** Steps in few words: addresses of messages, and frames as `kind(label: steps | label: steps)`. */
function words(steps: readonly Step[]): string {
  return steps.map((step) =>
    step.is === "message"
      ? step.message.ref
      : `${step.kind}(${step.operands.map((one) => `${one.label}: ${words(one.steps)}`).join(" | ")})`
  ).join(" ");
}

const message = (label: string) => ({ from: "A", to: "A", label });

function fragment(kind: string, after: number, more: Partial<SqdFragment> = {}): unknown {
  return { kind, label: kind[0], after, messages: [message("m")], ...more };
}

function scenario(count: number, ...fragments: unknown[]): unknown {
  return { messages: Array.from({ length: count }, () => message("m")), fragments };
}

const CASES: readonly [title: string, def: unknown, expected: string][] = [
  [
    "fragments where they branch",
    LENDING,
    "loop(for each other book: f2.1) 1 2 " +
    "alt(no copy is there: f1.1 f1.2 opt(the member waits: f1.f1.1) | as written: 3 4 5)",
  ],
  [
    "alternatives at one point as operands of one frame",
    scenario(2, fragment("alt", 1), fragment("opt", 1), fragment("alt", 1)),
    "1 opt(o: f2.1) alt(a: f1.1 | a: f3.1 | as written: 2)",
  ],
  ["an alternative at the end without a rest", scenario(1, fragment("alt", 1)), "1 alt(a: f1.1)"],
  [
    "later branches in the rest",
    scenario(2, fragment("alt", 0), fragment("alt", 1)),
    "alt(a: f1.1 | as written: 1 alt(a: f2.1 | as written: 2))",
  ],
  [
    "a path that rejoins",
    scenario(3, fragment("alt", 1, { until: 2 })),
    "1 alt(a: f1.1 | as written: 2) 3",
  ],
  [
    "parallel fragments as operands",
    scenario(1, fragment("par", 0), fragment("par", 0)),
    "par(p: f1.1 | p: f2.1) 1",
  ],
  ["a break before what it replaces", scenario(1, fragment("break", 0)), "break(b: f1.1) 1"],
  ["a fragment of unknown kind", scenario(1, fragment("neg", 0)), "neg(n: f1.1) 1"],
  ["a fragment at a place that is none at the nearest", scenario(1, fragment("opt", 9)), "1 opt(o: f1.1)"],
];

for (const [title, def, expected] of CASES) {
  Deno.test(`stepsOf() has ${title}`, () => assertEquals(words(stepsOf(def)), expected));
}

/** Fragments that branch anywhere, two levels deep. */
const fragments = (depth: number): fc.Arbitrary<unknown[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom("alt", "opt", "loop", "par", "break", "critical", "neg"),
      label: fc.constant("x"),
      after: fc.integer({ min: -1, max: 5 }),
      until: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
      messages: fc.array(fc.constant(message("m")), { maxLength: 3 }),
      fragments: depth === 0 ? fc.constant([]) : fragments(depth - 1),
    }),
    { maxLength: 4 },
  );

Deno.test("stepsOf() has every message once", () => {
  const refsIn = (steps: readonly Step[]): string[] =>
    steps.flatMap((step) =>
      step.is === "message" ? [step.message.ref] : step.operands.flatMap((one) => refsIn(one.steps))
    );
  const scenarios = fc.record({
    messages: fc.array(fc.constant(message("m")), { maxLength: 5 }),
    fragments: fragments(1),
  });
  fc.assert(
    fc.property(scenarios, (def) => {
      assertEquals(refsIn(stepsOf(def)).toSorted(), allMessages(def).map(({ ref }) => ref).toSorted());
    }),
    { seed: 5 },
  );
});

Deno.test("stepsOf() takes any number of alternatives", () => {
  const count = 5_000;
  const alternatives = Array.from({ length: count }, (_, at) => fragment("alt", at));
  const depthOf = (steps: readonly Step[]): number =>
    Math.max(
      0,
      ...steps.map((step) =>
        step.is === "message" ? 0 : 1 + Math.max(...step.operands.map((one) => depthOf(one.steps)))
      ),
    );
  assertEquals(depthOf(stepsOf(scenario(count, ...alternatives))), 101);
});

Deno.test("stepsAmong() keeps the addresses of messages between some, and no frame without any", () => {
  const between = (from: string, to: string) => ({ from, to, label: "m" });
  const def = {
    participants: [],
    messages: [between("A", "B"), between("A", "C"), between("B", "A")],
    fragments: [
      { kind: "opt", label: "x", after: 1, messages: [between("C", "C")] },
      { kind: "loop", label: "y", after: 2, messages: [between("C", "A"), between("A", "A")] },
    ],
  };
  assertEquals(words(stepsAmong(stepsOf(def), new Set(["A", "B"]))), "1 loop(y: f2.2) 3");
});
