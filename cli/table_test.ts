import { assert, assertEquals } from "@std/assert";
import { commandHelp } from "./help.ts";
import { readCommandLine, usageOf } from "./command_line.ts";
import { flagOf } from "./command_spec.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { paintFor } from "./paint.ts";
import { COMMANDS } from "./table.ts";

const PLAIN = paintFor("never", { isTerminal: false }, {});

Deno.test("COMMANDS have names of their own", () => {
  const names = COMMANDS.map(({ name }) => name);
  assertEquals(names.length, new Set(names).size);
});

Deno.test("COMMANDS share no option name with the global options", () => {
  const globals = Object.keys(GLOBAL_OPTIONS);
  const shared = COMMANDS.flatMap(({ name, options }) =>
    Object.keys(options).filter((option) => globals.includes(option)).map((option) => `${name} ${option}`)
  );
  assertEquals(shared, []);
});

Deno.test("COMMANDS take words that may be left out behind the others", () => {
  for (const command of COMMANDS) {
    const required = command.arguments.map(({ optional }) => optional !== true);
    assertEquals(required, required.toSorted((a, b) => Number(b) - Number(a)), command.name);
    assert(command.arguments.slice(0, -1).every(({ many }) => many !== true), command.name);
  }
});

for (const command of COMMANDS) {
  Deno.test(`COMMANDS: the examples of ${command.name} can be read`, () => {
    assert(command.examples.length > 0);
    for (const { line } of command.examples) {
      const request = readCommandLine(shellWords(line), COMMANDS);
      assertEquals(request.kind === "command" && request.command.name, command.name, line);
    }
  });

  Deno.test(`commandHelp() tells all of ${command.name}`, () => {
    const text = commandHelp(command, { paint: PLAIN, width: 80 });
    for (const part of [usageOf(command), ...Object.keys(command.options).map(flagOf), "--doc"]) {
      assert(text.includes(part), `${part} is missing in:\n${text}`);
    }
    assert(text.split("\n").every((line) => line.length <= 110), text);
  });
}

/** The words of a line as a shell would split it, up to a pipe or a redirection. */
function shellWords(line: string): string[] {
  const [command = ""] = line.split(/ [<>|] /, 1);
  return Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|((?:[^\s'"]|"[^"]*")+)/g),
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}
