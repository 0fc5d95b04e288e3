/**
 * Builds the scripts of the pages, which the sources need and the repository does not hold. Does nothing for a script
 * that is newer than its modules.
 *
 * @module
 */
import { ROOT } from "./repository.ts";

/** Text that only a server module has. */
const FOREIGN = /\bDeno\.|\bfrom\s*"node:|\brequire\("/;

/** A script of pages, by paths in the repository. */
interface PageScript {
  readonly entry: string;
  readonly script: string;
  /** The folders and files that it is made of. */
  readonly sources: readonly string[];
}

const SCRIPTS: readonly PageScript[] = [
  {
    entry: "designer/islands/live_page_entry.tsx",
    script: "designer/assets/live_page.js",
    sources: ["designer", "protocol", "hub/client", "bridge/narrative", "deno.lock"],
  },
  {
    entry: "designer/islands/edit_page_entry.tsx",
    script: "designer/assets/edit_page.js",
    sources: ["designer", "protocol", "engine", "deno.lock"],
  },
];

/** The scripts of the pages, as paths in the repository. */
export const PAGE_SCRIPTS: readonly string[] = SCRIPTS.map(({ script }) => script);

/** Builds the scripts of the pages that are missing or stale. */
export async function buildPageScripts(): Promise<void> {
  for (const script of SCRIPTS) await buildPageScript(script);
}

async function buildPageScript({ entry, script, sources }: PageScript): Promise<void> {
  const target = new URL(script, ROOT);
  const built = await Deno.stat(target).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
  if (built > 0 && !sources.some((source) => isNewer(new URL(source, ROOT), built))) return;
  const text = await browserScript(entry);
  await Deno.mkdir(new URL(".", target), { recursive: true });
  // Readers see the old script or the new one, never a part.
  const temporary = new URL(`${script}.${crypto.randomUUID()}`, ROOT);
  await Deno.writeTextFile(temporary, text);
  await Deno.rename(temporary, target);
}

function isNewer(source: URL, than: number): boolean {
  const { isDirectory, mtime } = Deno.statSync(source);
  if (!isDirectory) return (mtime?.getTime() ?? Infinity) > than;
  const folder = new URL(`${source}/`);
  return Array.from(Deno.readDirSync(folder)).some(({ name, isDirectory }) =>
    (isDirectory || /\.(?:tsx?|json)$/.test(name)) && !name.endsWith("_test.ts") &&
    isNewer(new URL(name, folder), than)
  );
}

/**
 * Bundles a module with all that it imports into one script for browsers.
 *
 * @param entry the module, as a path in the repository
 */
async function browserScript(entry: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/script.js`;
    const command = new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--platform", "browser", "--minify", "--output", path, entry],
      cwd: ROOT,
    });
    const { success, stderr } = await command.output();
    if (!success) throw new Error(`${entry} cannot be bundled:\n${new TextDecoder().decode(stderr)}`);
    const text = (await Deno.readTextFile(path)).trim();
    const [foreign] = FOREIGN.exec(text) ?? [];
    if (foreign !== undefined) {
      throw new Error(`${entry} leads to a module that no browser runs: its script has ${foreign}.`);
    }
    return `${text}\n`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await buildPageScripts();
