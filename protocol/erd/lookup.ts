import { isObject } from "../json/value.ts";
import { type Located, located } from "../located.ts";

export { byName, type Located, located, textOf } from "../located.ts";

/** The entities of a definition, valid or not. */
export function entitiesOf(def: unknown): Located[] {
  return located(isObject(def) ? def.entities : undefined, "/entities");
}

/** The attributes of an entity or a relationship. */
export function attributesOf({ value, path }: Pick<Located, "value" | "path">): Located[] {
  return located(value.attributes, `${path}/attributes`);
}

/** The relationships of a definition. */
export function relationshipsOf(def: unknown): Located[] {
  return located(isObject(def) ? def.relationships : undefined, "/relationships");
}

/** The enums of a definition. */
export function enumsOf(def: unknown): Located[] {
  return located(isObject(def) ? def.enums : undefined, "/enums");
}

/** The machines whose state an attribute stores. */
export function stateOfList(stateOf: unknown): string[] {
  const list = Array.isArray(stateOf) ? stateOf : [stateOf];
  return list.filter((name): name is string => typeof name === "string" && name !== "");
}

/** The names of a list of texts. */
export function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === "string") : [];
}
