// Made by `deno task generate` from the tables beside it; edit those.

import type { Attribute, Entity, ErdEnum, ErdSettings, Relationship } from "./types.ts";

/** A change to an entity-relationship document. */
export type ErdOp =
  | ErdSettingsUpdateOp
  | ErdEntityAddOp
  | ErdEntityUpdateOp
  | ErdEntityRemoveOp
  | ErdEntityRenameOp
  | ErdEntityMoveOp
  | ErdAttributeAddOp
  | ErdAttributeUpdateOp
  | ErdAttributeRemoveOp
  | ErdAttributeMoveOp
  | ErdRelationshipAddOp
  | ErdRelationshipUpdateOp
  | ErdRelationshipRemoveOp
  | ErdRelationshipMoveOp
  | ErdEnumAddOp
  | ErdEnumUpdateOp
  | ErdEnumRemoveOp
  | ErdEnumRenameOp
  | ErdEnumMoveOp
  | ErdDocumentUpdateOp
  | ErdDocumentSetOp;

/** Merges keys into the settings; `notes: ""` deletes the note. */
export type ErdSettingsUpdateOp = {
  /** The operation. */
  op: "settings.update";
  /** The keys to set. */
  patch: Partial<ErdSettings>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Inserts an entity with its attributes. */
export type ErdEntityAddOp = {
  /** The operation. */
  op: "entity.add";
  /** The new entity. */
  entity: Entity;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an entity; `notes: ""` deletes the note. */
export type ErdEntityUpdateOp = {
  /** The operation. */
  op: "entity.update";
  /** The entity's name. */
  name: string;
  /** The keys to set. */
  patch: Partial<Entity>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an entity with its attributes; relationships and references to it stay. */
export type ErdEntityRemoveOp = {
  /** The operation. */
  op: "entity.remove";
  /** The entity's name. */
  name: string;
};

/** Renames an entity and every relationship and reference to it. */
export type ErdEntityRenameOp = {
  /** The operation. */
  op: "entity.rename";
  /** The entity's name. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves an entity to a place among the others. */
export type ErdEntityMoveOp = {
  /** The operation. */
  op: "entity.move";
  /** The entity's name. */
  name: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts an attribute. */
export type ErdAttributeAddOp = {
  /** The operation. */
  op: "attribute.add";
  /** The entity's name. */
  entity: string;
  /** The new attribute. */
  attribute: Attribute;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an attribute; `notes: ""` deletes the note. */
export type ErdAttributeUpdateOp = {
  /** The operation. */
  op: "attribute.update";
  /** The entity's name. */
  entity: string;
  /** Which attribute. */
  index: number;
  /** The keys to set. */
  patch: Partial<Attribute>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an attribute; references to it stay. */
export type ErdAttributeRemoveOp = {
  /** The operation. */
  op: "attribute.remove";
  /** The entity's name. */
  entity: string;
  /** Which attribute. */
  index: number;
};

/** Moves an attribute within its entity or to another. */
export type ErdAttributeMoveOp = {
  /** The operation. */
  op: "attribute.move";
  /** The entity's name. */
  entity: string;
  /** Which attribute. */
  index: number;
  /** Its index afterwards. */
  to: number;
  /** The entity it goes to; default: the one it is in. */
  toEntity?: string;
};

/** Inserts a relationship. */
export type ErdRelationshipAddOp = {
  /** The operation. */
  op: "relationship.add";
  /** The new relationship. */
  relationship: Relationship;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a relationship; `notes: ""` deletes the note. */
export type ErdRelationshipUpdateOp = {
  /** The operation. */
  op: "relationship.update";
  /** Which relationship. */
  index: number;
  /** The keys to set. */
  patch: Partial<Relationship>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a relationship. */
export type ErdRelationshipRemoveOp = {
  /** The operation. */
  op: "relationship.remove";
  /** Which relationship. */
  index: number;
};

/** Moves a relationship to a place among the others. */
export type ErdRelationshipMoveOp = {
  /** The operation. */
  op: "relationship.move";
  /** Which relationship. */
  index: number;
  /** Its index afterwards. */
  to: number;
};

/** Inserts an enum. */
export type ErdEnumAddOp = {
  /** The operation. */
  op: "enum.add";
  /** The new enum. */
  enum: ErdEnum;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an enum. */
export type ErdEnumUpdateOp = {
  /** The operation. */
  op: "enum.update";
  /** The enum's name. */
  name: string;
  /** The keys to set. */
  patch: Partial<ErdEnum>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an enum. */
export type ErdEnumRemoveOp = {
  /** The operation. */
  op: "enum.remove";
  /** The enum's name. */
  name: string;
};

/** Renames an enum and the type of every attribute that has it. */
export type ErdEnumRenameOp = {
  /** The operation. */
  op: "enum.rename";
  /** The enum's name. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves an enum to a place among the others. */
export type ErdEnumMoveOp = {
  /** The operation. */
  op: "enum.move";
  /** The enum's name. */
  name: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into the definition itself. */
export type ErdDocumentUpdateOp = {
  /** The operation. */
  op: "document.update";
  /** The keys to set. */
  patch: unknown;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Replaces the whole definition. */
export type ErdDocumentSetOp = {
  /** The operation. */
  op: "document.set";
  /** The new value. */
  document: unknown;
};
