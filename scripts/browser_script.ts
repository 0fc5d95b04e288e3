import { ROOT } from "./repository.ts";

/** What no browser has. */
const FOREIGN = /\bDeno\.|\bfrom\s*"node:|\brequire\("/;

/** The script of the pages, a path in the repository. */
export const PAGE_SCRIPT = "designer/assets/live_page.js";

/** Bundles the islands of the pages with all that they import into one script for browsers. */
export function pageScript(): Promise<string> {
  return browserScript("designer/islands/live_page_entry.tsx");
}

/**
 * Bundles a module with all that it imports into one script for browsers.
 *
 * @param entry The module, a path in the repository.
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
