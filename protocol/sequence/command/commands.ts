import type { EditCommand } from "../../command.ts";
import type { SequenceOp } from "../ops.ts";
import type { SequenceDefinition } from "../types.ts";
import { ADD_FRAGMENT, REMOVE_FRAGMENT, UPDATE_FRAGMENT } from "./fragments.ts";
import {
  ADD_FRAGMENT_MESSAGE,
  ADD_MESSAGE,
  MOVE_MESSAGE,
  REMOVE_MESSAGE,
  UPDATE_MESSAGE,
} from "./messages.ts";
import {
  ADD_PARTICIPANT,
  MOVE_PARTICIPANT,
  REMOVE_PARTICIPANT,
  RENAME_PARTICIPANT,
  UPDATE_PARTICIPANT,
} from "./participants.ts";

/** The edits of sequence documents. */
export const SEQUENCE_COMMANDS = [
  ADD_PARTICIPANT,
  UPDATE_PARTICIPANT,
  RENAME_PARTICIPANT,
  MOVE_PARTICIPANT,
  REMOVE_PARTICIPANT,
  ADD_MESSAGE,
  UPDATE_MESSAGE,
  MOVE_MESSAGE,
  REMOVE_MESSAGE,
  ADD_FRAGMENT,
  ADD_FRAGMENT_MESSAGE,
  UPDATE_FRAGMENT,
  REMOVE_FRAGMENT,
] as readonly EditCommand<SequenceDefinition, SequenceOp>[];
