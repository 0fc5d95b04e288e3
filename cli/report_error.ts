import { LoomError } from "@loom/protocol";
import { type ExitCode, exitCodeOf } from "./exit_code.ts";
import type { Context } from "./context.ts";
import { ClosedOutputError, OutputError } from "./io.ts";

/** Details of an error beside its code and its sentence. */
const DETAILS = [
  "path",
  "line",
  "column",
  "op",
  "index",
  "target",
  "expectedRevision",
  "actualRevision",
] as const;

/** Outputs for errors. */
export type ErrorOutlet = Pick<Context, "io" | "json" | "remarkPaint">;

/**
 * Tells an error: a sentence for a person, or with `--json` an object for a program.
 *
 * @returns The exit code of the error.
 */
export function reportError(error: unknown, { io, json, remarkPaint }: ErrorOutlet): ExitCode {
  const exit = exitCodeOf(error);
  const text = json
    ? JSON.stringify({ error: errorObject(error, exit) }, null, 2)
    : `${remarkPaint.bad("error:")} ${sentenceOf(error)}`;
  try {
    io.stderr.write(text + "\n");
  } catch (failed) {
    // Nowhere is left to say it; the exit code still does.
    if (!(failed instanceof ClosedOutputError || failed instanceof OutputError)) throw failed;
  }
  return exit;
}

/**
 * The sentence of an error. That of a refused operation begins with the function that refused it, which means
 * nothing to the person: of a single operation only the reason is told.
 */
function sentenceOf(error: unknown): string {
  if (!(error instanceof LoomError)) return `Something unexpected went wrong: ${textOf(error)}`;
  if (error.name !== "PatchError") return error.message;
  const sentence = error.message.replace(/^\w+: /, "").replace(/^ops\[0\] [\w.]+: /, "");
  // The name of an operation stays as it is written.
  const isName = /^(?:ops\[|\w+\.\w)/.test(sentence);
  return isName ? sentence : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An error as JSON. */
export function errorObject(error: unknown, exit: ExitCode = exitCodeOf(error)): Record<string, unknown> {
  const fields = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  const details = DETAILS.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]);
  const code = error instanceof LoomError ? error.code : "unexpected";
  return { code, message: sentenceOf(error), ...Object.fromEntries(details), exit };
}
