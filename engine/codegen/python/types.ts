import { commentLine, pythonString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import type { CodePlan, EventPlan, ObjectTypePlan } from "../plan.ts";
import type { DataPlan, DataTypePlan } from "../plan_data.ts";
import { dictOf, isPlainIdentifier } from "./dialect.ts";
import { docOf, lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The enumeration of the states, the data, the types of objects and the payloads. */
export function typeLines(plan: CodePlan, imports: Imports, hasTypes: boolean): string[] {
  return [
    ...enumerationLines(plan),
    ...(hasTypes ? [] : plan.objectTypes.flatMap((type) => objectTypeLines(type, plan, imports))),
    ...dataLines(plan, imports),
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

function objectTypeLines(type: ObjectTypePlan, { machine }: CodePlan, imports: Imports): string[] {
  const { name, instances } = type;
  const methods = type.methods.filter(isMember);
  const properties = type.properties.filter(isMember);
  imports.typing("Protocol");
  if (methods.length + properties.length > 0) imports.typing("Any");
  const owners = instances.map((instance) => `\`\`${commentLine(instance)}\`\``).join(", ");
  return [
    "",
    "",
    `class ${name}(Protocol):`,
    ...docOf(`What ${commentLine(machine)} uses of ${owners}.`, "    "),
    ...(properties.length > 0 ? ["", ...properties.map((property) => `    ${property}: Any`)] : []),
    ...methods.flatMap((method) => ["", `    def ${method}(self, *args: Any, **kwargs: Any) -> Any: ...`]),
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

function declaredLines({ types, given }: DataPlan, { names, machine }: CodePlan, imports: Imports): string[] {
  const words = types.flatMap(({ members }) => members.map(({ type }) => type.python));
  if (words.some((word) => /\bAny\b/.test(withoutTexts(word)))) imports.typing("Any");
  if (words.some((word) => /\bLiteral\[/.test(withoutTexts(word)))) imports.typing("Literal");
  const name = commentLine(machine);
  const lines = types.flatMap((type) => {
    const doc = type.name === names.data ? `The data of ${name}.` : `An object in the data of ${name}.`;
    return typedDictLines(type.name, type, [], doc);
  });
  const root = types.at(-1);
  if (root) {
    lines.push(...typedDictLines(given, root, ["total=False"], `What a host gives of the data of ${name}.`));
  }
  return ["", ...lines];
}

function typedDictLines(
  name: string,
  { members }: DataTypePlan,
  options: readonly string[],
  doc: string,
): string[] {
  const types = dictOf(members.map(({ key, type }): [string, Piece] => [key, type.python]));
  const parts = brackets("TypedDict(", [pythonString(name), types, ...options], ")");
  return ["", lineOf(sequence(`${name} = `, parts), ""), ...docOf(doc, "")];
}

/** A type without the texts in it. */
function withoutTexts(type: string): string {
  return type.replace(/"(?:[^"\\]|\\.)*"/g, "");
}

function payloadLines({ id, payload, parameters }: EventPlan, imports: Imports): string[] {
  if (parameters.length === 0) return [];
  if (parameters.some(({ type }) => type.python === "Any")) imports.typing("Any");
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
