import { LoomError } from "@loom/protocol";
import type { CallToolResult } from "../sdk.ts";

/** An error for a client: a sentence and a code. */
export function errorWords(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof LoomError) return { code: error.code, message: error.message };
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    code: "defect",
    message:
      `This should not happen (${what}). The document is as the last answer said; please report it, and try another way.`,
  };
}

/** The answer of a tool that did not do what it was asked. */
export function errorResult(error: unknown): CallToolResult {
  const { code, message } = errorWords(error);
  return { isError: true, content: [{ type: "text", text: message }], _meta: { code } };
}
