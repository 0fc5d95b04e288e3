import type { Context } from "./context.ts";
import type { LoadedDocument } from "./load_document.ts";

/** Reports the parts of a text that could not be taken over, a line for each. */
export function remarkDiagram(
  context: Context,
  { path, remarks }: Pick<LoadedDocument<object>, "path" | "remarks">,
): void {
  for (const { line, column, message } of remarks) context.remark(`${path}:${line}:${column}: ${message}`);
}
