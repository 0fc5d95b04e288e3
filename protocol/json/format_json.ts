import { withoutByteOrderMark } from "./position.ts";

/** A string, a bracket, a comma, a colon, or another scalar. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Lays out a JSON text as `JSON.stringify` with two spaces does, but keeps the text of every number and string. Line
 * ends stay those of the text: CRLF when its first line ends so. A byte order mark stays.
 *
 * @param text A text that is JSON.
 * @returns The text with one line end at its end.
 *
 * @example
 * ```ts
 * import { formatJson } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(formatJson('{"a": [1.0, {}]}'), '{\n  "a": [\n    1.0,\n    {}\n  ]\n}\n');
 * ```
 */
export function formatJson(text: string): string {
  const end = /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
  const body = withoutByteOrderMark(text);
  const parts = [text.slice(0, text.length - body.length)];
  let depth = 0;
  let last = "";
  const newLine = () => parts.push(end, "  ".repeat(depth));
  for (const [token] of body.matchAll(TOKEN)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth--;
    const isAfterOpen = last === "{" || last === "[";
    if (last === "," || isAfterOpen !== isEnd) newLine();
    parts.push(token);
    if (token === ":") parts.push(" ");
    if (token === "{" || token === "[") depth++;
    last = token;
  }
  return parts.join("") + end;
}
