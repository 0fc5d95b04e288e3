import type { StateMachineDefinition } from "@loom/protocol";
import { walkStates } from "@loom/protocol";
import type { InvokedMachines } from "../machine/runnable.ts";
import { invocationsOf } from "../members.ts";
import { pascalCase, snakeCase } from "../naming/case.ts";
import type { GeneratedNames } from "../naming/names.ts";
import type { MemberType } from "../typing/data_type.ts";
import { ANY } from "../typing/data_type.ts";
import { joinMember, type OutputTypes } from "../typing/payloads.ts";
import { outputTypeOf } from "../validate/data_use.ts";
import { surveyOf } from "../validate/survey.ts";
import { typeNameOf } from "./plan_data.ts";

const DONE = "done.invoke.";
const UNKNOWN: MemberType = { type: ANY, isOptional: false };

/** The outputs of the machines that states invoke, as far as these are at hand and say them, by `done.invoke.<id>`. */
export function childOutputs(definition: StateMachineDefinition, machines: InvokedMachines): OutputTypes {
  const outputs = new Map<string, MemberType>();
  for (const { state } of walkStates(definition.state)) {
    for (const { id, source } of invocationsOf(state)) {
      const event = DONE + id;
      const type = ("machine" in source ? machineOutput(source.machine, machines) : undefined) ?? UNKNOWN;
      const known = outputs.get(event);
      outputs.set(event, known ? joinMember(known, type) : type);
    }
  }
  return new Map([...outputs].filter(([, { type }]) => type.kind !== "any"));
}

function machineOutput(text: string, machines: InvokedMachines): MemberType | undefined {
  if (!Object.hasOwn(machines, text)) return undefined;
  const { program, machines: inner } = machines[text]!; // its own
  return outputTypeOf(surveyOf(program.model), childOutputs(program.model.definition, inner));
}

/** The name of the type of what an invoked machine gives. */
export function outputTypeName(event: string, names: GeneratedNames): string {
  return typeNameOf(names, `${pascalCase(snakeCase(event.slice(DONE.length)))}Output`);
}
