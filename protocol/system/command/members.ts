import { checkPlace, planned } from "../../plan.ts";
import { membersOf } from "../lookup.ts";
import { checkNewMember, INDEX, memberAt, optional, required, type SystemCommand } from "./checks.ts";

const PATH = required("path", "string", "From the system's folder.");
const NOTES = "Remarks of the system about it.";

/** Adds a member. */
export const ADD_MEMBER: SystemCommand<{
  readonly path: string;
  readonly notes?: string;
  readonly index?: number;
}> = planned({
  id: "member.add",
  title: "Add member",
  summary: "Adds a document to the system.",
  effect: "add",
  arguments: [PATH, optional("notes", "string", NOTES), INDEX],
}, (def, { path, notes = "", index }) => {
  checkNewMember(def, path);
  checkPlace(index, membersOf(def).length, "among the members");
  const member = { path, ...(notes.trim() === "" ? {} : { notes }) };
  return {
    ops: [{ op: "member.add", member, ...(index === undefined ? {} : { index }) }],
    summary: `Added member "${path}".`,
  };
});

/** Sets the note of a member. */
export const UPDATE_MEMBER: SystemCommand<{ readonly path: string; readonly notes: string }> = planned({
  id: "member.update",
  title: "Update member",
  summary: "Sets the system's note about a member.",
  effect: "set",
  arguments: [PATH, required("notes", "string", 'The remarks; "" clears them.')],
}, (def, { path, notes }) => {
  const { name } = memberAt(def, path);
  const text = notes.trim() === "" ? "" : notes;
  return {
    ops: [{ op: "member.update", path: name, patch: { notes: text } }],
    summary: `${text === "" ? "Cleared" : "Saved"} the note of member "${name}".`,
  };
});

/** Moves a member to another place. */
export const MOVE_MEMBER: SystemCommand<{ readonly path: string; readonly index: number }> = planned({
  id: "member.move",
  title: "Move member",
  summary: "Moves a member to another place among the others.",
  effect: "set",
  arguments: [PATH, required("index", "integer", "Afterwards, from 0.")],
}, (def, { path, index }) => {
  const { name } = memberAt(def, path);
  checkPlace(index, membersOf(def).length - 1, "among the members");
  return { ops: [{ op: "member.move", path: name, index }], summary: `Moved member "${name}" to #${index}.` };
});

/** Removes a member. */
export const REMOVE_MEMBER: SystemCommand<{ readonly path: string }> = planned({
  id: "member.remove",
  title: "Remove member",
  summary: "Removes a document from the system; its file stays.",
  effect: "remove",
  arguments: [PATH],
}, (def, { path }) => {
  const { name } = memberAt(def, path);
  return { ops: [{ op: "member.remove", path: name }], summary: `Removed member "${name}"; its file stays.` };
});
