/**
 * Builds what the sources need and no one checks in: the script of the pages. Does nothing when it is newer than the
 * modules that it is made from.
 *
 * @module
 */
import { PAGE_SCRIPT, pageScript } from "./browser_script.ts";
import { ROOT } from "./repository.ts";

/** The folders that the script is made from. */
const SOURCES = ["designer", "protocol", "hub/client", "bridge/narrative", "deno.lock"];

/** Builds the script of the pages when it is missing or stale. */
export async function buildPageScript(): Promise<void> {
  const target = new URL(PAGE_SCRIPT, ROOT);
  const built = await Deno.stat(target).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
  if (built > 0 && !SOURCES.some((source) => isNewer(new URL(source, ROOT), built))) return;
  const text = await pageScript();
  await Deno.mkdir(new URL(".", target), { recursive: true });
  // A test or a server that reads meanwhile sees the old script or the new one.
  const temporary = new URL(`${PAGE_SCRIPT}.${crypto.randomUUID()}`, ROOT);
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

if (import.meta.main) await buildPageScript();
