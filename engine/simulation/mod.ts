/**
 * Runs a machine step by step on a simulated clock, with stubs of its host objects.
 *
 * @module
 */
export {
  MOST_EXPIRIES,
  Simulation,
  type SimulationOptions,
  type SimulationOutcome,
  type SimulationStep,
  type TimerExpiry,
} from "./simulation.ts";
export { standInsFor, StubFailure } from "./stand_ins.ts";
export type { SeenInStep } from "./step_log.ts";
export {
  advanceStep,
  eventStep,
  millisecondsIn,
  numberedStep,
  parseStep,
  stepOfJson,
  StepTextError,
  wordStep,
} from "./step_text.ts";
