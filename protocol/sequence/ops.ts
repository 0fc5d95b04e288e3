// Made by `deno task generate` from the tables beside it; edit those.

import type { SqdFragment, SqdMessage, SqdParticipant, SqdSettings } from "./types.ts";

/** A change to a sequence document. */
export type SequenceOp =
  | SequenceSettingsUpdateOp
  | SequenceParticipantAddOp
  | SequenceParticipantUpdateOp
  | SequenceParticipantRemoveOp
  | SequenceParticipantRenameOp
  | SequenceParticipantMoveOp
  | SequenceMessageAddOp
  | SequenceMessageUpdateOp
  | SequenceMessageRemoveOp
  | SequenceMessageMoveOp
  | SequenceFragmentAddOp
  | SequenceFragmentUpdateOp
  | SequenceFragmentRemoveOp
  | SequenceFragmentMoveOp
  | SequenceInnerFragmentAddOp
  | SequenceInnerFragmentMoveOp
  | SequenceFragmentMessageAddOp
  | SequenceFragmentMessageUpdateOp
  | SequenceFragmentMessageRemoveOp
  | SequenceFragmentMessageMoveOp
  | SequenceDocumentUpdateOp
  | SequenceDocumentSetOp;

/** Merges keys into the settings; `notes: ""` deletes the note. */
export type SequenceSettingsUpdateOp = {
  /** The operation. */
  op: "settings.update";
  /** The keys to set. */
  patch: Partial<SqdSettings>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Inserts a participant. */
export type SequenceParticipantAddOp = {
  /** The operation. */
  op: "participant.add";
  /** The new participant. */
  participant: SqdParticipant;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a participant; `notes: ""` deletes the note. */
export type SequenceParticipantUpdateOp = {
  /** The operation. */
  op: "participant.update";
  /** The participant's name. */
  name: string;
  /** The keys to set. */
  patch: Partial<SqdParticipant>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a participant; its messages stay. */
export type SequenceParticipantRemoveOp = {
  /** The operation. */
  op: "participant.remove";
  /** The participant's name. */
  name: string;
};

/** Renames a participant and both ends of its messages. */
export type SequenceParticipantRenameOp = {
  /** The operation. */
  op: "participant.rename";
  /** The participant's name. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves a participant to another column. */
export type SequenceParticipantMoveOp = {
  /** The operation. */
  op: "participant.move";
  /** The participant's name. */
  name: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts a message into the main path. */
export type SequenceMessageAddOp = {
  /** The operation. */
  op: "message.add";
  /** The new message. */
  message: SqdMessage;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a message of the main path; `notes: ""` deletes the note. */
export type SequenceMessageUpdateOp = {
  /** The operation. */
  op: "message.update";
  /** Which message. */
  index: number;
  /** The keys to set. */
  patch: Partial<SqdMessage>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a message of the main path. */
export type SequenceMessageRemoveOp = {
  /** The operation. */
  op: "message.remove";
  /** Which message. */
  index: number;
};

/** Moves a message within the main path. */
export type SequenceMessageMoveOp = {
  /** The operation. */
  op: "message.move";
  /** Which message. */
  index: number;
  /** Its index afterwards. */
  to: number;
};

/** Inserts a fragment, with an id, into the main path. */
export type SequenceFragmentAddOp = {
  /** The operation. */
  op: "fragment.add";
  /** The new fragment. */
  fragment: SqdFragment;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a fragment; `notes: ""` deletes the note. */
export type SequenceFragmentUpdateOp = {
  /** The operation. */
  op: "fragment.update";
  /** The fragment's id. */
  id: string;
  /** The keys to set. */
  patch: Partial<SqdFragment>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a fragment with all that is in it. */
export type SequenceFragmentRemoveOp = {
  /** The operation. */
  op: "fragment.remove";
  /** The fragment's id. */
  id: string;
};

/** Moves a fragment to the main path, or within it. */
export type SequenceFragmentMoveOp = {
  /** The operation. */
  op: "fragment.move";
  /** The fragment's id. */
  id: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts a fragment, with an id, into another one. */
export type SequenceInnerFragmentAddOp = {
  /** The operation. */
  op: "innerFragment.add";
  /** The id of the fragment around it. */
  parent: string;
  /** The new fragment. */
  fragment: SqdFragment;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Moves a fragment into another one, or within it. */
export type SequenceInnerFragmentMoveOp = {
  /** The operation. */
  op: "innerFragment.move";
  /** The fragment's id. */
  id: string;
  /** The id of the fragment around it. */
  parent: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts a message into a fragment. */
export type SequenceFragmentMessageAddOp = {
  /** The operation. */
  op: "fragmentMessage.add";
  /** The fragment's id. */
  fragment: string;
  /** The new message. */
  message: SqdMessage;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a message of a fragment; `notes: ""` deletes the note. */
export type SequenceFragmentMessageUpdateOp = {
  /** The operation. */
  op: "fragmentMessage.update";
  /** The fragment's id. */
  fragment: string;
  /** Which message. */
  index: number;
  /** The keys to set. */
  patch: Partial<SqdMessage>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a message of a fragment. */
export type SequenceFragmentMessageRemoveOp = {
  /** The operation. */
  op: "fragmentMessage.remove";
  /** The fragment's id. */
  fragment: string;
  /** Which message. */
  index: number;
};

/** Moves a message within its fragment or to another. */
export type SequenceFragmentMessageMoveOp = {
  /** The operation. */
  op: "fragmentMessage.move";
  /** The fragment's id. */
  fragment: string;
  /** Which message. */
  index: number;
  /** Its index afterwards. */
  to: number;
  /** The fragment it goes to; default: the one it is in. */
  toFragment?: string;
};

/** Merges keys into the definition itself. */
export type SequenceDocumentUpdateOp = {
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
export type SequenceDocumentSetOp = {
  /** The operation. */
  op: "document.set";
  /** The new value. */
  document: unknown;
};
