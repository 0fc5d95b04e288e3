import { assertEquals, assertThrows } from "@std/assert";
import type { Options } from "./command_spec.ts";
import { readWords } from "./read_words.ts";
import { UsageError } from "./usage_error.ts";

const OPTIONS = {
  dryRun: { type: "flag", letter: "n", summary: "" },
  kind: { type: "text", value: "kind", choices: ["normal", "final"], summary: "" },
  desc: { type: "text", summary: "" },
  index: { type: "integer", value: "n", summary: "" },
  scale: { type: "number", value: "n", summary: "" },
  theme: { type: "text", suggestions: ["dark", "light"], summary: "" },
  set: { type: "text", many: true, summary: "" },
} as const satisfies Options;

const read = (...args: string[]): Record<string, unknown> => {
  const { given, words } = readWords(args, OPTIONS);
  return { ...Object.fromEntries(given), words };
};

Deno.test("readWords() takes a value from the next word or behind an equals sign", () => {
  assertEquals(read("a", "--kind", "final", "--desc=x=y", "b"), {
    kind: "final",
    desc: "x=y",
    words: ["a", "b"],
  });
});

Deno.test("readWords() reads a flag by its name or its letter", () => {
  assertEquals(read("--dry-run"), { dryRun: true, words: [] });
  assertEquals(read("-n"), { dryRun: true, words: [] });
});

Deno.test("readWords() keeps a value that is empty or begins with a dash", () => {
  assertEquals(read("--desc", "", "--index", "-1"), { desc: "", index: -1, words: [] });
  assertEquals(read("--desc", "-x"), { desc: "-x", words: [] });
});

Deno.test("readWords() reads numbers", () => {
  assertEquals(["2", "0.5", ".5", "-3."].map((text) => read(`--scale=${text}`).scale), [2, 0.5, 0.5, -3]);
});

Deno.test("readWords() takes values that are not among the suggestions", () => {
  assertEquals(read("--theme", "blue"), { theme: "blue", words: [] });
});

Deno.test("readWords() takes a dash, a negative number and all behind two dashes as words", () => {
  assertEquals(read("-", "-5", "--", "--kind"), { words: ["-", "-5", "--kind"] });
});

Deno.test("readWords() collects an option that may be given several times", () => {
  assertEquals(read("--set", "a=1", "--set", "b=2"), { set: ["a=1", "b=2"], words: [] });
});

Deno.test("readWords() stops behind the first word when it is told to", () => {
  const { given, words, rest } = readWords(["-n", "show", "--what"], OPTIONS, { stopAtWord: true });
  assertEquals([[...given.keys()], words, rest], [["dryRun"], ["show"], ["--what"]]);
});

const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ["an unknown option", ["--knd", "final"], 'There is no option --knd here. Did you mean "--kind"?'],
  ["an unknown letter", ["-x"], "There is no option -x here. --help tells which there are."],
  ["a missing value at the end", ["--kind"], "--kind needs a value: write --kind <kind>."],
  [
    "a missing value before an option",
    ["--desc", "--dry-run"],
    "--desc needs a value: write --desc <value>.",
  ],
  ["a value for a flag", ["--dry-run=yes"], '--dry-run takes no value: leave out "=yes".'],
  [
    "a value that is no choice",
    ["--kind", "finl"],
    '--kind cannot be "finl": choose normal or final. Did you mean "final"?',
  ],
  [
    "a value that is no whole number",
    ["--index", "1.5"],
    '--index must be a whole number, and "1.5" is none.',
  ],
  ["a number without digits", ["--index", ""], '--index must be a whole number, and "" is none.'],
  ...["1e3", "0x10", "Infinity", "2x", "", ".", " 2"].map((text) =>
    [
      `"${text}" as a number`,
      ["--scale", text],
      `--scale must be a number, and "${text}" is none.`,
    ] as const
  ),
  ["an option given twice", ["--desc", "a", "--desc", "b"], "--desc is given twice: give it once."],
];

for (const [what, args, message] of REFUSED) {
  Deno.test(`readWords() refuses ${what}`, () => {
    assertEquals(assertThrows(() => readWords(args, OPTIONS), UsageError).message, message);
  });
}

Deno.test("readWords() refuses options named like members of every object", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    assertThrows(() => readWords([`--${name}`, "x"], OPTIONS), UsageError);
  }
});
