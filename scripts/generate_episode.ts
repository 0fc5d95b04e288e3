/**
 * Writes an episode: `loom narrative episode` as a script.
 *
 *     deno run -A scripts/generate_episode.ts --episode-number 7 --events-file beats.json
 *
 * @module
 */
import { denoIo } from "../cli/deno_io.ts";
import { runLoom } from "../cli/run_loom.ts";

if (import.meta.main) Deno.exit(await runLoom(["narrative", "episode", ...Deno.args], denoIo()));
