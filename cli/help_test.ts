import { assert, assertEquals } from "@std/assert";
import { LOOM_KINDS } from "@loom/engine";
import { COMMAND_GROUPS, programHelp } from "./help.ts";
import { commandsFor } from "./kind_commands.ts";
import { paintFor } from "./paint.ts";
import { COMMANDS } from "./table.ts";
import { loom } from "./testing/loom.ts";
import manifest from "./deno.json" with { type: "json" };

const PLAIN = paintFor("never", { isTerminal: false }, {});

Deno.test("programHelp() lists every command", () => {
  const lines = programHelp(COMMANDS, { paint: PLAIN }).split("\n");
  for (const { name } of COMMANDS) {
    assert(lines.some((line) => line.startsWith(`  ${name} `)), `${name} is missing`);
  }
});

Deno.test("programHelp() keeps within the terminal", () => {
  const lines = programHelp(COMMANDS, { paint: PLAIN, width: 60 }).split("\n").slice(1);
  assertEquals(lines.filter((line) => line.length > 60), []);
});

Deno.test("COMMAND_GROUPS have a title for every group of the table", () => {
  const groups: string[] = COMMAND_GROUPS.map(({ group }) => group);
  assertEquals(COMMANDS.filter(({ group }) => !groups.includes(group)), []);
});

Deno.test("loom help tells about a command, and suggests the near one", async () => {
  assert((await loom(["help", "run"])).out.startsWith("loom run [doc]"));
  const { code, err } = await loom(["help", "rnu"]);
  assertEquals([code, err], [2, 'error: There is no command "rnu". Did you mean "run"?\n']);
});

Deno.test("loom help tells about the commands of a family", async () => {
  const { code, out } = await loom(["help", "narrative"]);
  assertEquals([code, out], [0, (await loom(["narrative", "--help"])).out]);
  assert(out.startsWith("loom narrative <command> [options]\n"));
  const members = COMMANDS.filter(({ name }) => name.startsWith("narrative "));
  for (const { name } of members) assert(out.includes(`\n  ${name} `), name);
  const { out: json } = await loom(["help", "narrative", "--json"]);
  assertEquals(JSON.parse(json).length, members.length);
});

Deno.test("loom help --json gives the rows of the table", async () => {
  const { out } = await loom(["help", "--json"]);
  assertEquals(JSON.parse(out).length, commandsFor(LOOM_KINDS, COMMANDS).length);
});

Deno.test("loom --version tells the version of the package, and the runtime", async () => {
  const { version } = manifest;
  const runtime = `Deno ${Deno.version.deno}, ${Deno.build.target}`;
  assertEquals(await loom(["--version"]), { code: 0, out: `loom ${version} (${runtime})\n`, err: "" });
  assertEquals(JSON.parse((await loom(["--version", "--json"])).out), { version, runtime });
});
