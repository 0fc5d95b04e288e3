import type { StateMachineDefinition } from "@loom/protocol";
import { enrich, type EnrichedModel } from "../model.ts";
import { validate } from "../validate/validate.ts";
import { CodeGenerationError, type GenerateOptions } from "./options.ts";
import type { CodePlan } from "./plan.ts";
import { planOf } from "./plan_of.ts";

/**
 * The plan of the code for a definition that has no errors, or that is taken as it is.
 *
 * @throws {CodeGenerationError} When the definition has errors and `force` is not set.
 */
export function checkedPlan(
  model: EnrichedModel,
  { name, force, types, machines = {} }: GenerateOptions,
): CodePlan {
  const source = name === undefined ? model : enrich(renamed(model.definition, name));
  if (!force) {
    const errors = validate(source).filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new CodeGenerationError(errors);
  }
  return planOf(source, types !== undefined, machines);
}

function renamed(definition: StateMachineDefinition, name: string): StateMachineDefinition {
  return { ...definition, settings: { ...definition.settings, name } };
}
