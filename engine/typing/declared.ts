import { isObject } from "@loom/protocol";
import { isForbidden } from "../expression/names.ts";
import {
  ANY,
  type DataType,
  type DeclaredData,
  type DeclaredMember,
  type RepeatedMember,
} from "./data_type.ts";

/** Values of a definition that may be anything. */
type Members = Readonly<Record<string, unknown>>;

/** Types that nest deeper than this count as `any`. */
const MOST_LEVELS = 50;

/**
 * The data that a definition declares, read tolerantly; `undefined` when it declares none and any member is allowed.
 * The name of an object of the settings belongs to that object.
 */
export function declaredDataOf(settings: unknown): DeclaredData | undefined {
  if (!isObject(settings)) return undefined;
  const { data, objects } = settings as Members;
  if (!Array.isArray(data)) return undefined;
  const instances = Array.isArray(objects)
    ? objects.flatMap((object) => isObject(object) ? (object as Members).instance : [])
    : [];
  return membersOf(data, "/settings/data", 0, new Set(instances));
}

function membersOf(
  list: readonly unknown[],
  path: string,
  level: number,
  taken: ReadonlySet<unknown> = new Set(),
): DeclaredData {
  const members = new Map<string, DeclaredMember>();
  const repeated: RepeatedMember[] = [];
  list.forEach((entry, index) => {
    if (!isObject(entry)) return;
    const field = entry as Members;
    const { name } = field;
    // Names out of reach of guards and actions hold nothing.
    if (typeof name !== "string" || isForbidden(name)) return;
    const place = `${path}/${index}`;
    if (members.has(name) || taken.has(name)) {
      repeated.push({ name, path: `${place}/name`, isObject: taken.has(name) });
      return;
    }
    members.set(name, {
      name,
      description: typeof field.description === "string" ? field.description : undefined,
      initial: field.initial,
      path: place,
      type: typeOf(field, place, level),
      isOptional: field.optional === true,
    });
  });
  return { members, repeated };
}

/** The declarations of an object type that mean nothing, at any depth. */
export function* repeatedInside(data: DeclaredData): Generator<RepeatedMember> {
  yield* data.repeated;
  for (const { type } of data.members.values()) yield* repeatedIn(type);
}

function* repeatedIn(type: DataType): Generator<RepeatedMember> {
  if (type.kind === "list") yield* repeatedIn(type.items);
  else if (type.kind === "object" && type.declared) yield* repeatedInside(type.declared);
}

/** The type of a field, of a list's items or of a parameter; an unknown word is `any`. */
export function typeOf(field: unknown, path: string, level = 0): DataType {
  if (!isObject(field) || level > MOST_LEVELS) return ANY;
  const { type, values, items, fields, minimum, maximum } = field as Members;
  switch (type) {
    case "text":
    case "boolean":
    case "any":
      return { kind: type };
    case "number":
    case "integer":
      return { kind: type, minimum: numberOr(minimum), maximum: numberOr(maximum) };
    case "enum":
      return {
        kind: "enum",
        values: Array.isArray(values) ? values.filter((value) => typeof value === "string") : [],
      };
    case "list":
      return { kind: "list", items: typeOf(items, `${path}/items`, level + 1) };
    case "object":
      return {
        kind: "object",
        declared: Array.isArray(fields) ? membersOf(fields, `${path}/fields`, level + 1) : undefined,
      };
    default:
      return ANY;
  }
}

function numberOr(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
