import { LoomError } from "@loom/protocol";
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { Parser } from "acorn";
import type { SyntaxNode } from "./syntax.ts";

/** The longest source to read, in UTF-16 units. */
const MAX_LENGTH = 2 * 1024 * 1024;

/**
 * Parses TypeScript or JavaScript, with or without JSX. Nothing is run.
 *
 * @throws {LoomError} `xstate_syntax` with the line of the first thing that cannot be read.
 */
export function parseSource(text: string): SyntaxNode {
  if (text.length > MAX_LENGTH) {
    throw new LoomError(
      "xstate_syntax",
      `The source is ${text.length} characters long and at most ${MAX_LENGTH} are read: split it.`,
    );
  }
  try {
    return parse(text, false);
  } catch (error) {
    // Arrow functions with type parameters and casts in angle brackets exclude JSX: it is tried second.
    if (!(error instanceof SyntaxError)) throw error;
    try {
      return parse(text, true);
    } catch {
      const why = error.message.replace(/\s*\(\d+:\d+\)$/, "");
      throw new LoomError("xstate_syntax", `The source breaks off ${placeOf(error)} (${why}): correct it.`);
    }
  }
}

function parse(text: string, jsx: boolean): SyntaxNode {
  // The declarations of both packages name the same plugin differently.
  const TypeScriptParser = Parser.extend(tsPlugin(jsx ? { jsx: {} } : {}) as never);
  const tree: unknown = TypeScriptParser.parse(text, {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    allowReturnOutsideFunction: true,
    allowHashBang: true,
  });
  return tree as SyntaxNode;
}

function placeOf(error: SyntaxError): string {
  const { loc } = error as { loc?: { line?: number; column?: number } };
  return loc?.line === undefined ? "somewhere" : `at line ${loc.line}, column ${(loc.column ?? 0) + 1}`;
}
