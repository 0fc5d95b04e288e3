/**
 * The modules that a run of tests loads. The test files of a package are one module together with its documented
 * examples, and others are a few to a module: what they import is loaded once, and not once for each file.
 *
 * @module
 */
import { join, toFileUrl } from "@std/path";
import { packageFolders, ROOT } from "./repository.ts";

const TEST_FILE = /_test\.tsx?$/;
const DOCUMENTED_FILE = /\.(?:tsx?|md)$/;

/** A code block of a comment or a page. Blocks with more words after the language, such as `ignore`, are not run. */
const EXAMPLE = /^[ \t]*(?:\* ?)?```(tsx?)\n((?:.*\n)*?)[ \t]*(?:\* ?)?```$/gm;
/** Test files outside of packages in one module: few, since modules run side by side. */
const OTHERS = 6;

const LINE_START = /^[ \t]*\* ?/gm;
const IMPORT = /^import\b[^;]*;$/gm;

/** The test files below some paths of the repository, or of all of it. */
export function testFiles(paths: readonly string[]): string[] {
  return filesBelow(paths, TEST_FILE);
}

function filesBelow(paths: readonly string[], wanted: RegExp): string[] {
  const all = paths.length > 0 ? paths : [""];
  return all.flatMap((path) => isFolder(path) ? [...walk(path)] : [path]).filter((path) => wanted.test(path))
    .sort();
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(new URL(path, ROOT)).isDirectory;
  } catch {
    throw new Error(`There is no ${path} in the repository: name files or folders from its root.`);
  }
}

function* walk(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (!isDirectory) yield path;
    else if (!name.startsWith(".") && name !== "node_modules") yield* walk(path);
  }
}

/**
 * Writes the modules of a run.
 *
 * @param paths Files and folders to test; all of the repository when empty.
 * @param folder An empty folder to write to.
 * @returns the paths of the modules
 */
export function writeTestModules(paths: readonly string[], folder: string): string[] {
  const groups = new Map<string, string[]>();
  const packages = packageFolders();
  const add = (path: string, module: URL, others: string) => {
    const name = packages.find((name) => path.startsWith(`${name}/`)) ?? others;
    groups.set(name, [...groups.get(name) ?? [], module.href]);
  };
  for (const [index, path] of testFiles(paths).entries()) {
    add(path, new URL(path, ROOT), `others_${Math.floor(index / OTHERS)}`);
  }
  for (const path of filesBelow(paths, DOCUMENTED_FILE)) {
    for (const { line, extension, code } of examplesOf(path, Deno.readTextFileSync(new URL(path, ROOT)))) {
      const module = join(folder, `${path.replace(/\W/g, "_")}_${line}.${extension}`);
      Deno.writeTextFileSync(module, code);
      add(path, toFileUrl(module), "pages");
    }
  }
  return Array.from(groups, ([name, files]) => {
    const module = join(folder, `${name}.ts`);
    Deno.writeTextFileSync(module, files.map((file) => `import ${JSON.stringify(file)};\n`).join(""));
    return module;
  });
}

/** An example as a module that holds one test. */
export interface Example {
  /** The number of its first line. */
  readonly line: number;
  readonly extension: string;
  readonly code: string;
}

/**
 * The examples in the comments of a module, or on a page.
 *
 * @param path Its path in the repository, which relative imports start from.
 */
export function examplesOf(path: string, text: string): Example[] {
  return Array.from(text.matchAll(EXAMPLE), ({ index, 1: extension = "ts", 2: block = "" }) => {
    const line = text.slice(0, index).split("\n").length + 1;
    const source = path.endsWith(".md") ? block : block.replace(LINE_START, "");
    const imports = (source.match(IMPORT) ?? []).map((text) =>
      text.replace(
        /"(\..*)"/,
        (_, relative: string) => JSON.stringify(new URL(relative, new URL(path, ROOT))),
      )
    );
    const body = source.replace(IMPORT, "").replace(/^export /gm, "");
    const name = JSON.stringify(`example of ${path}:${line}`);
    const code = `${imports.join("\n")}\nDeno.test(${name}, async () => {\n${body}});\n`;
    return { line, extension, code };
  });
}
