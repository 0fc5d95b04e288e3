import type { EditCommand } from "../../command.ts";
import type { ErdOp } from "../ops.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import {
  ADD_ATTRIBUTE,
  MOVE_ATTRIBUTE,
  REMOVE_ATTRIBUTE,
  RENAME_ATTRIBUTE,
  UPDATE_ATTRIBUTE,
} from "./attributes.ts";
import { ADD_ENTITY, MOVE_ENTITY, REMOVE_ENTITY, RENAME_ENTITY, UPDATE_ENTITY } from "./entities.ts";
import { ADD_ENUM, REMOVE_ENUM, RENAME_ENUM, UPDATE_ENUM } from "./enums.ts";
import { ADD_RELATIONSHIP, REMOVE_RELATIONSHIP, UPDATE_RELATIONSHIP } from "./relationships.ts";

/** The edits of entity-relationship documents. */
export const ERD_COMMANDS = [
  ADD_ENTITY,
  UPDATE_ENTITY,
  RENAME_ENTITY,
  MOVE_ENTITY,
  REMOVE_ENTITY,
  ADD_ATTRIBUTE,
  UPDATE_ATTRIBUTE,
  RENAME_ATTRIBUTE,
  MOVE_ATTRIBUTE,
  REMOVE_ATTRIBUTE,
  ADD_RELATIONSHIP,
  UPDATE_RELATIONSHIP,
  REMOVE_RELATIONSHIP,
  ADD_ENUM,
  UPDATE_ENUM,
  RENAME_ENUM,
  REMOVE_ENUM,
] as readonly EditCommand<EntityRelationshipDefinition, ErdOp>[];
