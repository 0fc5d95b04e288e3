import { isObject, type JsonValue } from "@loom/protocol";
import { defineMember } from "../expression/assign.ts";
import { dataOf } from "../runtime/snapshot/data_copy.ts";
import type { DataType, DeclaredData, DeclaredMember } from "./data_type.ts";

/**
 * The first values of declared data, in new objects. A member without one is null when it is optional, else the empty
 * value of its type: `""`, 0, false, the first text of an enum, `[]`, an object of such values, null for `any`. An
 * object that is given gets the declared members that it lacks.
 */
export function initialDataOf({ members }: DeclaredData): Record<string, JsonValue> {
  const data: Record<string, JsonValue> = {};
  for (const member of members.values()) defineMember(data, member.name, initialOf(member));
  return data;
}

function initialOf({ initial, type, isOptional }: DeclaredMember): JsonValue {
  if (initial !== undefined) return filled(dataOf(initial) as JsonValue, type);
  return isOptional ? null : emptyOf(type);
}

function filled(value: JsonValue, type: DataType): JsonValue {
  if (type.kind !== "object" || !type.declared || !isObject(value)) return value;
  for (const member of type.declared.members.values()) {
    const given = Object.hasOwn(value, member.name) ? value[member.name] : undefined;
    defineMember(value, member.name, given === undefined ? initialOf(member) : filled(given, member.type));
  }
  return value;
}

function emptyOf(type: DataType): JsonValue {
  switch (type.kind) {
    case "text":
      return "";
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    case "enum":
      return type.values[0] ?? "";
    case "list":
      return [];
    case "object":
      return type.declared ? initialDataOf(type.declared) : {};
    case "any":
      return null;
  }
}
