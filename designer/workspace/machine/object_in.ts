import { isObject } from "@loom/protocol";

/** The object in a text of JSON. */
export function objectIn(text: string, what: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError(`${what} is not JSON: correct it, or leave it empty.`);
  }
  if (isObject(value)) return { ...value };
  throw new SyntaxError(`${what} is no JSON object: write one, or leave it empty.`);
}
