import { type DocumentChange, watchDocument, watchLayout } from "@loom/bridge/document";
import type { Context } from "./context.ts";
import { EXIT, type ExitCode, graver } from "./exit_code.ts";
import { ClosedOutputError } from "./io.ts";
import { reportError } from "./report_error.ts";

/** Options of watching documents. */
export interface WatchDocumentsOptions {
  /** True when each change is told before the work begins again. Default: yes. */
  readonly tellsChanges?: boolean;
  /** True when the work is done again also when the layout file of a document changes. Default: no. */
  readonly withLayouts?: boolean;
}

/**
 * Does work on documents now, and again on each that changes, until the person interrupts it. A document that cannot be
 * read or worked on is told, and the watch goes on. Work is done one after the other.
 *
 * @param paths The documents.
 * @param work Does the work on one of them.
 * @returns The gravest of the exit codes that the documents had last.
 */
export async function watchDocuments(
  context: Context,
  paths: readonly string[],
  work: (path: string) => Promise<ExitCode>,
  { tellsChanges = true, withLayouts = false }: WatchDocumentsOptions = {},
): Promise<ExitCode> {
  const signal = context.io.interrupted();
  const ended = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  const codes = new Map<string, ExitCode>();
  const attempt = async (path: string) => {
    try {
      codes.set(path, await work(path));
    } catch (error) {
      if (error instanceof ClosedOutputError) ended.resolve();
      else codes.set(path, reportError(error, context));
    }
  };
  let queue = Promise.resolve();
  const watches = paths.map((path) =>
    watchDocument(path, (change) => {
      queue = queue.then(async () => {
        if (change.type === "broken") codes.set(path, reportError(change.error, context));
        else if (tellsChanges || change.type === "removed") tell(context, path, change);
        if (change.type === "changed") await attempt(path);
      });
    })
  );
  if (withLayouts) {
    for (const path of paths) {
      const realPath = await Deno.realPath(path).catch(() => path);
      watches.push(watchLayout(realPath, () => queue = queue.then(() => attempt(path))));
    }
  }
  await Promise.all(watches.map(({ ready }) => ready));
  for (const path of paths) queue = queue.then(() => attempt(path));
  await queue;
  context.remark(context.remarkPaint.faint(`Watching ${named(paths)}; Ctrl-C ends it.`));
  if (!signal.aborted) await ended.promise;
  await Promise.all(watches.map((watch) => watch.close()));
  await queue;
  return [...codes.values()].reduce(graver, EXIT.done);
}

function named(paths: readonly string[]): string {
  return paths.length === 1 ? `${paths[0]}` : `${paths.length} documents`;
}

function tell(context: Context, path: string, change: DocumentChange): void {
  const what = change.type === "removed" ? "is gone" : "changed";
  context.remark(context.remarkPaint.faint(`── ${path} ${what} at ${timeOfDay(context)}`));
}

/** The time as `hh:mm:ss`. */
export function timeOfDay({ io }: Context): string {
  return io.now().toTimeString().slice(0, 8);
}
