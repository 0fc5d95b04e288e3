import { isObject, toPointer } from "@loom/protocol";
import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import type { Survey } from "./survey.ts";
import { dataUseOf } from "./data_use.ts";
import type { DataType, DeclaredData, DeclaredMember } from "../typing/data_type.ts";
import { declaredDataOf, repeatedInside } from "../typing/declared.ts";
import { areApart, type DataRule, wordsOf } from "../typing/infer.ts";
import { faultOfLiteral } from "../typing/literals.ts";

/** W121, W122 and W123: names, types and values in guards and actions that the declared data does not have. */
export function checkData(rule: DataRule): (survey: Survey, report: Report) => void {
  return (survey, report) => dataUseOf(survey).use?.faults.get(rule)?.forEach(report);
}

/** W124: a declaration of data that cannot be meant. */
export function checkDeclarations({ settings }: Survey, report: Report): void {
  const declared = declaredDataOf(settings);
  if (!declared) return;
  for (const { name, path, isObject } of repeatedInside(declared)) {
    const message = isObject
      ? `The data ${
        quoted(name)
      } has the name of an object of the settings, which hides it: rename one of them.`
      : `The data ${
        quoted(name)
      } is declared twice, and the first declaration counts: remove one, or rename it.`;
    report({ message, element: name, path });
  }
  checkMembers(declared, report);
}

function checkMembers({ members }: DeclaredData, report: Report): void {
  for (const member of members.values()) {
    const { name: element, path } = member;
    const say = (what: string, path: string): void =>
      report({ message: `The data ${quoted(element)} ${what}`, element, path });
    checkType(member.type, path, say);
    checkInitial(member, say);
    inside(member.type, report);
  }
}

/** The members of objects inside a type. */
function inside(type: DataType, report: Report): void {
  if (type.kind === "list") inside(type.items, report);
  else if (type.kind === "object" && type.declared) checkMembers(type.declared, report);
}

type Say = (what: string, path: string) => void;

function checkType(type: DataType, path: string, say: Say): void {
  if (type.kind === "enum" && type.values.length === 0) {
    say(`is an enum without "values": list the texts that it may be.`, path);
  } else if (type.kind === "number" || type.kind === "integer") {
    const { minimum, maximum } = type;
    if (minimum === undefined || maximum === undefined || minimum <= maximum) return;
    say(`has a minimum, ${minimum}, above its maximum, ${maximum}: exchange them.`, path);
  } else if (type.kind === "list") checkType(type.items, `${path}/items`, say);
}

function checkInitial({ initial, type, isOptional, path }: DeclaredMember, say: Say): void {
  if (initial !== undefined) return checkGiven(initial, type, isOptional, `${path}/initial`, say);
  const fault = isOptional ? undefined : faultOfLiteral(type, 0);
  if (fault !== undefined) say(`has no "initial" and begins with ${fault}`, path);
}

/** Goes through the parts of a value with their types. */
function checkGiven(value: unknown, type: DataType, isOptional: boolean, path: string, say: Say): void {
  const given = sortOf(value);
  if (given === undefined) {
    if (isOptional || type.kind === "any") return;
    say(
      `begins with null, but it is not optional: give it ${wordsOf(type)}, or declare it as optional.`,
      path,
    );
  } else if (areApart(given, type)) {
    say(`begins with ${wordsOf(given)}, but it is ${wordsOf(type)}: give it ${wordsOf(type)}.`, path);
  } else if (Array.isArray(value) && type.kind === "list") {
    value.forEach((item, index) => checkGiven(item, type.items, false, `${path}/${index}`, say));
  } else if (isObject(value) && type.kind === "object" && type.declared) {
    for (const [key, member] of type.declared.members) {
      if (!Object.hasOwn(value, key)) continue;
      checkGiven(value[key], member.type, member.isOptional, path + toPointer([key]), say);
    }
  } else {
    const fault = faultOfLiteral(type, value);
    if (fault !== undefined) say(`begins with ${fault}`, path);
  }
}

/** The type of a value; `undefined` for null. */
function sortOf(value: unknown): DataType | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return { kind: "text" };
  if (typeof value === "boolean") return { kind: "boolean" };
  if (typeof value === "number") return { kind: "number", minimum: undefined, maximum: undefined };
  return Array.isArray(value)
    ? { kind: "list", items: { kind: "any" } }
    : { kind: "object", declared: undefined };
}

/** W125: no guard and no action uses a member. */
export function checkUnusedData(survey: Survey, report: Report): void {
  const { use } = dataUseOf(survey);
  if (!use || !survey.root) return;
  for (const { name, path } of use.declared.members.values()) {
    if (use.used.has(name) || use.unread.some((text) => text.includes(name))) continue;
    const message = `No guard and no action uses the data ${quoted(name)}: use it, or remove it.`;
    report({ message, element: name, path });
  }
}
