/**
 * The program `loom-mcp`: the loom's tools for agents, over standard streams or HTTP.
 *
 * @module
 */
import { runLoomMcp } from "./run_loom_mcp.ts";

if (import.meta.main) {
  const encoder = new TextEncoder();
  const remark = (text: string) => void Deno.stderr.writeSync(encoder.encode(text));
  const print = (text: string) => void Deno.stdout.writeSync(encoder.encode(text));
  // Nothing that a client does may end the program; what gets here is a defect.
  for (const kind of ["unhandledrejection", "error"] as const) {
    globalThis.addEventListener(kind, (event) => {
      event.preventDefault();
      const what = "reason" in event ? event.reason : event.error;
      remark(`loom-mcp: this should not happen: ${what instanceof Error ? what.stack : String(what)}\n`);
    });
  }
  const stop = new AbortController();
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, () => stop.abort());
  const env = Deno.env.toObject();
  Deno.exit(await runLoomMcp({ args: Deno.args, env, print, remark, stop: stop.signal }));
}
