import { changesText } from "../../field_changes.ts";
import { checkPlace, planned } from "../../plan.ts";
import {
  attributesOf,
  entitiesOf,
  type Located,
  parseReference,
  relationshipsOf,
  textOf,
} from "../lookup.ts";
import type { Entity, EntityRelationshipDefinition } from "../types.ts";
import {
  changesOf,
  checkNewEntity,
  entityNamed,
  type ErdCommand,
  givenFields,
  INDEX,
  optional,
  required,
} from "./checks.ts";

const NAME = required("name", "string", "The name of the entity.");
const DESCRIPTION = optional("description", "string", 'Its purpose; "" clears it.');
const WEAK = optional("weak", "boolean", "True when it depends on another.");
const EXTENDS = optional("extends", "string", "The entity that it specializes.");

/** Adds an entity. */
export const ADD_ENTITY: ErdCommand<{
  readonly name: string;
  readonly description?: string;
  readonly weak?: boolean;
  readonly extends?: string;
  readonly index?: number;
}> = planned({
  id: "entity.add",
  title: "Add entity",
  summary: "Adds an entity.",
  effect: "add",
  arguments: [NAME, DESCRIPTION, WEAK, EXTENDS, INDEX],
}, (def, { name, index, ...fields }) => {
  checkNewEntity(def, name);
  checkPlace(index, entitiesOf(def).length, "among the entities");
  if (fields.extends) entityNamed(def, fields.extends);
  const entity: Entity = { name, ...givenFields(fields) };
  return {
    ops: [{ op: "entity.add", entity, ...(index === undefined ? {} : { index }) }],
    summary: `Added ${fields.weak ? "weak " : ""}entity "${name}".`,
  };
});

/** Changes an entity. */
export const UPDATE_ENTITY: ErdCommand<{
  readonly name: string;
  readonly description?: string;
  readonly weak?: boolean;
  readonly extends?: string;
  readonly notes?: string;
}> = planned({
  id: "entity.update",
  title: "Update entity",
  summary: "Changes fields of an entity.",
  effect: "set",
  arguments: [NAME, DESCRIPTION, WEAK, EXTENDS, optional("notes", "string", 'Remarks; "" clears them.')],
}, (def, { name, ...fields }) => {
  entityNamed(def, name);
  if (fields.extends) entityNamed(def, fields.extends);
  const changes = changesOf({
    description: fields.description,
    weak: fields.weak,
    extends: fields.extends,
    notes: fields.notes,
  });
  return {
    ops: [{ op: "entity.update", name, ...changes }],
    summary: `Updated entity "${name}": ${changesText(changes)}.`,
  };
});

/** Renames an entity and every reference to it. */
export const RENAME_ENTITY: ErdCommand<{ readonly name: string; readonly newName: string }> = planned({
  id: "entity.rename",
  title: "Rename entity",
  summary: "Renames an entity and every relationship and reference to it.",
  effect: "set",
  arguments: [NAME, required("newName", "string", "The name it gets.")],
}, (def, { name, newName }) => {
  entityNamed(def, name);
  checkNewEntity(def, newName);
  return {
    ops: [{ op: "entity.rename", name, to: newName }],
    summary: `Renamed entity "${name}" to "${newName}".`,
  };
});

/** Moves an entity to another place. */
export const MOVE_ENTITY: ErdCommand<{ readonly name: string; readonly index: number }> = planned({
  id: "entity.move",
  title: "Move entity",
  summary: "Moves an entity to another place among the others.",
  effect: "set",
  arguments: [NAME, required("index", "integer", "Afterwards, from 0.")],
}, (def, { name, index }) => {
  entityNamed(def, name);
  checkPlace(index, entitiesOf(def).length - 1, "among the entities");
  return { ops: [{ op: "entity.move", name, index }], summary: `Moved entity "${name}" to #${index}.` };
});

/** Removes an entity with its relationships. */
export const REMOVE_ENTITY: ErdCommand<{ readonly name: string }> = planned({
  id: "entity.remove",
  title: "Remove entity",
  summary: "Removes an entity with its relationships.",
  effect: "remove",
  arguments: [NAME],
}, (def, { name }) => {
  entityNamed(def, name);
  const related = relationshipsOf(def).filter(({ value }) => value.from === name || value.to === name);
  const left = referring(def, name);
  return {
    ops: [
      ...related.toReversed().map(({ index }) => ({ op: "relationship.remove" as const, index })),
      { op: "entity.remove", name },
    ],
    summary: `Removed entity "${name}"${related.length === 0 ? "" : ` and ${countText(related.length)}`}.`,
    ...(left.length === 0 ? {} : { notes: [`It is still referred to by ${left.join(", ")}.`] }),
  };
});

function countText(count: number): string {
  return count === 1 ? "its relationship" : `its ${count} relationships`;
}

/** The attributes of other entities that refer to an entity. */
function referring(def: EntityRelationshipDefinition, name: string): string[] {
  const refers = ({ value }: Located) => parseReference(textOf(value.references)).entity === name;
  return entitiesOf(def).filter((entity) => entity.name !== name).flatMap((entity) =>
    attributesOf(entity).filter(refers).map((attribute) => `${entity.name}.${attribute.name}`)
  );
}
