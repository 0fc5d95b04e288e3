import type { Context } from "./context.ts";
import type { LoadedMachine } from "./load_document.ts";

/** Tells what could not be taken over from a diagram as it stands, a line for each remark. */
export function remarkDiagram(context: Context, { path, remarks }: LoadedMachine): void {
  for (const { line, column, message } of remarks) context.remark(`${path}:${line}:${column}: ${message}`);
}
