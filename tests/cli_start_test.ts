/** What the command line loads before it knows the command. */
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

interface LoadedModule {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string };
  }[];
}

/** The files that run when a module is imported, lazy imports left out, as paths in the repository. */
async function startFiles(entry: string): Promise<readonly string[]> {
  const args = ["info", "--json", new URL(entry, ROOT).pathname];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { readonly modules: LoadedModule[] };
  const bySpecifier = new Map(modules.map((module) => [module.specifier, module]));
  const found = new Set([new URL(entry, ROOT).href]);
  for (const specifier of found) {
    for (const { isDynamic, code } of bySpecifier.get(specifier)?.dependencies ?? []) {
      if (!isDynamic && code?.specifier !== undefined) found.add(code.specifier);
    }
  }
  return [...found].map((specifier) => specifier.replace(ROOT.href, ""));
}

Deno.test("loom loads the engine, files and servers with the commands that need them", async () => {
  const files = await startFiles("cli/main.ts");
  assert(files.includes("protocol/kinds.ts"));
  const others = files.filter((file) => !/^(?:cli|protocol)\//.test(file));
  assertEquals(others, []);
  assertEquals(files.filter((file) => file === "protocol/mod.ts"), []);
});

Deno.test("loom render loads what runs machines with the overlays that need it", async () => {
  const files = await startFiles("cli/commands/render.ts");
  assert(files.includes("engine/kinds.ts"));
  const running = /^engine\/(?:machine|runtime\/step|scenario|simulation|suite)\//;
  assertEquals(files.filter((file) => running.test(file)), []);
});
