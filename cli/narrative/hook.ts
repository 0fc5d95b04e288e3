import { appendLine, hookSettings, reach, runHook, runProgram, spoolEvent } from "@loom/bridge/narrative";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_HOOK } from "../table/narrative_arrival.ts";

/** Takes a delivery to the bridge; whatever happens, the exit code is 0. */
export const hook: Run<typeof NARRATIVE_HOOK> = async (context) => {
  const { stop, release } = stopSignal(context);
  try {
    const { io } = context;
    const result = await runHook(hookSettings(io.env), {
      // Nobody types a payload; a terminal would be waited for.
      stdin: io.stdin.isTerminal ? new Blob([]).stream() : io.stdin.readable,
      fetch,
      reach: usesProxy(context) ? undefined : reach,
      now: io.now,
      runFlow: runProgram,
      spool: spoolEvent,
      append: appendLine,
      remark: (line) => tell(() => context.remark(line)),
      stop,
    });
    tell(() => io.stdout.write(JSON.stringify(result) + "\n"));
  } catch (error) {
    tell(() =>
      context.remark(`The hook went wrong: ${error instanceof Error ? error.name : String(error)}.`)
    );
  } finally {
    release();
  }
  return EXIT.done;
};

/** A reader that has gone is no reason to fail. */
function tell(write: () => void): void {
  try {
    write();
  } catch {
    // There is nobody to tell.
  }
}

/** Aborted by an interruption, and where a terminal goes away. */
function stopSignal({ io }: Context): { stop: AbortSignal; release: () => void } {
  const interrupted = io.interrupted();
  if (Deno.build.os === "windows") return { stop: interrupted, release: () => {} };
  const hangUp = new AbortController();
  const listener = () => hangUp.abort();
  Deno.addSignalListener("SIGHUP", listener);
  return {
    stop: AbortSignal.any([interrupted, hangUp.signal]),
    release: () => Deno.removeSignalListener("SIGHUP", listener),
  };
}

/** By a proxy the bridge is reached otherwise than straight. */
function usesProxy({ io: { env } }: Context): boolean {
  return ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].some((name) => env[name]);
}
