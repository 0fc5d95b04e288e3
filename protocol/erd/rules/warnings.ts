import { isObject } from "../../json/value.ts";
import { checkShape } from "../../shape/check.ts";
import { didYouMean } from "../../suggest.ts";
import { attributesOf, type Located, namesIn, textOf } from "../lookup.ts";
import { ERD_SHAPE } from "../shape.ts";
import { type Breach, compositeKeys, referring, type Survey } from "./survey.ts";

function hasPrimaryKey(entity: Located): boolean {
  return attributesOf(entity).some(({ value }) => value.key === "pk") ||
    (Array.isArray(entity.value.keys) &&
      entity.value.keys.some((key) => isObject(key) && key.primary === true));
}

/** W201. */
export function* checkPrimaryKeys({ entities }: Survey): Iterable<Breach> {
  for (const entity of entities) {
    const { value, name, path } = entity;
    if (attributesOf(entity).length === 0 || value.weak === true || textOf(value.extends) !== "") continue;
    if (hasPrimaryKey(entity)) continue;
    yield { message: `"${name}" has no primary key: mark an attribute with key "pk".`, path, element: name };
  }
}

/** W202. */
export function* checkNullableKeys({ entities }: Survey): Iterable<Breach> {
  for (const entity of entities) {
    for (const { value, name, path } of attributesOf(entity)) {
      if (value.key !== "pk" || value.nullable !== true) continue;
      yield {
        message: `"${entity.name}.${name}" is a primary key and nullable: remove one of the two.`,
        path: `${path}/nullable`,
        element: `${entity.name}.${name}`,
      };
    }
  }
}

/** W203. */
export function* checkWeakOwners(survey: Survey): Iterable<Breach> {
  const owned = new Set(referring(survey).map(({ entity }) => entity.name));
  for (const { value } of survey.relationships) {
    owned.add(textOf(value.from));
    owned.add(textOf(value.to));
  }
  for (const { value, name, path } of survey.entities) {
    if (value.weak !== true || owned.has(name)) continue;
    yield {
      message: `"${name}" is weak and depends on no entity: add the relationship that identifies it.`,
      path,
      element: name,
    };
  }
}

/** Two entities, whichever comes first. */
function pair(one: string, other: string): string {
  return JSON.stringify([one, other].sort());
}

/** W204. */
export function* checkForeignKeys(survey: Survey): Iterable<Breach> {
  if (survey.relationships.length === 0) return;
  const related = new Set(
    survey.relationships.map(({ value }) => pair(textOf(value.from), textOf(value.to))),
  );
  for (const { entity, attribute, target } of referring(survey)) {
    if (!target || related.has(pair(entity.name, target.name))) continue;
    yield {
      message:
        `"${entity.name}.${attribute.name}" refers to "${target.name}", and no relationship connects the two: add one.`,
      path: `${attribute.path}/references`,
      element: `${entity.name}.${attribute.name}`,
    };
  }
}

/** W205. */
export function* checkRelationshipKeys(survey: Survey): Iterable<Breach> {
  const keys = referring(survey);
  // A model without foreign keys leaves them to the database.
  if (keys.length === 0) return;
  const referred = new Set(keys.map(({ entity, target }) => pair(entity.name, target?.name ?? "")));
  for (const { entity, value } of compositeKeys(survey)) referred.add(pair(entity, textOf(value.entity)));
  for (const { value, index, path } of survey.relationships) {
    const [from, to] = [textOf(value.from), textOf(value.to)];
    const isKnown = survey.entityByName.has(from) && survey.entityByName.has(to);
    if (!isKnown || value.cardinality === "N:M" || referred.has(pair(from, to))) continue;
    const many = value.cardinality === "N:1" ? from : to;
    yield {
      message:
        `No attribute of "${from}" or "${to}" refers to the other, though they are related: give "${many}" one with "references".`,
      path,
      element: `relationships[${index}]`,
    };
  }
}

/** W206. */
export function* checkKeyTypes(survey: Survey): Iterable<Breach> {
  for (const { entity, attribute, target, column } of referring(survey)) {
    const [type, other] = [textOf(attribute.value.type), textOf(column?.value.type)];
    if (!target || !column || counted(type) === counted(other)) continue;
    yield {
      message:
        `"${entity.name}.${attribute.name}" is of type ${type} and refers to "${target.name}.${column.name}" of type ${other}: give both the same type.`,
      path: `${attribute.path}/type`,
      element: `${entity.name}.${attribute.name}`,
    };
  }
}

/** A type of SQL that counts by itself as the one that refers to it. */
function counted(type: string): string {
  return type.toLowerCase().replace(/^(big)?serial\b/, "$1int");
}

/** W207. */
export function* checkRepeated({ relationships }: Survey): Iterable<Breach> {
  const seen = new Map<string, number>();
  for (const { value, index, path } of relationships) {
    const { from, to, cardinality, label, fromRole, toRole } = value;
    const text = JSON.stringify([from, to, cardinality, label, fromRole, toRole]);
    const first = seen.get(text);
    if (first === undefined) seen.set(text, index);
    else {
      yield {
        message:
          `Relationship #${index} says the same as #${first}: remove one, or give it a label of its own.`,
        path,
        element: `relationships[${index}]`,
      };
    }
  }
}

/** W208. */
export function* checkBlankNames({ entities, enums }: Survey): Iterable<Breach> {
  const named = [...entities.flatMap((entity) => [entity, ...attributesOf(entity)]), ...enums];
  for (const { name, path } of named) {
    if (name === "" || name === name.trim()) continue;
    const fault = name.trim() === "" ? "is blank" : "has spaces around it";
    yield {
      message: `The name ${JSON.stringify(name)} ${fault}: change it.`,
      path: `${path}/name`,
      element: name,
    };
  }
}

/** W209. */
export function* checkParts({ entities, entityByName, enums }: Survey): Iterable<Breach> {
  for (const entity of entities) {
    const { value, name, path } = entity;
    const base = textOf(value.extends);
    if (base !== "" && !entityByName.has(base)) {
      const hint = didYouMean(base, [...entityByName.keys()]);
      yield {
        message: `"${name}" extends "${base}", which is no entity.${hint}`,
        path: `${path}/extends`,
        element: name,
      };
    }
    const columns = attributesOf(entity).map((attribute) => attribute.name);
    for (const [list, what] of [["keys", "key"], ["foreignKeys", "foreign key"]] as const) {
      const items: readonly unknown[] = Array.isArray(value[list]) ? value[list] : [];
      for (const [index, item] of items.entries()) {
        for (const column of namesIn(isObject(item) ? item.attributes : undefined)) {
          if (columns.includes(column)) continue;
          yield {
            message: `A ${what} of "${name}" names the attribute "${column}", which it does not have.${
              didYouMean(column, columns)
            }`,
            path: `${path}/${list}/${index}/attributes`,
            element: name,
          };
        }
      }
    }
  }
  for (const { value, name, path } of enums) {
    if (namesIn(value.values).length > 0) continue;
    yield {
      message: `The enum "${name}" has no values: give it some.`,
      path: `${path}/values`,
      element: name,
    };
  }
}

/** W210. */
export function* checkFields({ def }: Survey): Iterable<Breach> {
  for (const { message, path } of checkShape(ERD_SHAPE, "EntityRelationshipDefinition", def)) {
    yield { message, path };
  }
}
