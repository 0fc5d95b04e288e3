import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, exitCodeOf, graver } from "../exit_code.ts";
import { ClosedOutputError } from "../io.ts";
import { drawDocument, type DrawnDocument } from "../render/draw_document.ts";
import { type RenderJob, renderJob } from "../render/job.ts";
import { errorObject, reportError } from "../report_error.ts";
import type { RENDER } from "../table/read.ts";
import { statusLine } from "../write_text.ts";

/** Draws documents, each into a file, or one to standard output. */
export const render: Run<typeof RENDER> = async (context, values) => {
  const job = await renderJob(context, values);
  return values.watch ? await drawAgainAndAgain(job, values.open) : await drawAll(job, values.open);
};

/** A document that cannot be drawn, as JSON tells it. */
interface FailedDocument {
  readonly doc: string;
  readonly error: Record<string, unknown>;
}

async function drawAll(job: RenderJob, isOpened: boolean): Promise<ExitCode> {
  const { context, docs } = job;
  const isOneOfMany = docs.length > 1;
  const documents: (DrawnDocument | FailedDocument)[] = [];
  let code: ExitCode = EXIT.done;
  for (const doc of docs) {
    try {
      const drawn = await drawDocument(job, doc);
      documents.push(drawn);
      if (drawn.status !== undefined && drawn.status !== "current") code = graver(code, EXIT.problems);
      if (!context.json) reportDrawing(context, drawn, { isOneOfMany });
      if (isOpened) await show(context, drawn);
    } catch (error) {
      // Of several documents the others are drawn all the same.
      if (!isOneOfMany || error instanceof ClosedOutputError) throw error;
      if (!context.json) reportError(error, context);
      documents.push({ doc, error: errorObject(error) });
      code = graver(code, exitCodeOf(error));
    }
  }
  if (context.json) context.printJson({ documents });
  return code;
}

async function drawAgainAndAgain(job: RenderJob, isOpened: boolean): Promise<ExitCode> {
  const { context, docs } = job;
  // Lazy import: a picture that is drawn once needs no watch.
  const { timeOfDay, watchDocuments } = await import("../watch_documents.ts");
  const shown = new Set<string>();
  return await watchDocuments(context, docs, async (doc) => {
    const drawn = await drawDocument(job, doc);
    if (context.json) context.io.stdout.write(JSON.stringify(drawn) + "\n");
    else reportDrawing(context, drawn, { isOneOfMany: docs.length > 1, at: timeOfDay(context) });
    if (isOpened && !shown.has(doc)) await show(context, drawn);
    shown.add(doc);
    return EXIT.done;
  }, { tellsChanges: job.destination.kind === "stdout", withLayouts: job.isArranged });
}

/** Shows a drawing to the person; that no viewer can be started is no failure. */
async function show({ io, remark }: Context, { path, dryRun }: DrawnDocument): Promise<void> {
  if (path === undefined || dryRun) return;
  try {
    await io.view(path);
  } catch {
    remark(`No viewer could be started: open "${path}" yourself.`);
  }
}

/** Inputs of the report of a drawing. */
interface ReportOptions {
  /** True when it is one of several. */
  readonly isOneOfMany: boolean;
  /** The time of day, when documents are watched: then a person gets one line, with the time. */
  readonly at?: string;
}

/** Tells of a drawing: where it is, or what it looks like, on standard output, and the rest beside it. */
function reportDrawing(
  context: Context,
  drawn: DrawnDocument,
  { isOneOfMany, at }: ReportOptions,
): void {
  const { doc, path, text, status } = drawn;
  if (path !== undefined && status !== undefined) {
    if (status !== "current") context.print(statusLine(path, status));
  } else if (path === undefined) {
    context.io.stdout.write(text ?? "");
  } else if (at !== undefined && context.io.stdout.isTerminal) {
    context.print(
      `${context.paint.faint(at)}  ${path}  ${context.paint.faint(factsOf(drawn))}`,
    );
  } else {
    if (at === undefined) context.remark((isOneOfMany ? `${doc}: ` : "") + factsOf(drawn));
    context.print(path);
  }
}

/** Summary of a drawing: `png 640×480 · 1234 bytes`. */
function factsOf({ format, width, height, bytes, dryRun }: DrawnDocument): string {
  const size = width === undefined || height === undefined ? "" : ` ${width}×${height}`;
  return `${format}${size} · ${bytes} bytes${dryRun ? ", not written" : ""}`;
}
