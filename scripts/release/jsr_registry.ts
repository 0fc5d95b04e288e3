/**
 * Writes the packages as JSR serves them: the files that `deno publish` uploads, their imports as it rewrites them, and
 * the registry's own files. A static server of the folder is a registry for `JSR_URL`.
 *
 * @module
 */
import { dirname, fromFileUrl, join, relative, SEPARATOR } from "@std/path";
import { buildPageAssets } from "../build.ts";
import { ROOT } from "../repository.ts";

/** The settings of a package that are used here. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
}

/** A module's imports of packages. Lines of comments keep theirs, as on JSR. */
const IMPORT = /^(?! *\*)(.*?(?:\bfrom\s*|\bimport\s*\(?\s*))"([^"./][^"]*)"/gm;

/**
 * Writes the packages of the repository, and the stand-ins for `@std`, which a registry without a network needs.
 *
 * @param folder An empty or a missing folder.
 * @returns names and versions, as in `@loom/cli@0.1.0`
 */
export async function writeJsrRegistry(folder: string): Promise<string[]> {
  await buildPageAssets();
  const { workspace, links, compilerOptions } = await readJson("deno.json") as {
    readonly workspace: readonly string[];
    readonly links: readonly string[];
    readonly compilerOptions: { readonly jsxImportSource: string };
  };
  const { imports } = await readJson("scripts/import_map.json") as {
    readonly imports: Readonly<Record<string, string>>;
  };
  const packages = new Map<string, Package>();
  for (const path of [...workspace, ...links]) {
    packages.set(path, await readJson(`${path}/deno.json`) as Package);
  }
  const specifiers = { ...imports, ...ownSpecifiers(workspace.map((path) => packages.get(path))) };
  const pragma = `/** @jsxRuntime automatic @jsxImportSource ${
    specifiers[compilerOptions.jsxImportSource]
  } */\n`;
  const uploads = await uploadedFiles();
  for (const [path, about] of packages) {
    const root = fromFileUrl(new URL(`${path}/`, ROOT));
    const files = uploads.get(about.name) ??
      Array.from(Deno.readDirSync(root), ({ name }) => join(root, name));
    await writePackage(
      folder,
      about,
      files.map((file) => ({ file, path: relative(root, file) })),
      (text, file) => {
        const rewritten = text.replaceAll(
          IMPORT,
          (_, start: string, name: string) => `${start}"${published(name, specifiers)}"`,
        );
        return file.endsWith(".tsx") ? pragma + rewritten : rewritten;
      },
    );
  }
  return workspace.flatMap((path) => packages.get(path) ?? []).map(({ name, version }) =>
    `${name}@${version}`
  );
}

function ownSpecifiers(packages: readonly (Package | undefined)[]): Record<string, string> {
  return Object.fromEntries(
    packages.flatMap((about) => about ? [[about.name, `jsr:${about.name}@^${about.version}`]] : []),
  );
}

/** A name of the import map as JSR resolves it. */
function published(name: string, specifiers: Readonly<Record<string, string>>): string {
  const [key, value] = Object.entries(specifiers)
    .filter(([key]) => name === key || name.startsWith(key.endsWith("/") ? key : `${key}/`))
    .sort(([a], [b]) => b.length - a.length)[0] ?? [name, name];
  return value + name.slice(key.length);
}

/** The files that `deno publish` would upload, by package. */
async function uploadedFiles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["publish", "--dry-run", "--allow-dirty", "--no-check"],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  });
  const { success, stderr } = await command.output();
  const output = new TextDecoder().decode(stderr);
  if (!success) throw new Error(`The packages cannot be published:\n${output}`);
  const files = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of output.split("\n")) {
    const [, name] = /^Simulating publish of (@[^@]+)@/.exec(line) ?? [];
    if (name !== undefined) files.set(name, current = []);
    const [, url] = /^\s+(file:\/\/\S+) \(/.exec(line) ?? [];
    if (url !== undefined) current.push(fromFileUrl(url));
  }
  return files;
}

async function writePackage(
  folder: string,
  { name, version, exports }: Package,
  files: readonly { readonly file: string; readonly path: string }[],
  rewrite: (text: string, file: string) => string,
): Promise<void> {
  const root = join(folder, name);
  const manifest: Record<string, { readonly size: number; readonly checksum: string }> = {};
  for (const { file, path } of files) {
    const target = join(root, version, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    const bytes = await Deno.readFile(file);
    const isModule = /\.[jt]sx?$/.test(path) && !path.startsWith("assets");
    const written = isModule
      ? new TextEncoder().encode(rewrite(new TextDecoder().decode(bytes), path))
      : bytes;
    await Deno.writeFile(target, written);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", written)).toHex();
    manifest[`/${path.replaceAll(SEPARATOR, "/")}`] = { size: written.length, checksum: `sha256-${hash}` };
  }
  const [, scope, short] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  await writeJson(join(root, "meta.json"), {
    scope,
    name: short,
    latest: version,
    versions: { [version]: {} },
  });
  await writeJson(join(root, `${version}_meta.json`), { manifest, exports });
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await Deno.readTextFile(new URL(path, ROOT)));
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n");
}
