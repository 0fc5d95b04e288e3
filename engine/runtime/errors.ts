import { LoomError } from "@loom/protocol";

/**
 * Something that a running machine cannot do. Codes: `unknown_state`, `no_root`, `microstep_limit`, `in_step`,
 * `bad_snapshot`, `snapshot_too_large`, `no_chart`, `stopped`.
 */
export class MachineRuntimeError extends LoomError {
  /** Makes the error from its code and its sentence. */
  constructor(code: string, message: string) {
    super(code, message);
    this.name = "MachineRuntimeError";
  }
}
