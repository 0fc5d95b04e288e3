import { JsonSyntaxError, parseJsonText, repeatedKeyFindings } from "@loom/protocol";
import { ReadError } from "./read_error.ts";
import { UsageError } from "./usage_error.ts";

/**
 * The value in a JSON text.
 *
 * @param path What the text was read from, for the sentence.
 * @throws {ReadError} Where the JSON breaks off.
 */
export function readJson(text: string, path: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? new ReadError(path, error) : error;
  }
}

/**
 * Refuses a JSON text in which an object has a key more than once: all values but the last would be ignored.
 *
 * @param name What the text was read from, for the sentence.
 */
export function refuseRepeatedKeys(text: string, name: string): void {
  const [repeated] = repeatedKeyFindings(text);
  if (repeated !== undefined) throw new UsageError(`${name}: ${repeated.message}`);
}
