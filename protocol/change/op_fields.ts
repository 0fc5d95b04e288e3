import type { FieldShape } from "../shape/shape.ts";

/** A field that an operation must have. */
export function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}

/** The field `index` that says which item. */
export function itemIndex(what: string): FieldShape {
  return required("index", "integer", `Which ${what}.`);
}

/** The field `index` of an insertion. */
export const INSERTION_INDEX: FieldShape = {
  name: "index",
  type: "integer",
  doc: "The insertion index; default: at the end.",
};

/** The field with the index after a move. */
export const INDEX_AFTERWARDS: FieldShape = required("to", "integer", "Its index afterwards.");

/** The fields of an update beside the patch. */
const CHANGE_FIELDS: readonly FieldShape[] = [
  {
    name: "unset",
    type: "string[]",
    doc: "Keys to delete before the patch is merged; a key that is also in the patch moves to the end.",
  },
  {
    name: "order",
    type: "string[]",
    doc: "Keys to put first afterwards, in this order; the others follow as they stand.",
  },
];

/** The fields of an update of an object of that shape. */
export function changeFields(shape: string): FieldShape[] {
  return [required("patch", `Partial<${shape}>`, "The keys to set."), ...CHANGE_FIELDS];
}

/** The fields of an update of the definition itself. */
export const DOCUMENT_CHANGE_FIELDS: readonly FieldShape[] = [
  required("patch", "unknown", "The keys to set."),
  ...CHANGE_FIELDS,
];
