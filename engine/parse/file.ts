import { LoomError, type StateMachineDefinition } from "@loom/protocol";
import { parseJson } from "./json.ts";
import { parseXml } from "./xml.ts";

/**
 * Reads a machine definition from the text of a file in either format: by the file's name where it tells, else by
 * whether the text begins like XML.
 *
 * @param text The content of the file.
 * @param path The file's name: `.json` is JSON, `.xml` and `.fsm` are XML, in upper or lower case.
 * @throws {LoomError} What {@linkcode parseJson} and {@linkcode parseXml} throw.
 *
 * @example
 * ```ts
 * import { parseText } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseText('<machine><state name="Door"/></machine>').state.name, "Door");
 * ```
 */
export function parseText(text: string, path = ""): StateMachineDefinition {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension === "json") return parseJson(text);
  if (extension === "xml" || extension === "fsm") return parseXml(text);
  return /^\uFEFF?\s*</.test(text) ? parseXml(text) : parseJson(text);
}

/**
 * Reads a machine definition from a file, `.smdf.json`, `.smdf.xml` or `.fsm`.
 *
 * @param path The file.
 * @param readText Reads a file as text. Default: the file system of Deno or Node.
 * @throws {LoomError} `no_file_system` where there is none, as in a browser; else what {@linkcode parseText} throws.
 *
 * @example
 * ```ts
 * import { parseFile } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const definition = parseFile("door.smdf.json", () => '{ "state": { "name": "Door" } }');
 * assertEquals(definition.state.name, "Door");
 * ```
 */
export function parseFile(
  path: string,
  readText: (path: string) => string = readTextFile,
): StateMachineDefinition {
  return parseText(readText(path), path);
}

/** The part of the host that reads files; a browser has none. */
interface Host {
  readonly process?: {
    getBuiltinModule?(name: "node:fs"): { readFileSync(path: string, encoding: "utf8"): string } | undefined;
  };
}

function readTextFile(path: string): string {
  const fileSystem = (globalThis as Host).process?.getBuiltinModule?.("node:fs");
  if (fileSystem) return fileSystem.readFileSync(path, "utf8");
  throw new LoomError(
    "no_file_system",
    `Cannot read ${path}: there is no file system here; read the text yourself and give it to parseJson.`,
  );
}
