import { cloneJson } from "../../json/clone.ts";
import { isObject } from "../../json/value.ts";
import type { DocumentSetOp, DocumentUpdateOp, SettingsUpdateOp } from "../ops.ts";
import type { Draft } from "./draft.ts";
import { refuse } from "./error.ts";
import { mergeMembers } from "./members.ts";

/** Applies `settings.update`; missing settings are made. */
export function updateSettings(draft: Draft, op: SettingsUpdateOp): void {
  mergeMembers(draft.ownObject(draft.top, "settings"), op, true);
}

/** Applies `document.update`. Names and ids are taken as they come; validation finds what repeats. */
export function updateDocument(draft: Draft, op: DocumentUpdateOp): void {
  mergeMembers(draft.top, op);
  draft.forgetStates();
}

/** Applies `document.set`. Names and ids are taken as they come; validation finds what repeats. */
export function setDocument(draft: Draft, op: DocumentSetOp): void {
  if (!isObject(op.document)) refuse("wrong_type", null, "`document` must be an object.");
  draft.replaceTop(cloneJson(op.document));
}
