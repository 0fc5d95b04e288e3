/**
 * Tests of machines: test files, their runs, and what they touch of a machine. `engine/TESTING.md` describes them.
 *
 * @module
 */
export {
  coverageLines,
  type CoverageShares,
  mergeCoverage,
  percentOf,
  percentText,
  type Share,
  sharesOf,
  type SuiteCoverage,
  untouched,
} from "./coverage.ts";
export { type Cover, COVERS } from "./covering/explore.ts";
export { type CoveringOptions, type CoveringSuite, coveringSuite } from "./covering/covering_suite.ts";
export { type ReadStep, type ReadSuite, readSuite } from "./read_suite.ts";
export { runSuite, type SuiteReport, type TestFailure, type TestReport } from "./run_suite.ts";
export { coverageOverlay, heatOverlay, overlaidMachine, walkOverlay } from "./walk_overlay.ts";
export { SUITE_SHAPE, suiteSchema } from "./shape.ts";
export type { Expectation, Given, GivenMembers, Test, TestStep, TestSuite } from "./types.ts";
