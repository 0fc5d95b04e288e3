import { StubFailure } from "@loom/engine";
import { isObject, parseJsonText } from "@loom/protocol";
import { readDocumentText } from "@loom/bridge/document";
import { readJson, refuseRepeatedKeys } from "../read_json.ts";
import { UsageError } from "../usage_error.ts";

/** `cart.total()=10`, `isOpen=true`. */
const STUB = /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)?)\s*(?:\(\s*\))?\s*=(.*)$/su;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)?$/u;

/**
 * Reads the results of functions.
 *
 * @param texts Each `name()=value`; a value that is no JSON is a text.
 * @param path A JSON file with results by name; what `texts` say comes before it.
 */
export async function readStubs(
  texts: readonly string[],
  path: string | undefined,
): Promise<Record<string, unknown>> {
  const stubs = new Map(path === undefined ? [] : Object.entries(await stubFile(path)));
  for (const text of texts) {
    const [, name = "", value = ""] = STUB.exec(text) ?? [];
    if (name === "") {
      throw new UsageError(
        `--stub "${text}" is no stub: write the call and its result, as in cart.total()=10.`,
      );
    }
    stubs.set(name, valueOf(value.trim()));
  }
  return Object.fromEntries(stubs);
}

/**
 * Reads failures of functions and tasks.
 *
 * @param texts Each `name()=message`.
 */
export function readFailures(texts: readonly string[]): Record<string, StubFailure> {
  return Object.fromEntries(texts.map((text) => {
    const [, name = "", message = ""] = STUB.exec(text) ?? [];
    if (name !== "" && message.trim() !== "") return [name, new StubFailure(message.trim())];
    throw new UsageError(
      `--fail "${text}" names no failure: write the call and its error, as in charge=declined.`,
    );
  }));
}

async function stubFile(path: string): Promise<Record<string, unknown>> {
  const { text } = await readDocumentText(path);
  const value = readJson(text, path);
  refuseRepeatedKeys(text, path);
  if (!isObject(value)) throw new UsageError(`"${path}" must hold a JSON object of results by function.`);
  return Object.fromEntries(
    Object.entries(value).map(([name, result]) => {
      const bare = name.replace(/\s*\(\s*\)$/, "");
      if (NAME.test(bare)) return [bare, result];
      throw new UsageError(
        `"${path}" has a stub for "${name}", which is no function: write cart.total or isOpen.`,
      );
    }),
  );
}

function valueOf(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}
