/**
 * Builds what the pages load, which the sources need and the repository does not hold: scripts, cut so that a page loads
 * what it uses, and their font. Does nothing when they are newer than their modules.
 *
 * @module
 */
// The font is read by its path; this import brings its package into Deno's cache.
import "@fontsource-variable/inter/package.json" with { type: "json" };
import { copyNarrowed } from "./narrow_imports.ts";
import { ROOT } from "./repository.ts";

/** Text that only a server module has. */
const FOREIGN = /\bDeno\.|\bfrom\s*"node:|\brequire\("/;

/** The folder of what pages load, as a path in the repository. */
export const PAGE_ASSETS = "designer/assets";

/**
 * The modules of the scripts that pages name; they load the others. Each has its own, and the editor of each kind of document, too:
 * scripts that several shared would be many and small, and hold what only the others use.
 */
const LIVE_ENTRY = "designer/islands/live_page_entry.tsx";
const EDIT_ENTRY = "designer/islands/edit_page_entry.tsx";

/** The table of the kinds that can be edited, with a module for each. */
const KINDS = "designer/workspace/page_kinds.ts";
const KIND = /^ {2}(\w+): \(\) => import\(.*\n/gm;

/** The folders and files that the scripts are made of. */
const SOURCES = [
  "designer",
  "protocol",
  "engine",
  "hub/client",
  "bridge/narrative",
  "scripts/build.ts",
  "scripts/narrow_imports.ts",
  "deno.lock",
];

/** The tables of fields and operations, whose texts pages do not show: only schemas and the reference do. */
const SHAPES = ["machine", "erd", "sequence", "system"].flatMap((kind) => [
  `protocol/${kind}/shape.ts`,
  `protocol/${kind}/op_rows.ts`,
]);
/** The tables of messages, whose fields have their texts last. */
const WIRE_SHAPES = ["inbound_shape", "outbound_shape", "members"].map((name) => `protocol/wire/${name}.ts`);
const LAST_TEXT = /,\s*"(?:[^"\\]|\\.)*\."(?:\s*\+\s*"(?:[^"\\]|\\.)*")*,?\s*\)/g;
const TEXT = /\bdoc:\s*"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*,?/g;

/** The machine of sessions, whose texts pages do not show. */
const SESSION = "designer/session/session.smdf.json";

/** The font of the pages: one file with all weights, of Latin letters. */
const FONT = {
  source: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  target: "inter.woff2",
};

/** Builds what the pages load, where it is missing or stale. */
export async function buildPageAssets(): Promise<void> {
  const target = new URL(`${PAGE_ASSETS}/`, ROOT);
  const built = await Deno.stat(new URL("live_page.js", target)).then(
    ({ mtime }) => mtime?.getTime() ?? 0,
    () => 0,
  );
  if (built > 0 && !SOURCES.some((source) => isNewer(new URL(source, ROOT), built))) return;
  const folder = await Deno.makeTempDir();
  try {
    await bundle(folder);
    await Deno.mkdir(target, { recursive: true });
    const known = new Set([FONT.target]);
    await Deno.copyFile(new URL(import.meta.resolve(FONT.source)), new URL(FONT.target, target));
    // The scripts that pages name come last: what they load is there then.
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    for (const name of names.sort((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
      known.add(name);
      await replace(new URL(name, target), await browserScript(`${folder}/${name}`));
    }
    for (const { name } of Deno.readDirSync(target)) {
      if (!known.has(name)) await Deno.remove(new URL(name, target));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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

function isPage(name: string): boolean {
  return name.endsWith("_page.js");
}

/** Bundles the entries with all that they import into scripts for browsers; what an entry loads later is in scripts of its own. */
async function bundle(folder: string): Promise<void> {
  const sources = await Deno.makeTempDir();
  try {
    await copyNarrowed(ROOT, sources, ["protocol", "engine", "hub", "bridge", "designer"]);
    for (const shape of [...SHAPES, ...WIRE_SHAPES]) {
      const path = `${sources}/${shape}`;
      const text = (await Deno.readTextFile(path)).replaceAll(TEXT, "");
      await Deno.writeTextFile(
        path,
        WIRE_SHAPES.includes(shape) ? text.replaceAll(LAST_TEXT, ', "")') : text,
      );
    }
    const session: unknown = JSON.parse(await Deno.readTextFile(`${sources}/${SESSION}`));
    const isText = (name: string) => name === "description" || name === "notes";
    const bare = JSON.stringify(session, (name, value) => isText(name) ? undefined : value);
    await Deno.writeTextFile(`${sources}/${SESSION}`, bare);
    await bundleFrom(sources, LIVE_ENTRY, folder, "live");
    const kinds = await Deno.readTextFile(`${sources}/${KINDS}`);
    for (const [, kind = ""] of kinds.matchAll(KIND)) {
      const only = kinds.replaceAll(KIND, (row, other: string) => other === kind ? row : "");
      await Deno.writeTextFile(`${sources}/${KINDS}`, only);
      await bundleFrom(sources, EDIT_ENTRY, folder, kind);
    }
  } finally {
    await Deno.remove(sources, { recursive: true });
  }
}

/** Bundles an entry with what it leads to; the entry becomes `<name>_page.js`. */
async function bundleFrom(sources: string, entry: string, folder: string, name: string): Promise<void> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--platform",
      "browser",
      "--minify",
      "--code-splitting",
      "--outdir",
      folder,
      entry,
    ],
    cwd: sources,
  });
  const { success, stderr } = await command.output();
  if (!success) throw new Error(`The scripts cannot be bundled:\n${new TextDecoder().decode(stderr)}`);
  const script = entry.slice(entry.lastIndexOf("/") + 1).replace(".tsx", ".js");
  await Deno.rename(`${folder}/${script}`, `${folder}/${name}_page.js`);
}

/** The text of a script, which names nothing that no browser has. */
async function browserScript(path: string): Promise<string> {
  const text = (await Deno.readTextFile(path)).trim();
  const [foreign] = FOREIGN.exec(text) ?? [];
  if (foreign !== undefined) {
    throw new Error(`${path} has ${foreign}: a page leads to a module that no browser runs.`);
  }
  return `${text}\n`;
}

/** Writes a file so that readers see the old text or the new one, never a part. */
async function replace(target: URL, text: string): Promise<void> {
  const temporary = new URL(`${target}.${crypto.randomUUID()}`);
  await Deno.writeTextFile(temporary, text);
  await Deno.rename(temporary, target);
}

if (import.meta.main) await buildPageAssets();
