import type { FieldShape } from "../../shape/shape.ts";

/** The name of a state. */
export const STATE_NAME: FieldShape = {
  name: "name",
  type: "string",
  required: true,
  doc: "The name of the state.",
};

/** The id of an event or a timer. */
export const TRIGGER_ID: FieldShape = {
  name: "id",
  type: "string",
  required: true,
  doc: "The id of the event or timer.",
};

/** The kind of a state. */
export const STATE_KIND: FieldShape = {
  name: "kind",
  type: '"normal" | "final" | "history" | "choice"',
  default: "normal",
  doc: "The kind of the state; default: normal.",
};

/** The depth of a history state. */
export const HISTORY_DEPTH: FieldShape = {
  name: "history",
  type: '"shallow" | "deep"',
  default: "shallow",
  doc: "The depth of a history state; default: shallow.",
};

/** A description. */
export const DESCRIPTION: FieldShape = { name: "description", type: "string", doc: "Its meaning." };

/** The prompt of a state. */
export const PROMPT: FieldShape = {
  name: "prompt",
  type: "string",
  doc: "The request to an agent while the machine is in the state; blank clears it.",
};

/** Words about a state. */
export const TAGS: FieldShape = { name: "tags", type: "string[]", doc: "Words that code asks for." };

/** Data about a state. */
export const META: FieldShape = { name: "meta", type: "unknown", doc: "Data that code reads." };

/** Work of a state. */
export const INVOKE: FieldShape = {
  name: "invoke",
  type: "unknown[]",
  doc: "Its work: names of tasks, paths of machines, or entries of `invoke`.",
};

/** The output of a final state. */
export const OUTPUT: FieldShape = {
  name: "output",
  type: "string",
  doc: "The output of a final state, an expression.",
};

/** A place in a list. */
export const INDEX: FieldShape = {
  name: "index",
  type: "integer",
  doc: "Its place in the list, from 0; default: the end.",
};

/** A region in place of a child. */
export const REGION: FieldShape = {
  name: "region",
  type: "boolean",
  doc: "True for a region in place of a child.",
};

/** The source of an event or a timer. */
export const SOURCE: FieldShape = {
  name: "source",
  type: "string | integer",
  doc: "The event source: its name, made when it is missing, or its index; default: the first.",
};

/** Names that the document does not have yet. */
export const ALLOW_UNKNOWN: FieldShape = {
  name: "allowUnknown",
  type: "boolean",
  doc: "Accepts names that the document does not have yet.",
};

/** Changes of fields. */
export const CHANGES: FieldShape = {
  name: "changes",
  type: "FieldChanges",
  doc: "The fields to set and to take away.",
};
