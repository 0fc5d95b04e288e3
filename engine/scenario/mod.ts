/**
 * Scenarios walked through machines: replay, coverage and what would bring them level. `engine/REPLAY.md` describes it.
 *
 * @module
 */

export type { CoverageReport, CoveredGuard, CoveredTransition, MachineCoverage } from "./coverage.ts";
export { coverageOf } from "./coverage.ts";
export { replayScenario } from "./replay.ts";
export type * from "./report.ts";
export { FAILED_RESULTS } from "./report.ts";
export type { UncoveredPart } from "./text.ts";
export { coverageText, formatCoverage, formatReplay, uncoveredIn } from "./text.ts";
