/**
 * The program `loom`: hierarchical state machines at the shell.
 *
 * @module
 */
import { denoIo } from "./deno_io.ts";
import { runLoom } from "./run_loom.ts";

if (import.meta.main) Deno.exit(await runLoom(Deno.args, denoIo()));
