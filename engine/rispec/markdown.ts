/**
 * Text from a document inside Markdown: whatever it holds, the structure around it stays.
 *
 * @module
 */
import { oneLine } from "@loom/protocol";
import { textOf } from "../members.ts";

const LINE_END = /\r\n|[\r\n\u2028\u2029]/;

/** A name or an expression, shown as it is. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A text behind something else in its line; it may use Markdown, but not HTML. */
export function prose(text: string): string {
  return oneLine(text).replace(/<(?=[a-z/!?])/gi, "\\<");
}

/** A text that stands in a line of its own: it stays a paragraph, whatever it begins with. */
export function paragraph(text: string): string {
  return prose(text).replace(/^(?=[#>+*=|~-])|^(\d+)(?=[.)])/, "$1\\");
}

/** A name as it is, in bold. */
export function bold(name: string): string {
  return `**${plain(name)}**`;
}

/** A name without anything that Markdown would read into it. */
export function plain(name: string): string {
  return oneLine(name).replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");
}

/** All lines of a text, quoted. */
export function quote(text: string, indent = ""): string[] {
  return text.trim().split(LINE_END).map((line) => {
    const [margin = ""] = /^[ \t]*/.exec(line) ?? [];
    return `${indent}> ${margin}${prose(line)}`.trimEnd();
  });
}

/** A heading of a level from 1 to 6. */
export function heading(level: number, text: string): string {
  return `${"#".repeat(Math.min(Math.max(level, 1), 6))} ${text}`;
}

/** A text without space around it; `undefined` where nothing but space stands there. */
export function filled(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text === "" ? undefined : text;
}
