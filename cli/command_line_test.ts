import { assertEquals, assertObjectMatch, assertThrows } from "@std/assert";
import { LOOM_KINDS } from "@loom/engine";
import { asksForJson, readCommandLine, usageOf } from "./command_line.ts";
import { commandsFor } from "./kind_commands.ts";
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
  assertObjectMatch(read("render"), { values: { doc: [], theme: "auto", as: undefined } });
});

Deno.test("readCommandLine() asks for help without a command, and with --help behind one", () => {
  assertObjectMatch(read(), { kind: "help" });
  assertObjectMatch(read("--help"), { kind: "help" });
  assertObjectMatch(read("add-state", "--help"), { kind: "help", about: "add-state" });
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

Deno.test("readCommandLine() takes what is said of the hub before and behind a command that changes something", () => {
  const hub = { url: "http://hub", name: "Ann", token: "t", tokenFile: undefined };
  const options = ["--bridge", "http://hub", "--name", "Ann", "--token", "t"];
  for (const args of [[...options, "add-state", "A"], ["add-state", "A", ...options]]) {
    assertObjectMatch(read(...args), { globals: { hub }, values: { name: "A", requireLive: false } });
  }
  assertObjectMatch(read("--require-live", "add-state", "A"), { values: { requireLive: true } });
});

Deno.test("readCommandLine() takes what is said of the hub before every command, for aliases", () => {
  const request = read("--bridge", "http://hub", "--name", "Ann", "generate", "--language", "python");
  assertObjectMatch(request, { globals: { hub: { url: "http://hub", name: "Ann" } } });
  assertEquals(request.kind === "command" && request.values.name, undefined);
  assertObjectMatch(read("generate", "--name", "Gate"), { values: { name: "Gate" } });
});

Deno.test("readCommandLine() takes the token of the hub to start before and behind serve", () => {
  for (const args of [["--token", "t", "serve"], ["serve", "--token", "t"]]) {
    assertObjectMatch(read(...args), { globals: { hub: { token: "t" } }, values: { token: "t" } });
  }
});

const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ["an unknown command", ["add-stat"], 'There is no command "add-stat". Did you mean "add-state"?'],
  [
    "the hub behind a command that has no use for it",
    ["show", "--bridge", "x"],
    "There is no option --bridge here. --help tells which there are.",
  ],
  [
    "--require-live before a command that changes nothing",
    ["--require-live", "list", "states"],
    "list has no option --require-live: leave it out.",
  ],
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
  [
    "an empty event, which a variable without a value leaves",
    ["add-transition", "A", "", "--to", "B"],
    "add-transition needs <event> to say something: the event or timer id; - for none.",
  ],
  [
    "an empty type",
    ["add-parameter", "pay", "sum", ""],
    "add-parameter needs <type> to say something: its type.",
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
    "a document that --file names already",
    ["serve", "--file", "a", "b"],
    'serve takes no word beside --file, which names the document already: "b" is too much.',
  ],
  [
    "a document that two options name",
    ["--doc", "a", "serve", "--file", "b"],
    "--doc and --file both name the document: give one of them.",
  ],
  [
    "a word that is no choice",
    ["list", "state"],
    '<what> cannot be "state": choose states, events, transitions or data. Did you mean "states"?',
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

Deno.test("readCommandLine() takes the two words of a command of a family", () => {
  assertObjectMatch(read("narrative", "serve", "--port", "0"), {
    kind: "command",
    command: { name: "narrative serve" },
    values: { port: 0 },
  });
  assertObjectMatch(read("narrative", "setup", "--help"), { kind: "help", about: "narrative setup" });
  for (const args of [["narrative", "--help"], ["--help", "narrative"]]) {
    assertObjectMatch(read(...args), { kind: "help", about: "narrative" });
  }
});

Deno.test("readCommandLine() names the members of a family that has no second word", () => {
  assertThrows(() => read("narrative"), UsageError, '"narrative serve"');
  assertThrows(() => read("narrative", "serv"), UsageError, 'Did you mean "narrative serve"?');
});

Deno.test("readCommandLine() takes the word of a kind before its commands", () => {
  const readAll = (...args: string[]) => readCommandLine(args, commandsFor(LOOM_KINDS, COMMANDS));
  assertObjectMatch(readAll("--doc", "a.sqdf.json", "seq", "add-message", "A", "B", "asks"), {
    kind: "command",
    command: { name: "add-message", kind: "sequence" },
    globals: { doc: "a.sqdf.json" },
    values: { from: "A", to: "B", label: "asks" },
  });
  assertObjectMatch(readAll("erd", "add-entity", "A"), { command: { name: "add-entity" } });
  assertObjectMatch(readAll("sys", "add-member", "--help"), { kind: "help", about: "add-member" });
  for (const args of [["seq", "--help"], ["--help", "seq"]]) {
    assertObjectMatch(readAll(...args), { kind: "help", about: "seq" });
  }
  assertThrows(() => readAll("seq", "add-mesage"), UsageError, 'Did you mean "seq add-message"?');
  assertThrows(() => readAll("seq", "add-entity", "A"), UsageError, 'no command "seq add-entity"');
  assertThrows(() => readAll("seq"), UsageError, '"add-participant"');
});
