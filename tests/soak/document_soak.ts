/**
 * The full-size run: 8 processes with 100 edits each on one file, and 200 killed writers. Ends with 1 when an edit
 * was lost or a file was left behind.
 *
 * Run it with `deno task soak document`.
 *
 * @module
 */
import { crowd, killWriters } from "./document_stress.ts";

if (import.meta.main) {
  const many = await crowd(8, 100);
  console.log("8 processes, 100 edits each:", many);
  const killed = await killWriters(200);
  console.log("200 killed writers:", killed);
  const left = many.leftovers.length + killed.leftovers.length;
  Deno.exit(many.kept === 800 && killed.lost === 0 && left === 0 ? 0 : 1);
}
