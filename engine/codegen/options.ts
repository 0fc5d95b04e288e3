import type { Finding } from "@loom/protocol";
import { LoomError } from "@loom/protocol";
import type { InvokedMachines } from "../machine/runnable.ts";

/** Options of code generation. */
export interface GenerateOptions {
  /** Module specifier of the runtime library in generated code. */
  readonly runtime?: string;
  /** A module that has the classes of `settings.objects` and of parameters; without one, interfaces are generated. */
  readonly types?: string;
  /** True to generate what can be generated from a definition with errors. */
  readonly force?: boolean;
  /** The machine's name, instead of `settings.name`. */
  readonly name?: string;
  /** The machines that its states invoke: their outputs type the payloads of `done.invoke.<id>`. */
  readonly machines?: InvokedMachines;
}

/** A definition has errors, so that no code is generated from it; its `code` is `invalid_definition`. */
export class CodeGenerationError extends LoomError {
  /** The errors. */
  readonly findings: readonly Finding[];

  /** Makes the error from the findings that stop the generator. */
  constructor(findings: readonly Finding[]) {
    const [first] = findings;
    const others = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
    super(
      "invalid_definition",
      `Cannot generate code: ${first?.ruleId} at "${first?.path}": ${first?.message}${others}`,
    );
    this.name = "CodeGenerationError";
    this.findings = findings;
  }
}
