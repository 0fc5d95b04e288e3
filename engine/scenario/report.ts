import type { PathKind } from "@loom/protocol";

/**
 * The result of one step of a replay. `refused`, `unknown-event`, `ended` and `state-mismatch` stop a path; `ignored` is
 * an event that another machine takes, `data` a message without an event.
 */
export type StepResult =
  | "moved"
  | "stayed"
  | "refused"
  | "unknown-event"
  | "ended"
  | "state-mismatch"
  | "data"
  | "ignored";

/** The results that stop a path. */
export const FAILED_RESULTS: ReadonlySet<StepResult> = new Set([
  "refused",
  "unknown-event",
  "ended",
  "state-mismatch",
]);

/** A message and its effect on one machine. */
export interface ReplayStep {
  /** The address of the message, such as `9` or `f1.2`. */
  readonly ref: string;
  /** The text of the message. */
  readonly label: string;
  /** Its event. */
  readonly event?: string;
  /** The machine that it reached. */
  readonly machine?: string;
  /** The states that the machine may have been in. */
  readonly from: readonly string[];
  /** The states that it may be in afterwards. */
  readonly to: readonly string[];
  /** Its effect. */
  readonly result: StepResult;
  /** The guards that are taken as passed. */
  readonly guards?: readonly string[];
  /** A remark, such as the reason for a stop. */
  readonly note?: string;
}

/** A stop of one machine on one path, and what would let it go on. */
export interface Stop {
  /** The address of the message. */
  readonly ref: string;
  /** The machine; absent when the message reaches none. */
  readonly machine?: string;
  /** The result of the step. */
  readonly result: StepResult;
  /** The reason, as a sentence. */
  readonly reason: string;
  /** The shortest change of the scenario after which the machine takes the whole path. */
  readonly scenarioChange?: string;
  /** The change of the machine after which it takes the message. */
  readonly machineChange?: string;
  /** The number of later messages of that machine that it does not take either. */
  readonly later: number;
}

/** One path, walked through all machines. */
export interface ReplayedPath {
  /** Its name. */
  readonly name: string;
  /** Its kind. */
  readonly kind: PathKind;
  /** The address of its fragment. */
  readonly fragment?: string;
  /** The steps: one for each message and machine that it reaches. */
  readonly steps: readonly ReplayStep[];
  /** True when no step stops it. */
  readonly accepted: boolean;
  /** The states that each machine may be in at the end. */
  readonly end: Readonly<Record<string, readonly string[]>>;
  /** The first stop of each machine. */
  readonly stops: readonly Stop[];
  /** The share of the messages that need no change: 1 for an accepted path. */
  readonly fitness: number;
}

/** A scenario, walked through the machines of a system. */
export interface ReplayReport {
  /** The name of the scenario. */
  readonly scenario: string;
  /** The names of the machines. */
  readonly machines: readonly string[];
  /** Its paths. */
  readonly paths: readonly ReplayedPath[];
  /** True when every path is accepted. */
  readonly accepted: boolean;
  /** The limits that were met, as sentences. */
  readonly remarks: readonly string[];
}
