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
