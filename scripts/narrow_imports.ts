/**
 * Copies sources so that each import of a package, `@loom/protocol`, or of a folder's `mod.ts` becomes imports of the files in
 * which the names are defined. A bundler that cuts scripts puts all that a file leads to beside it, used or not: of a package's own file that would be
 * the whole package.
 *
 * @module
 */
import { dirname, join, relative } from "@std/path";

/** The packages, which are folders of the repository. */
const PACKAGES = ["protocol", "engine", "hub", "bridge", "designer", "mcp", "cli"] as const;

/** Folders without sources of programs. */
const SKIPPED = ["designer/assets", "engine/python", "/testing"];

/** Files that the bundler reads beside the modules. */
const SETTINGS = ["deno.json", "deno.lock"];

const IMPORT = /^(import|export) \{([^}]*)\} from "(@loom\/[\w/]+|\.[\w./]*\/mod\.ts)";$/gm;
const STAR = /^export \* from "(\.[^"]+)";$/gm;
const NAMED = /^export \{([^}]*)\} from "(\.[^"]+)";$/gm;
const LOCAL = /^export \{([^}]*)\};$/gm;
const IMPORTED = /^import \{([^}]*)\} from "(\.[^"]+)";$/gm;
const OWN = /^export (?:async function\*?|function\*?|const|let|class|abstract class) (\w+)/gm;

/**
 * Copies sources into a folder, with narrow imports.
 *
 * @param root The repository.
 * @param folder An empty folder.
 * @param packages The packages whose sources are copied; all without it. The others leave their settings only.
 */
export async function copyNarrowed(
  root: URL,
  folder: string,
  packages: readonly (typeof PACKAGES)[number][] = PACKAGES,
): Promise<void> {
  const narrowing = new Narrowing(root.pathname);
  for (const name of SETTINGS) await Deno.copyFile(new URL(name, root), join(folder, name));
  await Deno.symlink(join(root.pathname, "scripts"), join(folder, "scripts"));
  for (const name of PACKAGES) {
    if (packages.includes(name)) {
      await narrowing.copy(name, folder);
    } else {
      await Deno.mkdir(join(folder, name));
      await Deno.copyFile(new URL(`${name}/deno.json`, root), join(folder, name, "deno.json"));
    }
  }
}

class Narrowing {
  readonly #root: string;
  readonly #exports = new Map<string, ReadonlyMap<string, Definition>>();
  readonly #entries = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
    for (const name of PACKAGES) {
      const { exports } = JSON.parse(Deno.readTextFileSync(join(root, name, "deno.json")));
      for (const [key, path] of Object.entries(exports)) {
        this.#entries.set(`@loom/${name}${key.slice(1)}`, join(root, name, String(path)));
      }
    }
  }

  async copy(folder: string, to: string): Promise<void> {
    await Deno.mkdir(join(to, folder), { recursive: true });
    for await (const { name, isDirectory } of Deno.readDir(join(this.#root, folder))) {
      const path = join(folder, name);
      if (isDirectory) {
        if (!SKIPPED.some((end) => path.endsWith(end))) await this.copy(path, to);
      } else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) {
        const text = await Deno.readTextFile(join(this.#root, path));
        await Deno.writeTextFile(join(to, path), this.narrowed(text, join(this.#root, path)));
      } else if (/\.json$/.test(name)) {
        await Deno.copyFile(join(this.#root, path), join(to, path));
      }
    }
  }

  /** The text of a module, with its imports from packages narrowed. */
  narrowed(text: string, path: string): string {
    return text.replaceAll(IMPORT, (whole, word: string, names: string, specifier: string) => {
      const entry = specifier.startsWith(".") ? join(dirname(path), specifier) : this.#entries.get(specifier);
      if (entry === undefined) return whole;
      const known = this.#exportsOf(entry);
      return namesIn(names).map(({ name, alias }) => {
        const found = known.get(name);
        if (found === undefined) return `${word} { ${name} as ${alias} } from "${specifier}";`;
        const from = relative(dirname(path), found.path);
        return `${word} { ${found.name} as ${alias} } from "${from.startsWith(".") ? from : `./${from}`}";`;
      }).join("\n");
    });
  }

  /** The values that a module exports, by name. */
  #exportsOf(path: string): ReadonlyMap<string, Definition> {
    const known = this.#exports.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, Definition>();
    this.#exports.set(path, found);
    const text = Deno.readTextFileSync(path);
    for (const [, name = ""] of text.matchAll(OWN)) found.set(name, { path, name });
    for (const [alias, definition] of this.#takenFrom(text.matchAll(NAMED), path)) {
      found.set(alias, definition);
    }
    const imported = this.#takenFrom(text.matchAll(IMPORTED), path);
    const local = Array.from(text.matchAll(LOCAL)).flatMap(([, names = ""]) => namesIn(names));
    for (const { name, alias } of local) found.set(alias, imported.get(name) ?? { path, name: alias });
    for (const [, from = ""] of text.matchAll(STAR)) {
      for (const [name, definition] of this.#exportsOf(join(dirname(path), from))) {
        if (!found.has(name)) found.set(name, definition);
      }
    }
    return found;
  }

  /** The values that a module takes from others of its package, by its name for them. */
  #takenFrom(statements: Iterable<RegExpMatchArray>, path: string): ReadonlyMap<string, Definition> {
    const found = new Map<string, Definition>();
    for (const [, names = "", from = ""] of statements) {
      const there = this.#exportsOf(join(dirname(path), from));
      for (const { name, alias } of namesIn(names)) {
        const definition = there.get(name);
        if (definition !== undefined) found.set(alias, definition);
      }
    }
    return found;
  }
}

/** The place where a value is defined, and its name there. */
interface Definition {
  readonly path: string;
  readonly name: string;
}

/** The names in the braces of an import, but for those of types. */
function namesIn(text: string): { readonly name: string; readonly alias: string }[] {
  return text.split(",").map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => {
      const [name = "", alias = name] = one.split(" as ");
      return { name, alias };
    });
}
