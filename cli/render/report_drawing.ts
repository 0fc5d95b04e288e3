import type { Context } from "../context.ts";
import { timeOfDay } from "../watch_documents.ts";
import { statusLine } from "../write_text.ts";
import type { DrawnDocument } from "./draw_document.ts";

/** Inputs of the report of a drawing. */
export interface ReportOptions {
  /** True when it is one of several. */
  readonly isOneOfMany: boolean;
  /** True when documents are watched: then a person gets one line, with the time. */
  readonly isWatch: boolean;
}

/** Tells of a drawing: where it is, or what it looks like, on standard output, and the rest beside it. */
export function reportDrawing(
  context: Context,
  drawn: DrawnDocument,
  { isOneOfMany, isWatch }: ReportOptions,
): void {
  const { doc, path, text, status } = drawn;
  if (path !== undefined && status !== undefined) {
    if (status !== "current") context.print(statusLine(path, status));
  } else if (path === undefined) {
    context.io.stdout.write(text ?? "");
  } else if (isWatch && context.io.stdout.isTerminal) {
    context.print(
      `${context.paint.faint(timeOfDay(context))}  ${path}  ${context.paint.faint(factsOf(drawn))}`,
    );
  } else {
    if (!isWatch) context.remark((isOneOfMany ? `${doc}: ` : "") + factsOf(drawn));
    context.print(path);
  }
}

/** Summary of a drawing: `png 640×480 · 1234 bytes`. */
function factsOf({ format, width, height, bytes, dryRun }: DrawnDocument): string {
  const size = width === undefined || height === undefined ? "" : ` ${width}×${height}`;
  return `${format}${size} · ${bytes} bytes${dryRun ? ", not written" : ""}`;
}
