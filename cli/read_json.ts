import { JsonSyntaxError, parseJsonText } from "@loom/protocol";
import { ReadError } from "./read_error.ts";

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
