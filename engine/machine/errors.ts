import { type Finding, LoomError } from "@loom/protocol";

/** A definition that cannot run: it has fatal findings. */
export class MachineDefinitionError extends LoomError {
  /** The fatal findings. */
  readonly errors: readonly Finding[];

  /** Makes the error from the findings that stand in the way. */
  constructor(errors: readonly Finding[]) {
    super(
      "machine_definition",
      errors.map(({ ruleId, message }) => `${ruleId}: ${message}`).join("; "),
    );
    this.name = "MachineDefinitionError";
    this.errors = errors;
  }
}

/**
 * Something that a running machine cannot do. Codes: `unknown_state`, `no_root`, `microstep_limit`, `in_step`,
 * `bad_snapshot`, `snapshot_too_large`.
 */
export class MachineRuntimeError extends LoomError {
  /** Makes the error from its code and its sentence. */
  constructor(code: string, message: string) {
    super(code, message);
    this.name = "MachineRuntimeError";
  }
}
