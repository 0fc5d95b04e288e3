import { type DocumentChange, watchDocument } from "@loom/bridge/document";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { ClosedOutputError } from "../io.ts";
import { reportError } from "../report_error.ts";

/**
 * Runs a machine now, and again each time its document changes, until the person interrupts it. A document that
 * cannot be read or run is told, and the watch goes on.
 *
 * @param once Runs the machine.
 * @returns The exit code of the last run.
 */
export async function watchRuns(
  context: Context,
  path: string,
  once: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const signal = context.io.interrupted();
  const ended = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  let code: ExitCode = EXIT.done;
  const attempt = async () => {
    try {
      code = await once();
    } catch (error) {
      if (error instanceof ClosedOutputError) ended.resolve();
      else code = reportError(error, context);
    }
  };
  let work = Promise.resolve();
  const watch = watchDocument(path, (change) => {
    work = work.then(async () => {
      tell(context, path, change);
      if (change.type === "changed") await attempt();
    });
  });
  await watch.ready;
  work = work.then(attempt);
  await work;
  context.remark(context.remarkPaint.faint(`Watching ${path}; Ctrl-C ends it.`));
  if (!signal.aborted) await ended.promise;
  await watch.close();
  await work;
  return code;
}

function tell(context: Context, path: string, change: DocumentChange): void {
  if (change.type === "broken") {
    reportError(change.error, context);
    return;
  }
  const time = context.io.now().toTimeString().slice(0, 8);
  const what = change.type === "removed" ? "is gone" : "changed";
  context.remark(context.remarkPaint.faint(`── ${path} ${what} at ${time}`));
}
