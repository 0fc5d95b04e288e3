import { assertEquals } from "@std/assert";
import { scenarioPaths } from "./paths.ts";

type Part = Record<string, unknown>;

function messages(...labels: string[]): Part[] {
  return labels.map((label) => ({
    from: "A",
    to: "B",
    label,
    ...(label.endsWith("?") ? { optional: true } : {}),
  }));
}

function pathsOf(main: Part[], fragments: Part[]): string[] {
  const { paths } = scenarioPaths({ messages: main, fragments });
  return paths.map(({ name, messages }) => `${name}: ${messages.map(({ value }) => value.label).join(" ")}`);
}

Deno.test("paths without fragments are the main one and that without optional messages", () => {
  assertEquals(pathsOf(messages("a", "b?", "c"), []), [
    "main: a b? c",
    "main without optional messages: a c",
  ]);
});

Deno.test("each fragment is a path, and sets of fragments that go together are paths too", () => {
  assertEquals(
    pathsOf(messages("a", "b", "c"), [
      { kind: "alt", label: "else", after: 1, messages: messages("x") },
      { kind: "opt", label: "maybe", after: 1, messages: messages("y") },
      { kind: "loop", label: "again", after: 2, messages: messages("z") },
    ]),
    [
      "main: a b c",
      "alt 1 · else: a x",
      "opt 2 · maybe: a y b c",
      "loop 3 · again: a b z z c",
      "alt 1 · else + opt 2 · maybe: a y x",
      "opt 2 · maybe + loop 3 · again: a y b z z c",
    ],
  );
});

Deno.test("an alternative with until goes on behind the messages that it replaces", () => {
  assertEquals(
    pathsOf(messages("a", "b", "c"), [{
      kind: "alt",
      label: "x",
      after: 1,
      until: 2,
      messages: messages("x"),
    }]),
    ["main: a b c", "alt 1 · x: a x c"],
  );
});

Deno.test("par and critical happen on every path; par in the opposite order is one more", () => {
  assertEquals(
    pathsOf(messages("a", "b"), [
      { kind: "par", label: "l", after: 1, messages: messages("x") },
      { kind: "par", label: "r", after: 1, messages: messages("y") },
      { kind: "critical", label: "c", after: 2, messages: messages("z") },
    ]),
    ["main: a x y b z", "main, par in the opposite order: a y x b z"],
  );
});

Deno.test("a nested fragment is walked inside the one around it, which a break leaves", () => {
  assertEquals(
    pathsOf(messages("a", "b"), [{
      kind: "loop",
      label: "l",
      after: 1,
      messages: messages("x", "y"),
      fragments: [{ kind: "break", label: "stop", after: 1, messages: messages("z") }],
    }]),
    ["main: a b", "loop 1 · l: a x y x y b", "break 1.1 · stop: a x z b"],
  );
});

Deno.test("a scenario with very many fragments has a limit of paths", () => {
  const fragments = Array.from({ length: 40 }, (_, index) => ({
    kind: "opt",
    label: String(index),
    after: 0,
    messages: messages("x"),
  }));
  const { paths, isCut } = scenarioPaths({ messages: messages("a"), fragments });
  assertEquals([paths.length, isCut], [1 + 40 + 64, true]);
});
