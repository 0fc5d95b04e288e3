import { commentLine, pythonString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import type { CodePlan, EventPlan, ObjectTypePlan } from "../plan.ts";
import { type DataPlan, type DataTypePlan, methodOf, ROLE_TEXTS } from "../plan_data.ts";
import { dictOf, isPlainIdentifier } from "./dialect.ts";
import { docOf, lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The signature of a method of which nothing is known. */
const ANY_SIGNATURE = "(self, *args: Any, **kwargs: Any) -> Any";

/** The enumeration of the states, the data, the types of objects and the payloads. */
export function typeLines(plan: CodePlan, imports: Imports, hasTypes: boolean): string[] {
  return [
    ...enumerationLines(plan),
    ...(hasTypes ? [] : plan.objectTypes.flatMap((type) => objectTypeLines(type, plan, imports))),
    ...dataLines(plan, imports),
    ...outputLines(plan, imports),
    ...plan.events.flatMap((event) => payloadLines(event, imports)),
    "",
    "Transitions = Sequence[Transition]",
    '"""What a state does on an event."""',
    "",
    "Actions = Sequence[Action]",
    '"""What a state does when it is entered or left."""',
  ];
}

function enumerationLines({ names, states, machine }: CodePlan): string[] {
  if (states.length === 0) return [];
  return [
    "",
    "",
    `class ${names.enumeration}(IntEnum):`,
    ...docOf(`The states of ${commentLine(machine)}.`, "    "),
    "",
    ...states.map(({ member, index }) => `    ${member} = ${index}`),
  ];
}

function objectTypeLines(type: ObjectTypePlan, { machine, declared }: CodePlan, imports: Imports): string[] {
  const { name, instances } = type;
  const methods = type.methods.filter(isMember);
  const properties = type.properties.filter(isMember);
  imports.typing("Protocol");
  const signatureOf = (method: string): string =>
    methodOf(declared, instances, method)?.method.python ?? ANY_SIGNATURE;
  if (properties.length > 0 || methods.some((method) => signatureOf(method) === ANY_SIGNATURE)) {
    imports.typing("Any");
  }
  const owners = instances.map((instance) => `\`\`${commentLine(instance)}\`\``).join(", ");
  return [
    "",
    "",
    `class ${name}(Protocol):`,
    ...docOf(`What ${commentLine(machine)} uses of ${owners}.`, "    "),
    ...(properties.length > 0 ? ["", ...properties.map((property) => `    ${property}: Any`)] : []),
    ...methods.flatMap((method) => ["", `    def ${method}${signatureOf(method)}: ...`]),
  ];
}

function dataLines(plan: CodePlan, imports: Imports): string[] {
  const { names, data, machine, declared } = plan;
  imports.typing("TypedDict");
  if (declared) return declaredLines(declared, plan, imports);
  if (data.length > 0) imports.typing("Any");
  const members = dictOf(data.map((name): [string, Piece] => [name, "Any"]));
  const parts = brackets("TypedDict(", [pythonString(names.data), members, "total=False"], ")");
  return [
    "",
    "",
    lineOf(sequence(`${names.data} = `, parts), ""),
    ...docOf(`What the guards and actions of ${commentLine(machine)} read and write.`, ""),
  ];
}

function outputLines({ outputTypes, machine }: CodePlan, imports: Imports): string[] {
  if (outputTypes.length === 0) return [];
  return ["", ...outputTypes.flatMap((type) => objectLines(type, commentLine(machine), imports))];
}

function objectLines(type: DataTypePlan, machine: string, imports: Imports): string[] {
  importWords(type.members.map(({ type }) => type.python), imports);
  return typedDictLines(type.name, typesOf(type), [], ROLE_TEXTS[type.role](machine));
}

/** Imports what types are written with. */
function importWords(types: readonly string[], imports: Imports): void {
  const words = types.map(withoutTexts);
  if (words.some((word) => /\bAny\b/.test(word))) imports.typing("Any");
  if (words.some((word) => word.includes("Literal["))) imports.typing("Literal");
}

function declaredLines(declared: DataPlan, { machine }: CodePlan, imports: Imports): string[] {
  const { types, given, functions, functionsType, methods } = declared;
  importWords([
    ...functions.map(({ callable }) => callable),
    ...declared.tasks.flatMap(({ input, output }) => [input.python, output.python]),
    ...[...methods.values()].map(({ method }) => method.python),
  ], imports);
  if (functions.length > 0) imports.callable();
  const name = commentLine(machine);
  const lines = types.flatMap((type) => objectLines(type, name, imports));
  const root = types.at(-1);
  if (root) {
    const doc = `What a host gives of the data of ${name}.`;
    lines.push(...typedDictLines(given, typesOf(root), ["total=False"], doc));
  }
  if (functions.length > 0) {
    const doc = `The functions that guards and actions of ${name} call.`;
    const callables = functions.map(({ name, callable }): [string, Piece] => [name, callable]);
    lines.push(...typedDictLines(functionsType, callables, ["total=False"], doc));
  }
  return ["", ...lines, ...taskLines(declared, machine, imports)];
}

function taskLines({ tasks, tasksType }: DataPlan, machine: string, imports: Imports): string[] {
  if (tasks.length === 0) return [];
  imports.callable();
  imports.runtime("TaskTools");
  if (tasks.some(({ output }) => output.python !== "object")) imports.runtime("TaskResult");
  const callables = tasks.map(({ name, input, output: { python: output } }): [string, Piece] => [
    name,
    `Callable[[${input.python}, TaskTools], ${output === "object" ? output : `TaskResult[${output}]`}]`,
  ]);
  const doc = `The tasks that states of ${commentLine(machine)} invoke.`;
  return typedDictLines(tasksType, callables, ["total=False"], doc);
}

function typesOf({ members }: DataTypePlan): [string, Piece][] {
  return members.map(({ key, type }) => [key, type.python]);
}

function typedDictLines(
  name: string,
  members: readonly [string, Piece][],
  options: readonly string[],
  doc: string,
): string[] {
  const parts = brackets("TypedDict(", [pythonString(name), dictOf(members), ...options], ")");
  return ["", lineOf(sequence(`${name} = `, parts), ""), ...docOf(doc, "")];
}

/** A type without the texts in it. */
function withoutTexts(type: string): string {
  return type.replace(/"(?:[^"\\]|\\.)*"/g, "");
}

function payloadLines({ id, payload, parameters }: EventPlan, imports: Imports): string[] {
  if (parameters.length === 0) return [];
  imports.typing("TypedDict");
  importWords(parameters.map(({ type }) => type.python), imports);
  const members = dictOf(parameters.map(({ key, type }): [string, Piece] => [key, type.python]));
  const parts = brackets("TypedDict(", [pythonString(payload), members], ")");
  return [
    "",
    lineOf(sequence(`${payload} = `, parts), ""),
    ...docOf(`The payload of \`\`${commentLine(id)}\`\`.`, ""),
  ];
}

function isMember(name: string): boolean {
  return isPlainIdentifier(name) && !name.startsWith("__");
}
