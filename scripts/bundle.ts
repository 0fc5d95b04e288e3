/**
 * Bundles the programs into one folder: minified modules, which share what they have in common, and beside them every
 * file that they read. Executables and the npm package are made of it: it starts in half the time of the sources.
 *
 * @module
 */
import { basename, dirname, fromFileUrl, join, relative, resolve, SEPARATOR } from "@std/path";
import { buildPageAssets, PAGE_ASSETS } from "./build.ts";
import { copyNarrowed } from "./narrow_imports.ts";
import { ROOT } from "./repository.ts";

/** The programs and the thread that they start, as modules of the repository. */
const ENTRIES = ["cli/main.ts", "cli/hub_main.ts", "mcp/main.ts", "bridge/drawing/draw_worker.ts"] as const;

/** Files of packages that the programs read: they are copied beside the modules. What stands after `#` lies beside the package's module. */
const PACKAGE_FILES = [
  "npm:@resvg/resvg-wasm/index_bg.wasm",
  "npm:@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  "npm:@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf",
  "npm:@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
  "npm:libpg-query/wasm/libpg-query.wasm",
  "npm:pdfkit#data/sRGB_IEC61966_2_1.icc",
] as const;

/** Files of packages that the programs never ask for: the colour profile of archived PDF. */
const UNUSED_FILES: readonly string[] = ["sRGB_IEC61966_2_1.icc"];

/** The file with the commit, which `--version` reads. */
export const BUILD_FILE = "build.json";

/** The folder of what pages load. */
const ASSETS = basename(PAGE_ASSETS);

/** Files and folders beside the modules, which no import leads to. */
export const BUNDLED_FILES: readonly string[] = [ASSETS, ...PACKAGE_FILES.map(bundledName), BUILD_FILE];

/** The name of a file in a bundle. `deno compile` takes a file that ends in `.wasm` for a module. */
function bundledName(path: string): string {
  return basename(path).replace(/\.wasm$/, "$&.bin");
}

/** The module of a bundle for a module of the repository. */
export function bundledModule(entry: string): string {
  return entry.replace(/\.ts$/, ".js");
}

/**
 * Bundles the programs.
 *
 * @param folder An empty or a missing folder.
 */
export async function bundlePrograms(folder: string): Promise<void> {
  await buildPageAssets();
  await bundleModules(resolve(folder));
  await Deno.mkdir(join(folder, ASSETS));
  for (const { name } of Deno.readDirSync(new URL(PAGE_ASSETS, ROOT))) {
    await Deno.copyFile(new URL(`${PAGE_ASSETS}/${name}`, ROOT), join(folder, ASSETS, name));
  }
  for (const file of PACKAGE_FILES) {
    await Deno.copyFile(await packageFile(file), join(folder, bundledName(file)));
  }
  await Deno.writeTextFile(join(folder, BUILD_FILE), JSON.stringify({ commit: await commit() }));
  const modules = [...modulesBelow(folder)];
  for (const path of modules) await relocate(path, folder, modules);
}

/** Bundles from a copy with narrow imports: a command then loads what it uses, and not whole packages. */
async function bundleModules(folder: string): Promise<void> {
  const sources = await Deno.makeTempDir();
  try {
    await copyNarrowed(ROOT, sources);
    const args = ["bundle", "--quiet", "--minify", "--code-splitting", "--outdir", folder, ...ENTRIES];
    await run(args, sources);
  } finally {
    await Deno.remove(sources, { recursive: true });
  }
}

/** Lets a module find its files beside the modules: the bundler leaves their paths as they are in the sources. */
async function relocate(path: string, folder: string, modules: readonly string[]): Promise<void> {
  const text = await Deno.readTextFile(path);
  const root = relative(dirname(path), folder).replaceAll(SEPARATOR, "/") || ".";
  const moved = PACKAGE_FILES
    .reduce((text, file) => text.replaceAll(basename(file), bundledName(file)), text)
    .replace(/new URL\("(\.[^"]*)",import\.meta\.url\)/g, (_, file: string) => {
      const target = placeOf(basename(file), folder, modules);
      return `new URL("${root}/${target}",import.meta.url)`;
    })
    .replace(/import\.meta\.resolve\(([^()]*)\)/g, (_, specifier: string) => {
      return `new URL("${root}/"+(${specifier}).split("/").pop(),import.meta.url).href`;
    })
    // Node's modules and globals load when they are used: they take a tenth of a start.
    .replace(
      /import\{createRequire as (\w+)\} ?from ?"node:module";/,
      'const $1=(url)=>(name)=>process.getBuiltinModule("node:module").createRequire(url)(name);',
    )
    .replace(/(\w+)\.process\?\.platform/g, "$1.Deno?.build?.os")
    .replace(/\b__dirname\b/g, "import.meta.dirname")
    .replace(/\b__filename\b/g, "import.meta.filename");
  if (moved !== text) await Deno.writeTextFile(path, moved);
}

/** The path in the bundle of a file that the sources name. */
function placeOf(name: string, folder: string, modules: readonly string[]): string {
  if (name === ASSETS) return `${name}/`;
  if (BUNDLED_FILES.includes(name) || UNUSED_FILES.includes(name)) return name;
  const module = modules.find((path) => basename(path) === bundledModule(name));
  if (module === undefined) throw new Error(`The bundle lacks ${name}: add it to scripts/bundle.ts.`);
  return relative(folder, module).replaceAll(SEPARATOR, "/");
}

function* modulesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (name === ASSETS) continue;
    if (isDirectory) yield* modulesBelow(path);
    else if (name.endsWith(".js") && !BUNDLED_FILES.includes(name)) yield path;
  }
}

async function packageFile(specifier: string): Promise<string> {
  const [module = specifier, beside] = specifier.split("#");
  const code = `console.log(import.meta.resolve(${JSON.stringify(module)}))`;
  const path = fromFileUrl((await run(["eval", code])).trim());
  return beside === undefined ? path : join(dirname(path), beside);
}

/** The commit of the sources, with a mark when they differ from it; `unknown` outside of a repository. */
async function commit(): Promise<string> {
  const git = async (...args: string[]) => {
    const { success, stdout } = await new Deno.Command("git", { args, cwd: ROOT, stderr: "null" }).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  };
  const hash = await git("rev-parse", "--short=10", "HEAD").catch(() => undefined);
  if (hash === undefined) return "unknown";
  return await git("status", "--porcelain", "--untracked-files=no") === "" ? hash : `${hash}, changed`;
}

async function run(args: readonly string[], cwd: string | URL = ROOT): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd });
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(`The programs cannot be bundled:\n${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) throw new Error("Name the folder: deno run -A scripts/bundle.ts <folder>");
  await bundlePrograms(folder);
}
