import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { flagOf } from "../command_spec.ts";
import { COMMANDS } from "../table.ts";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { zshCompletions } from "./zsh.ts";

/** A file that is there, as bash writes it. */
const FILE = fromFileUrl(import.meta.url).replaceAll("\\", "/");

const SHELLS = [
  { shell: "bash", script: bashCompletions(COMMANDS), spelling: flagOf },
  { shell: "zsh", script: zshCompletions(COMMANDS), spelling: flagOf },
  {
    shell: "fish",
    script: fishCompletions(COMMANDS),
    spelling: (name: string) => `-l ${flagOf(name).slice(2)}`,
  },
];

for (const { shell, script, spelling } of SHELLS) {
  Deno.test(`the completions of ${shell} know every command, option and choice`, () => {
    for (const { name, options } of COMMANDS) {
      for (const word of name.split(" ")) assertStringIncludes(script, word);
      for (const [option, { choices, suggestions = [] }] of Object.entries(options)) {
        assertStringIncludes(script, spelling(option));
        assertStringIncludes(script, (choices ?? suggestions).join(" "));
      }
    }
  });

  Deno.test(`the completions of ${shell} are a script that the shell reads`, async (t) => {
    const missing = await isMissing(shell);
    await t.step({
      name: shell,
      ignore: missing,
      fn: async () => assertEquals(await complaints(shell, script), ""),
    });
  });
}

Deno.test("the completions of bash offer what begins like the word", async (t) => {
  const offers = async (...words: string[]) => {
    const line = `${bashCompletions(COMMANDS)}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})
COMP_CWORD=${words.length - 1}
_loom
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await output("bash", ["-c", line])).out.trim().split("\n");
  };
  await t.step({
    name: "bash",
    ignore: await isMissing("bash"),
    fn: async () => {
      assertEquals(await offers("loom", "add-st"), ["add-state"]);
      assertEquals(await offers("loom", "add-state", "X", "--kind", "f"), ["final"]);
      assertEquals(await offers("loom", "--doc", "x.json", "list", "st"), ["states"]);
      assert((await offers("loom", "run", "--re")).includes("--restore"));
      assertEquals(await offers("loom", "narrative", "ser"), ["serve"]);
      for (const as of [["--as", "boxes"], ["--as", "=", "boxes"], ["--doc", "=", "x.json"]]) {
        assertEquals(await offers("loom", "watch", ...as, FILE.slice(0, -1)), [FILE]);
      }
      assertEquals(await offers("loom", "watch", "--as", "=", "b"), ["boxes"]);
      assertEquals((await offers("loom", "watch", "--as", "=")).length, 3);
      assertEquals(await offers("loom", "generate", "-l", "py"), ["python"]);
      assertEquals(await offers("loom", "narrative", "serve", "--story"), ["--story"]);
      assert(!(await offers("loom", "serve", "--sto")).includes("--story"));
    },
  });
});

async function complaints(shell: string, script: string): Promise<string> {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, script);
    return (await output(shell, ["-n", file])).err;
  } finally {
    await Deno.remove(file);
  }
}

async function isMissing(shell: string): Promise<boolean> {
  return await output(shell, ["-c", ":"]).then(() => false, () => true);
}

async function output(command: string, args: string[]): Promise<{ out: string; err: string }> {
  const { stdout, stderr } = await new Deno.Command(command, { args, stdin: "null" }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { out: text(stdout), err: text(stderr) };
}
