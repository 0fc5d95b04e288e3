/**
 * The imports of a set of source files, as Deno itself resolves them: static and dynamic ones, re-exports and types.
 *
 * @module
 */

/** One import as it is written and as it resolves. */
export interface Import {
  /** The importing file, relative to the root. */
  readonly from: string;
  /** What the file wrote. */
  readonly specifier: string;
  /** The file it resolves to, relative to the root, when it lies there. */
  readonly to: string | undefined;
}

interface ModuleInfo {
  readonly specifier: string;
  readonly error?: string;
  readonly dependencies?: readonly DependencyInfo[];
}

interface DependencyInfo {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
}

/**
 * Reads the imports of every TypeScript file in some folders.
 *
 * @param root a folder with a `deno.json`, with a final slash
 * @param folders folders below it
 * @returns the imports in the order of their files
 * @throws {Error} when Deno cannot read the files
 */
export async function readImports(root: URL, folders: readonly string[]): Promise<Import[]> {
  const files = folders.flatMap((folder) => [...sourcesBelow(root, folder)]);
  const wanted = new Set(files.map((file) => new URL(file, root).href));
  const modules = (await moduleGraph(root, [...wanted])).filter((module) => wanted.has(module.specifier));
  const unread = modules.find((module) => module.error !== undefined);
  if (unread !== undefined) {
    throw new Error(`Cannot read the imports of ${unread.specifier}: ${unread.error}`);
  }
  return modules.flatMap((module) =>
    (module.dependencies ?? []).map((dependency) => ({
      from: module.specifier.slice(root.href.length),
      specifier: dependency.specifier,
      to: belowRoot(root, dependency.code?.specifier ?? dependency.type?.specifier),
    }))
  ).sort((a, b) => a.from < b.from ? -1 : a.from > b.from ? 1 : 0);
}

/** `deno info` takes one entry, so a module that imports all the others stands in for them. */
async function moduleGraph(root: URL, specifiers: readonly string[]): Promise<readonly ModuleInfo[]> {
  const folder = await Deno.makeTempDir();
  try {
    const entry = `${folder}/entry.ts`;
    await Deno.writeTextFile(entry, specifiers.map((specifier) => `import "${specifier}";\n`).join(""));
    const command = new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--no-lock", "--config", "deno.json", entry],
      cwd: root,
    });
    const { success, stdout, stderr } = await command.output();
    if (!success) {
      throw new Error(`Cannot read the imports below ${root.href}: ${new TextDecoder().decode(stderr)}`);
    }
    return (JSON.parse(new TextDecoder().decode(stdout)) as { modules: ModuleInfo[] }).modules;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The TypeScript files below a folder, as paths from the root. */
export function* sourcesBelow(root: URL, folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(`${folder}/`, root))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") yield* sourcesBelow(root, path);
    if (entry.isFile && /\.tsx?$/.test(entry.name)) yield path;
  }
}

function belowRoot(root: URL, specifier: string | undefined): string | undefined {
  return specifier?.startsWith(root.href) ? specifier.slice(root.href.length) : undefined;
}
