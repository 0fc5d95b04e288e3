import { dirname, join, relative, resolve } from "node:path";
import type { ConformanceTarget } from "../conformance/runner.ts";
import { runScript, runScxml, type ScxmlDocument, type ScxmlRun, type ScxmlScript } from "./run_scxml.ts";

/** A test of a folder, by its path there. */
export interface FolderTest extends ScxmlRun {
  readonly name: string;
}

/** True for a document of the W3C's form: of a script only the events matter that the document waits for. */
function endsItself(text: string, script: ScxmlScript | undefined): boolean {
  const hasEnd = /<final\b[^>]*\bid=(['"])pass\1/.test(text) && /<final\b[^>]*\bid=(['"])fail\1/.test(text);
  return hasEnd && (script?.events ?? []).every(({ event }) => !text.includes(`event="${event.name}"`));
}

/** Runs every test of a folder, in the order of their names. */
export async function* runFolder(folder: string, target: ConformanceTarget): AsyncGenerator<FolderTest> {
  const root = await Deno.realPath(folder);
  for (const file of await filesIn(root)) {
    const text = await Deno.readTextFile(file);
    const script = await readScript(file);
    // A document with neither a script nor a result is a part of another test.
    if (script === undefined && !/<final\b[^>]*\bid=(['"])pass\1/.test(text)) continue;
    const name = relative(root, file).replace(/(?:\.txml)?\.scxml$/, "");
    const document = { text, name, beside: (path: string) => readBeside(root, file, path) };
    yield { name, ...await attempt(document, script, target) };
  }
}

async function attempt(
  document: ScxmlDocument,
  script: ScxmlScript | undefined,
  target: ConformanceTarget,
): Promise<ScxmlRun> {
  try {
    return script === undefined || endsItself(document.text, script)
      ? await runScxml(document, target)
      : await runScript(document, script, target);
  } catch (error) {
    return { end: String(error), remarks: [] };
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await filesIn(join(folder, name)));
    else if (name.endsWith(".scxml")) files.push(join(folder, name));
  }
  return files.sort();
}

async function readScript(file: string): Promise<ScxmlScript | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(file.replace(/\.scxml$/, ".json")));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A file that a document names, if it is inside the folder. */
function readBeside(root: string, file: string, path: string): string | undefined {
  const target = resolve(dirname(file), path.replace(/^file:/, ""));
  if (relative(root, target).startsWith("..")) return undefined;
  try {
    return Deno.readTextFileSync(target);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
