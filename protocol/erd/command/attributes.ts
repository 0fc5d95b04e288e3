import { changesText } from "../../field_changes.ts";
import { checkPlace, planned } from "../../plan.ts";
import { attributesOf, entitiesOf, type Located, parseReference, textOf } from "../lookup.ts";
import type { ErdOp } from "../ops.ts";
import type { Attribute, EntityRelationshipDefinition } from "../types.ts";
import {
  attributeNamed,
  changesOf,
  checkNewAttribute,
  ENTITY,
  entityNamed,
  type ErdCommand,
  givenFields,
  INDEX,
  optional,
  required,
} from "./checks.ts";

const NAME = required("name", "string", "The name of the attribute.");
const TYPE = required("type", "string", "Such as int, or an enum.");
const KEY = optional("key", '"pk" | "uk"', "Primary or unique key.");
const FIELDS = [
  KEY,
  optional("references", "string", "Foreign key: Entity or Entity.attribute."),
  optional("nullable", "boolean", "True when it may be missing."),
  optional("stateOf", "string | string[]", "Machines whose state it stores."),
  optional("default", "string", "As in SQL."),
  optional("check", "string", "As in SQL."),
  optional("description", "string", "Its meaning."),
];

/** The fields of an attribute beside name and type. */
interface AttributeFields {
  readonly key?: "pk" | "uk" | "";
  readonly references?: string;
  readonly nullable?: boolean;
  readonly stateOf?: string | readonly string[];
  readonly default?: string;
  readonly check?: string;
  readonly description?: string;
}

/** Adds an attribute. */
export const ADD_ATTRIBUTE: ErdCommand<
  AttributeFields & {
    readonly entity: string;
    readonly name: string;
    readonly type: string;
    readonly index?: number;
  }
> = planned({
  id: "attribute.add",
  title: "Add attribute",
  summary: "Adds an attribute to an entity.",
  effect: "add",
  arguments: [ENTITY, NAME, TYPE, ...FIELDS, INDEX],
}, (def, { entity: owner, name, type, index, ...fields }) => {
  const entity = entityNamed(def, owner);
  checkNewAttribute(entity, name);
  checkPlace(index, attributesOf(entity).length, `among the attributes of "${owner}"`);
  const attribute: Attribute = { name, type, ...givenFields({ ...fields }) };
  return {
    ops: [{ op: "attribute.add", entity: owner, attribute, ...(index === undefined ? {} : { index }) }],
    summary: `Added attribute "${owner}.${name}" (${type}).`,
  };
});

/** Changes an attribute. */
export const UPDATE_ATTRIBUTE: ErdCommand<
  AttributeFields & {
    readonly entity: string;
    readonly name: string;
    readonly type?: string;
    readonly notes?: string;
  }
> = planned({
  id: "attribute.update",
  title: "Update attribute",
  summary: 'Changes fields of an attribute; "" clears one.',
  effect: "set",
  arguments: [
    ENTITY,
    NAME,
    { ...TYPE, required: false },
    ...FIELDS.map((field) => field === KEY ? { ...KEY, type: `${KEY.type} | ""` } : field),
    optional("notes", "string", "Remarks."),
  ],
}, (def, { entity: owner, name, ...fields }) => {
  const attribute = attributeNamed(entityNamed(def, owner), name);
  const { type, key, references, nullable, stateOf, check, description, notes } = fields;
  const given = {
    type,
    key,
    references,
    nullable,
    stateOf,
    default: fields.default,
    check,
    description,
    notes,
  };
  const changes = changesOf(given);
  return {
    ops: [{ op: "attribute.update", entity: owner, index: attribute.index, ...changes }],
    summary: `Updated attribute "${owner}.${name}": ${changesText(changes)}.`,
  };
});

