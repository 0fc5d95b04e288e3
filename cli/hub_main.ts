/**
 * The program `loom-hub`: keeps all who work on a document at the same state of it, and in step with its file.
 *
 * @module
 */
import { denoIo } from "./deno_io.ts";
import { runLoomHub } from "./hub/run_loom_hub.ts";

if (import.meta.main) {
  const { env, stdout, stderr, interrupted } = denoIo();
  // Nothing that a client does may end the program; what gets here is a defect, and the log says so.
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    stderr.write(`${JSON.stringify({ level: "error", event: "defect", message: String(event.reason) })}\n`);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    stderr.write(`${JSON.stringify({ level: "error", event: "defect", message: String(event.error) })}\n`);
  });
  const code = await runLoomHub(Deno.args, {
    env,
    print: (text) => stdout.write(text),
    remark: (text) => stderr.write(text),
    stop: interrupted(),
  });
  Deno.exit(code);
}
