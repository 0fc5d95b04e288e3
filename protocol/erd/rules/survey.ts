import { isObject, type JsonObject } from "../../json/value.ts";
import {
  attributesOf,
  byName,
  entitiesOf,
  enumsOf,
  type Located,
  parseReference,
  relationshipsOf,
  textOf,
} from "../lookup.ts";

/** The cardinalities, read from `from` to `to`. */
export const ERD_CARDINALITIES = ["1:1", "1:N", "N:1", "N:M"] as const;

/** A place that breaks a rule. */
export interface Breach {
  readonly message: string;
  readonly path: string;
  readonly element?: string;
}

/** Finds the places that break a rule, in document order. */
export type Check = (survey: Survey) => Iterable<Breach>;

/** A definition, read once for all rules. */
export interface Survey {
  readonly def: JsonObject;
  readonly entities: readonly Located[];
  readonly entityByName: ReadonlyMap<string, Located>;
  readonly relationships: readonly Located[];
  readonly enums: readonly Located[];
}

/** Reads a document for all rules. */
export function surveyOf(def: unknown): Survey {
  const document = isObject(def) ? def as JsonObject : {};
  const entities = entitiesOf(document);
  return {
    def: document,
    entities,
    entityByName: byName(entities),
    relationships: relationshipsOf(document),
    enums: enumsOf(document),
  };
}

/** An attribute with a reference. */
export interface Referring {
  readonly entity: Located;
  readonly attribute: Located;
  readonly text: string;
  readonly target: Located | undefined;
  readonly column: Located | undefined;
}

/** The attributes that refer to something, with what they refer to. */
export function referring({ entities, entityByName }: Survey): Referring[] {
  return entities.filter(({ name }) => name !== "").flatMap((entity) =>
    attributesOf(entity).flatMap((attribute) => {
      const text = textOf(attribute.value.references);
      if (text === "") return [];
      const reference = parseReference(text);
      const target = entityByName.get(reference.entity);
      const column = target && reference.attribute
        ? attributesOf(target).find(({ name }) => name === reference.attribute)
        : undefined;
      return [{ entity, attribute, text, target, column }];
    })
  );
}

/** The foreign keys of several attributes. */
export function compositeKeys({ entities }: Survey): { entity: string; value: JsonObject }[] {
  return entities.flatMap(({ name: entity, value }) =>
    (Array.isArray(value.foreignKeys) ? value.foreignKeys : []).flatMap((key: unknown) =>
      isObject(key) ? [{ entity, value: key as JsonObject }] : []
    )
  );
}