/** Renames an attribute and every reference to it. */
export const RENAME_ATTRIBUTE: ErdCommand<{
  readonly entity: string;
  readonly name: string;
  readonly newName: string;
}> = planned({
  id: "attribute.rename",
  title: "Rename attribute",
  summary: "Renames an attribute and every reference and key that names it.",
  effect: "set",
  arguments: [ENTITY, NAME, required("newName", "string", "The name it gets.")],
}, (def, { entity: owner, name, newName }) => {
  const entity = entityNamed(def, owner);
  const attribute = attributeNamed(entity, name);
  checkNewAttribute(entity, newName);
  const references = entitiesOf(def).flatMap((other) =>
    attributesOf(other).filter((one) => refersTo(one, owner, name)).map((one): ErdOp => ({
      op: "attribute.update",
      entity: other.name,
      index: one.index,
      patch: { references: `${owner}.${newName}` },
    }))
  );
  return {
    ops: [
      { op: "attribute.update", entity: owner, index: attribute.index, patch: { name: newName } },
      ...references,
      ...keyUpdates(def, owner, name, newName),
    ],
    summary: `Renamed attribute "${owner}.${name}" to "${newName}".`,
  };
});

function refersTo({ value }: Located, entity: string, attribute: string): boolean {
  const reference = parseReference(textOf(value.references));
  return reference.entity === entity && reference.attribute === attribute;
}

/** The updates of the keys and indexes that name an attribute. */
function keyUpdates(def: EntityRelationshipDefinition, owner: string, from: string, to: string): ErdOp[] {
  const renamed = (names: readonly string[]) => names.map((name) => name === from ? to : name);
  return (Array.isArray(def.entities) ? def.entities : []).flatMap((entity): ErdOp[] => {
    const isOwner = entity.name === owner;
    const { keys, indexes, foreignKeys } = entity;
    const patch = {
      ...(isOwner && keys
        ? { keys: keys.map((key) => ({ ...key, attributes: renamed(key.attributes) })) }
        : {}),
      ...(isOwner && indexes
        ? { indexes: indexes.map((one) => ({ ...one, attributes: renamed(one.attributes) })) }
        : {}),
      ...(foreignKeys
        ? {
          foreignKeys: foreignKeys.map((key) => ({
            ...key,
            ...(isOwner ? { attributes: renamed(key.attributes) } : {}),
            ...(key.entity === owner && key.to ? { to: renamed(key.to) } : {}),
          })),
        }
        : {}),
    };
    const changed = Object.entries(patch).filter(([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(entity[field as keyof typeof patch])
    );
    if (changed.length === 0) return [];
    return [{ op: "entity.update", name: entity.name, patch: Object.fromEntries(changed) }];
  });
}

/** Moves an attribute. */
export const MOVE_ATTRIBUTE: ErdCommand<{
  readonly entity: string;
  readonly name: string;
  readonly index?: number;
  readonly toEntity?: string;
}> = planned({
  id: "attribute.move",
  title: "Move attribute",
  summary: "Moves an attribute within its entity or to another.",
  effect: "set",
  arguments: [ENTITY, NAME, INDEX, optional("toEntity", "string", "The entity it goes to.")],
}, (def, { entity: owner, name, index, toEntity }) => {
  const attribute = attributeNamed(entityNamed(def, owner), name);
  const isElsewhere = toEntity !== undefined && toEntity !== owner;
  const target = entityNamed(def, toEntity ?? owner);
  if (isElsewhere) checkNewAttribute(target, name);
  const last = attributesOf(target).length - (isElsewhere ? 0 : 1);
  checkPlace(index, last, `among the attributes of "${target.name}"`);
  const to = index ?? last;
  return {
    ops: [{
      op: "attribute.move",
      entity: owner,
      index: attribute.index,
      to,
      ...(isElsewhere ? { toEntity } : {}),
    }],
    summary: `Moved attribute "${owner}.${name}" to "${target.name}" #${to}.`,
  };
});

/** Removes an attribute. */
export const REMOVE_ATTRIBUTE: ErdCommand<{ readonly entity: string; readonly name: string }> = planned({
  id: "attribute.remove",
  title: "Remove attribute",
  summary: "Removes an attribute from an entity.",
  effect: "remove",
  arguments: [ENTITY, NAME],
}, (def, { entity: owner, name }) => {
  const attribute = attributeNamed(entityNamed(def, owner), name);
  const left = entitiesOf(def).flatMap((other) =>
    attributesOf(other).filter((one) => refersTo(one, owner, name)).map((one) => `${other.name}.${one.name}`)
  );
  return {
    ops: [{ op: "attribute.remove", entity: owner, index: attribute.index }],
    summary: `Removed attribute "${owner}.${name}".`,
    ...(left.length === 0 ? {} : { notes: [`It is still referred to by ${left.join(", ")}.`] }),
  };
});
