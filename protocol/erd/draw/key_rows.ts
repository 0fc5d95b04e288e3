import { isObject } from "../../json/value.ts";
import { attributesOf, namesIn, parseReference, textOf } from "../lookup.ts";
import type { MeasuredEntity } from "./measure_entity.ts";

/** A reference of one entity to another. */
export interface ForeignKeyRow {
  /** The entity that refers. */
  readonly owner: MeasuredEntity;
  /** The attribute that refers; of several the first. */
  readonly attribute: string;
  /** The attribute that it refers to. */
  readonly target: string | undefined;
}

/** The references that have a line already: attributes and foreign keys of the document. */
export type UsedKeys = Set<object>;

/** The first reference of `owner` to `target` that has no line yet: of an attribute, then of several. */
export function foreignKey(
  owner: MeasuredEntity,
  target: MeasuredEntity,
  used: UsedKeys,
): ForeignKeyRow | undefined {
  for (const { value, name } of attributesOf(owner.entity)) {
    const text = textOf(value.references);
    const reference = parseReference(text);
    if (text === "" || used.has(value) || reference.entity !== target.entity.name) continue;
    used.add(value);
    return { owner, attribute: name, target: reference.attribute ?? primaryKey(target) };
  }
  const { foreignKeys } = owner.entity.value;
  for (const key of Array.isArray(foreignKeys) ? foreignKeys : []) {
    if (!isObject(key) || used.has(key) || key.entity !== target.entity.name) continue;
    const [attribute] = namesIn(key.attributes);
    if (attribute === undefined) continue;
    used.add(key);
    return { owner, attribute, target: namesIn(key.to)[0] ?? primaryKey(target) };
  }
  return undefined;
}

/** The first attribute of the primary key. */
export function primaryKey({ entity }: MeasuredEntity): string | undefined {
  const keys: readonly unknown[] = Array.isArray(entity.value.keys) ? entity.value.keys : [];
  const whole = keys.flatMap((key) => isObject(key) && key.primary === true ? namesIn(key.attributes) : []);
  return whole[0] ?? attributesOf(entity).find(({ value }) => value.key === "pk")?.name;
}
