import { changedText, named, placeText } from "../change/line.ts";
import { changeFields, DOCUMENT_CHANGE_FIELDS, INSERTION_INDEX, required } from "../change/op_fields.ts";
import type { AnyOp, OpRow, TargetSpec } from "../change/row.ts";
import type { SystemOp } from "./ops.ts";

const PATH = required("path", "string", "The member's path, as the system writes it.");
const NAME = required("name", "string", "The actor's name.");

const MEMBER: TargetSpec = { by: "name", of: "member", field: "path" };
const ACTOR: TargetSpec = { by: "name", of: "actor", field: "name" };

/** The operations that change a system document, one row an operation. */
export const SYSTEM_OP_ROWS: readonly OpRow[] = [
  row("settings.update", {
    doc: 'Merges keys into the settings; `notes: ""` deletes the note.',
    fields: changeFields("SystemSettings"),
    verb: "update",
    target: { by: "part", of: "settings" },
    text: (op) => changedText("settings", op),
  }),
  row("member.add", {
    doc: "Inserts a member.",
    fields: [required("member", "SystemMember", "The new member."), INSERTION_INDEX],
    verb: "add",
    place: { list: "members", index: "index" },
    payload: { field: "member", as: "member" },
    text: (op) => `member ${named(op.member.path)}${placeText(op)}`,
  }),
  row("member.update", {
    doc: 'Merges keys into a member; `notes: ""` deletes the note.',
    fields: [PATH, ...changeFields("SystemMember")],
    verb: "update",
    target: MEMBER,
    payload: { field: "patch", as: "member" },
    text: (op) => changedText(`member ${named(op.path)}`, op),
  }),
  row("member.remove", {
    doc: "Removes a member; its file stays.",
    fields: [PATH],
    verb: "remove",
    target: MEMBER,
    text: (op) => `member ${named(op.path)}`,
  }),
  row("member.move", {
    doc: "Moves a member to a place among the others.",
    fields: [PATH, INSERTION_INDEX],
    verb: "move",
    target: MEMBER,
    place: { list: "members", index: "index" },
    text: (op) => `member ${named(op.path)}${placeText(op)}`,
  }),
  row("actor.add", {
    doc: "Inserts an actor.",
    fields: [required("actor", "SystemActor", "The new actor."), INSERTION_INDEX],
    verb: "add",
    place: { list: "actors", index: "index" },
    payload: { field: "actor", as: "actor" },
    text: (op) => `actor ${named(op.actor.name)}${placeText(op)}`,
  }),
  row("actor.update", {
    doc: "Merges keys into an actor.",
    fields: [NAME, ...changeFields("SystemActor")],
    verb: "update",
    target: ACTOR,
    payload: { field: "patch", as: "actor" },
    text: (op) => changedText(`actor ${named(op.name)}`, op),
  }),
  row("actor.remove", {
    doc: "Removes an actor; participants of scenarios that name it stay.",
    fields: [NAME],
    verb: "remove",
    target: ACTOR,
    text: (op) => `actor ${named(op.name)}`,
  }),
  row("actor.rename", {
    doc: "Renames an actor; participants of scenarios that name it stay.",
    fields: [NAME, required("to", "string", "The name it gets.")],
    verb: "rename",
    target: ACTOR,
    text: (op) => `actor ${named(op.name)} is now ${named(op.to)}`,
  }),
  row("actor.move", {
    doc: "Moves an actor to a place among the others.",
    fields: [NAME, INSERTION_INDEX],
    verb: "move",
    target: ACTOR,
    place: { list: "actors", index: "index" },
    text: (op) => `actor ${named(op.name)}${placeText(op)}`,
  }),
  row("document.update", {
    doc: "Merges keys into the definition itself.",
    fields: DOCUMENT_CHANGE_FIELDS,
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("document", op),
  }),
  row("document.set", {
    doc: "Replaces the whole definition.",
    fields: [required("document", "unknown", "The new value.")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "document: replaced as a whole",
  }),
];

type RowOf<Name extends SystemOp["op"]> = Omit<OpRow, "op" | "text"> & {
  readonly text: (op: Extract<SystemOp, { op: Name }>) => string;
};

/** A row whose text takes the operation of its own name. */
function row<Name extends SystemOp["op"]>(op: Name, { text, ...rest }: RowOf<Name>): OpRow {
  return { op, ...rest, text: (given: AnyOp) => text(given as Extract<SystemOp, { op: Name }>) };
}
