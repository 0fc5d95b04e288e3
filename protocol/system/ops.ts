// Made by `deno task generate` from the tables beside it; edit those.

import type { SystemActor, SystemMember, SystemSettings } from "./types.ts";

/** A change to a system document. */
export type SystemOp =
  | SystemSettingsUpdateOp
  | SystemMemberAddOp
  | SystemMemberUpdateOp
  | SystemMemberRemoveOp
  | SystemMemberMoveOp
  | SystemActorAddOp
  | SystemActorUpdateOp
  | SystemActorRemoveOp
  | SystemActorRenameOp
  | SystemActorMoveOp
  | SystemDocumentUpdateOp
  | SystemDocumentSetOp;

/** Merges keys into the settings; `notes: ""` deletes the note. */
export type SystemSettingsUpdateOp = {
  /** The operation. */
  op: "settings.update";
  /** The keys to set. */
  patch: Partial<SystemSettings>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Inserts a member. */
export type SystemMemberAddOp = {
  /** The operation. */
  op: "member.add";
  /** The new member. */
  member: SystemMember;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into a member; `notes: ""` deletes the note. */
export type SystemMemberUpdateOp = {
  /** The operation. */
  op: "member.update";
  /** The member's path, as the system writes it. */
  path: string;
  /** The keys to set. */
  patch: Partial<SystemMember>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes a member; its file stays. */
export type SystemMemberRemoveOp = {
  /** The operation. */
  op: "member.remove";
  /** The member's path, as the system writes it. */
  path: string;
};

/** Moves a member to a place among the others. */
export type SystemMemberMoveOp = {
  /** The operation. */
  op: "member.move";
  /** The member's path, as the system writes it. */
  path: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Inserts an actor. */
export type SystemActorAddOp = {
  /** The operation. */
  op: "actor.add";
  /** The new actor. */
  actor: SystemActor;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into an actor. */
export type SystemActorUpdateOp = {
  /** The operation. */
  op: "actor.update";
  /** The actor's name. */
  name: string;
  /** The keys to set. */
  patch: Partial<SystemActor>;
  /** Keys to delete before the patch is merged; a key that is also in the patch moves to the end. */
  unset?: string[];
  /** Keys to put first afterwards, in this order; the others follow as they stand. */
  order?: string[];
};

/** Removes an actor; participants of scenarios that name it stay. */
export type SystemActorRemoveOp = {
  /** The operation. */
  op: "actor.remove";
  /** The actor's name. */
  name: string;
};

/** Renames an actor; participants of scenarios that name it stay. */
export type SystemActorRenameOp = {
  /** The operation. */
  op: "actor.rename";
  /** The actor's name. */
  name: string;
  /** The name it gets. */
  to: string;
};

/** Moves an actor to a place among the others. */
export type SystemActorMoveOp = {
  /** The operation. */
  op: "actor.move";
  /** The actor's name. */
  name: string;
  /** The insertion index; default: at the end. */
  index?: number;
};

/** Merges keys into the definition itself. */
export type SystemDocumentUpdateOp = {
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
export type SystemDocumentSetOp = {
  /** The operation. */
  op: "document.set";
  /** The new value. */
  document: unknown;
};
