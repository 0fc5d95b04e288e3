import { assertEquals, assertObjectMatch, assertThrows } from "@std/assert";
import { asksForJson, readCommandLine, usageOf } from "./command_line.ts";
import { COMMANDS } from "./table.ts";
import { UsageError } from "./usage_error.ts";

const read = (...args: string[]) => readCommandLine(args, COMMANDS);

Deno.test("readCommandLine() takes global options before and behind the command", () => {
  for (
    const args of [["--doc", "a.json", "--json", "add-event", "x"], [
      "add-event",
      "x",
      "--json",
      "--doc",
      "a.json",
    ]]
  ) {
    assertObjectMatch(read(...args), {
      kind: "command",
      globals: { doc: "a.json", json: true },
      values: { id: "x" },
    });
  }
});

Deno.test("readCommandLine() gives absent options their default", () => {
  const request = read("run");
  assertObjectMatch(request, { values: { guards: "evaluate", trace: false } });
  assertEquals(request.kind === "command" && request.values.events, undefined);
});

Deno.test("readCommandLine() asks for help without a command, and with --help behind one", () => {
  assertObjectMatch(read(), { kind: "help" });
  assertObjectMatch(read("--help"), { kind: "help" });
  assertObjectMatch(read("add-state", "--help"), { kind: "help", command: { name: "add-state" } });
});

Deno.test("readCommandLine() asks for the version", () => {
  assertObjectMatch(read("--version"), { kind: "version" });
  assertObjectMatch(read("-V"), { kind: "version" });
});

Deno.test("readCommandLine() reads the document by its place, or by --doc", () => {
  assertObjectMatch(read("show", "a.json", "Open"), { values: { doc: "a.json", element: "Open" } });
  assertObjectMatch(read("--doc", "a.json", "show", "Open"), {
    globals: { doc: "a.json" },
    values: { element: "Open" },
  });
});

Deno.test("readCommandLine() takes --dry-run before a command that changes something", () => {
  assertObjectMatch(read("--dry-run", "add-state", "A"), { values: { name: "A", dryRun: true } });
});

const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ["an unknown command", ["add-stat"], 'There is no command "add-stat". Did you mean "add-state"?'],
  [
    "--dry-run before a command that changes nothing",
    ["--dry-run", "show"],
    "show has no option --dry-run: leave it out.",
  ],
  [
    "an empty name",
    ["add-event", ""],
    "add-event needs <id> to say something: the word that transitions use, unique in the machine.",
  ],
  ["a command that is like none", ["xyzzy"], 'There is no command "xyzzy". "loom help" lists them.'],
  [
    "a missing word",
    ["add-state"],
    'add-state needs <name>: its name, unique in the machine. Write "loom add-state <name>".',
  ],
  ["a surplus word", ["add-state", "A", "B"], 'add-state takes <name>: "B" is too much.'],
  [
    "a document that --doc names already",
    ["--doc", "a", "render", "b"],
    'render takes no word beside --doc, which names the document already: "b" is too much.',
  ],
  [
    "a word that is no choice",
    ["list", "state"],
    '<what> cannot be "state": choose states, events or transitions. Did you mean "states"?',
  ],
  [
    "a number that is none",
    ["remove-action", "A", "first"],
    '<number> must be a whole number, and "first" is none.',
  ],
];

for (const [what, args, message] of REFUSED) {
  Deno.test(`readCommandLine() refuses ${what}`, () => {
    assertEquals(assertThrows(() => read(...args), UsageError).message, message);
  });
}

Deno.test("usageOf() marks words that may be left out and those that repeat", () => {
  const usage = usageOf({
    name: "x",
    arguments: [
      { name: "a", summary: "" },
      { name: "b", summary: "", optional: true, many: true },
    ],
  });
  assertEquals(usage, "loom x <a> [b...]");
});

Deno.test("asksForJson() looks at the words before two dashes only", () => {
  assertEquals(asksForJson(["show", "--json"]), true);
  assertEquals(asksForJson(["show", "--", "--json"]), false);
});
