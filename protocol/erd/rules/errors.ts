import { isObject } from "../../json/value.ts";
import { didYouMean } from "../../suggest.ts";
import { attributesOf, parseReference, textOf } from "../lookup.ts";
import { type Breach, ERD_CARDINALITIES, referring, type Survey } from "./survey.ts";

/** E001. */
export function* checkEntityNames({ def, entityByName }: Survey): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(def.entities) ? def.entities : [];
  for (const [index, value] of list.entries()) {
    const path = `/entities/${index}`;
    const name = isObject(value) ? textOf(value.name) : "";
    if (name === "") {
      const element = `entities[${index}]`;
      yield { message: `Entity #${index} has no name: give it one.`, path, element };
    } else if (entityByName.get(name)?.index !== index) {
      yield {
        message: `Another entity is called "${name}" already: rename or remove one of them.`,
        path: `${path}/name`,
        element: name,
      };
    }
  }
}

/** E002. */
export function* checkAttributeNames({ entities }: Survey): Iterable<Breach> {
  for (const { value, name: entity, path } of entities) {
    if (entity === "" || !Array.isArray(value.attributes)) continue;
    const seen = new Set<string>();
    for (const [index, attribute] of value.attributes.entries()) {
      const at = `${path}/attributes/${index}`;
      const name = isObject(attribute) ? textOf(attribute.name) : "";
      if (name === "") {
        const element = `${entity}[${index}]`;
        yield { message: `Attribute #${index} of "${entity}" has no name: give it one.`, path: at, element };
      } else if (seen.has(name)) {
        yield {
          message: `"${entity}" has an attribute "${name}" already: rename or remove one of them.`,
          path: `${at}/name`,
          element: `${entity}.${name}`,
        };
      }
      seen.add(name);
    }
  }
}

/** E003. */
export function* checkEnds({ def, entityByName }: Survey): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(def.relationships) ? def.relationships : [];
  for (const [index, value] of list.entries()) {
    for (const end of ["from", "to"] as const) {
      const name = isObject(value) ? textOf(value[end]) : "";
      if (entityByName.has(name)) continue;
      yield {
        message: `The end "${end}" of relationship #${index} names no entity: "${name}".${
          didYouMean(name, [...entityByName.keys()])
        }`,
        path: isObject(value) ? `/relationships/${index}/${end}` : `/relationships/${index}`,
        element: `relationships[${index}]`,
      };
    }
  }
}

/** E004. */
export function* checkCardinalities({ def }: Survey): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(def.relationships) ? def.relationships : [];
  for (const [index, value] of list.entries()) {
    const cardinality: unknown = isObject(value) ? value.cardinality : undefined;
    if ((ERD_CARDINALITIES as readonly unknown[]).includes(cardinality)) continue;
    yield {
      message: `Relationship #${index} has the cardinality ${
        JSON.stringify(cardinality) ?? "none"
      }: choose one of ${ERD_CARDINALITIES.join(", ")}.`,
      path: isObject(value) ? `/relationships/${index}/cardinality` : `/relationships/${index}`,
      element: `relationships[${index}]`,
    };
  }
}

/** E005. */
export function* checkReferences(survey: Survey): Iterable<Breach> {
  for (const { entity, attribute, text, target, column } of referring(survey)) {
    const reference = parseReference(text);
    if (target && (!reference.attribute || column)) continue;
    const names = target ? attributesOf(target).map(({ name }) => name) : [...survey.entityByName.keys()];
    const wrong = target
      ? `undefined attribute "${text}".${didYouMean(reference.attribute ?? "", names)}`
      : `undefined entity "${reference.entity}".${didYouMean(reference.entity, names)}`;
    yield {
      message: `"${entity.name}.${attribute.name}" references the ${wrong}`,
      path: `${attribute.path}/references`,
      element: `${entity.name}.${attribute.name}`,
    };
  }
}
