import type { EditCommand } from "../../command.ts";
import { optional, required } from "../../field_changes.ts";
import { checkName, refuse, refuseUnknown } from "../../plan.ts";
import type { FieldShape } from "../../shape/shape.ts";
import { attributesOf, byName, entitiesOf, enumsOf, type Located } from "../lookup.ts";
import type { ErdOp } from "../ops.ts";
import type { EntityRelationshipDefinition } from "../types.ts";

export { changesOf, givenFields, optional, required } from "../../field_changes.ts";

/** An edit of an entity-relationship document. */
export type ErdCommand<Arguments extends object> = EditCommand<
  EntityRelationshipDefinition,
  ErdOp,
  Arguments
>;

/** The name of an entity. */
export const ENTITY: FieldShape = required("entity", "string", "The entity.");

/** A place in a list. */
export const INDEX: FieldShape = optional(
  "index",
  "integer",
  "From 0; default: last.",
);

/** The entity of a name. */
export function entityNamed(def: EntityRelationshipDefinition, name: string): Located {
  const entities = byName(entitiesOf(def));
  return entities.get(name) ??
    refuseUnknown("entity", name, [...entities.keys()], [
      { command: "entity.add", words: "add it" },
      " first",
    ]);
}

/** The attribute of an entity, by its name. */
export function attributeNamed(entity: Located, name: string): Located {
  const attributes = attributesOf(entity);
  const found = attributes.filter((one) => one.name === name);
  const [first] = found;
  if (first === undefined) {
    refuseUnknown(`attribute of "${entity.name}"`, name, attributes.map((one) => one.name), [
      { command: "attribute.add", words: "add it" },
      " first",
    ]);
  }
  if (found.length === 1) return first;
  return refuse("ambiguous_name", `${found.length} attributes of "${entity.name}" are called "${name}"`, {
    path: first.path,
    remedy: ["rename one with ", { command: "patch.apply" }, " first"],
  });
}

/** Refuses the name of a new entity that is none, or taken. */
export function checkNewEntity(def: EntityRelationshipDefinition, name: string): void {
  checkName("entity", name);
  const taken = byName(entitiesOf(def)).get(name);
  if (taken === undefined) return;
  refuse("duplicate", `The entity "${name}" already exists`, {
    path: taken.path,
    remedy: ["choose another name, or use ", { command: "entity.update" }],
  });
}

/** Refuses the name of a new attribute that is none, or taken. */
export function checkNewAttribute(entity: Located, name: string): void {
  checkName("attribute", name);
  const taken = attributesOf(entity).find((one) => one.name === name);
  if (taken === undefined) return;
  refuse("duplicate", `The attribute "${entity.name}.${name}" already exists`, {
    path: taken.path,
    remedy: ["choose another name, or use ", { command: "attribute.update" }],
  });
}

/** The enum of a name. */
export function enumNamed(def: EntityRelationshipDefinition, name: string): Located {
  const enums = byName(enumsOf(def));
  return enums.get(name) ??
    refuseUnknown("enum", name, [...enums.keys()], [{ command: "enum.add", words: "add it" }, " first"]);
}

/** Refuses the name of a new enum that is none, or taken. */
export function checkNewEnum(def: EntityRelationshipDefinition, name: string): void {
  checkName("enum", name);
  const taken = byName(enumsOf(def)).get(name);
  if (taken === undefined) return;
  refuse("duplicate", `The enum "${name}" already exists`, {
    path: taken.path,
    remedy: ["choose another name, or use ", { command: "enum.update" }],
  });
}
