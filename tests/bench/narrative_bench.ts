/**
 * The narrative bridge under load.
 *
 * @module
 */
import type { Bench } from "./harness.ts";
import { analyzeOverHttp } from "./narrative/analyze_over_http.ts";
import { createBeats } from "./narrative/create_beats.ts";

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [
  { name: "Analyzing events over HTTP", run: analyzeOverHttp },
  { name: "Making beats over HTTP", run: createBeats },
];
