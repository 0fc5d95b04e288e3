import type { CodePlan, EventPlan, ObjectTypePlan } from "../plan.ts";
import { commentLine } from "../escape.ts";
import { type DataPlan, type DataTypePlan, methodOf, ROLE_TEXTS } from "../plan_data.ts";
import { isData, keyOf } from "./dialect.ts";
import type { Imports } from "./imports.ts";
import { docOf } from "./lines.ts";

/** Words that would make something else of a member of an interface. */
const MEMBER_WORDS: ReadonlySet<string> = new Set(["constructor", "get", "new", "readonly", "set", "static"]);

/** The enumeration of the states, the data, the types of objects and the payloads. */
export function typeLines(plan: CodePlan, imports: Imports, hasTypes: boolean): string[] {
  return [
    ...enumerationLines(plan),
    ...dataLines(plan, imports),
    ...(hasTypes ? [] : plan.objectTypes.flatMap((type) => objectTypeLines(type, plan))),
    ...plan.outputTypes.flatMap((type) => declaredLines(type, plan)),
    ...plan.events.flatMap((event) => payloadLines(event)),
    "",
    "/** What a state does on an event. */",
    `export type Transitions = readonly Transition<${plan.names.context}>[];`,
    "",
    "/** What a state does when it is entered or left. */",
    `export type Actions = readonly Action<${plan.names.context}>[];`,
  ];
}

function enumerationLines({ names, states, machine }: CodePlan): string[] {
  if (states.length === 0) return [];
  return [
    "",
    ...docOf(`The states of ${commentLine(machine)}.`, ""),
    `export const ${names.enumeration} = {`,
    ...states.map(({ member, index }) => `  ${member}: ${index},`),
    "} as const;",
    `export type ${names.enumeration} = typeof ${names.enumeration}[keyof typeof ${names.enumeration}];`,
  ];
}

function dataLines(plan: CodePlan, imports: Imports): string[] {
  const { names, data, machine, declared } = plan;
  if (declared) {
    return [
      ...declared.types.flatMap((type) => declaredLines(type, plan)),
      ...functionLines(declared, machine),
      ...taskLines(declared, machine, imports),
    ];
  }
  const members = data.filter(isData);
  const doc = docOf(`What the guards and actions of ${commentLine(machine)} read and write.`, "");
  if (members.length === 0) return ["", ...doc, `export type ${names.data} = Record<string, unknown>;`];
  return [
    "",
    ...doc,
    `export interface ${names.data} {`,
    ...members.map((name) => `  ${keyOf(name)}?: unknown;`),
    "}",
  ];
}

function declaredLines({ name, role, members }: DataTypePlan, { machine }: CodePlan): string[] {
  const doc = ROLE_TEXTS[role](commentLine(machine));
  if (members.length === 0) return ["", ...docOf(doc, ""), `export type ${name} = Record<never, never>;`];
  return [
    "",
    ...docOf(doc, ""),
    `export interface ${name} {`,
    ...members.flatMap(({ key, type, description }) => [
      ...docOf(description, "  "),
      `  ${memberKey(key)}: ${type.typescript};`,
    ]),
    "}",
  ];
}

/** A type rather than an interface, so that functions of any name may be beside them. */
function functionLines({ functions, functionsType }: DataPlan, machine: string): string[] {
  if (functions.length === 0) return [];
  return [
    "",
    ...docOf(`The functions that guards and actions of ${commentLine(machine)} call.`, ""),
    `export type ${functionsType} = {`,
    ...functions.map(({ name, method }) => `  ${memberKey(name)}${method.typescript};`),
    "};",
  ];
}

function taskLines({ tasks, tasksType }: DataPlan, machine: string, imports: Imports): string[] {
  if (tasks.length === 0) return [];
  imports.type("TaskTools");
  return [
    "",
    ...docOf(`The tasks that states of ${commentLine(machine)} invoke.`, ""),
    `export type ${tasksType} = {`,
    ...tasks.map(({ name, input, output: { typescript: output } }) =>
      `  ${memberKey(name)}(input: ${input.typescript}, tools: TaskTools): ${
        output === "unknown" ? output : `${output} | Promise<${output}>`
      };`
    ),
    "};",
  ];
}

function objectTypeLines(
  { name, instances, methods, properties }: ObjectTypePlan,
  { machine, declared }: CodePlan,
): string[] {
  const signatureOf = (method: string): string =>
    methodOf(declared, instances, method)?.method.typescript ?? "(...args: unknown[]): unknown";
  const owners = instances.map((instance) => `\`${commentLine(instance)}\``).join(", ");
  const doc = docOf(`What ${commentLine(machine)} uses of ${owners}.`, "");
  if (methods.length + properties.length === 0) return ["", ...doc, `export type ${name} = object;`];
  return [
    "",
    ...doc,
    `export interface ${name} {`,
    ...properties.map((property) => `  ${memberKey(property)}: unknown;`),
    ...methods.map((method) => `  ${memberKey(method)}${signatureOf(method)};`),
    "}",
  ];
}

function payloadLines({ id, payload, parameters }: EventPlan): string[] {
  if (parameters.length === 0) return [];
  return [
    "",
    ...docOf(`The payload of \`${commentLine(id)}\`.`, ""),
    `export interface ${payload} {`,
    ...parameters.flatMap(({ key, type, description }) => [
      ...docOf(description, "  "),
      `  ${keyOf(key)}: ${type.typescript};`,
    ]),
    "}",
  ];
}

function memberKey(name: string): string {
  return MEMBER_WORDS.has(name) ? `"${name}"` : keyOf(name);
}
