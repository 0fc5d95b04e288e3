import type { FieldShape } from "../shape/shape.ts";
import { changedText, named } from "./line.ts";
import {
  changeFields,
  DOCUMENT_CHANGE_FIELDS,
  INDEX_AFTERWARDS,
  INSERTION_INDEX,
  itemIndex,
  required,
} from "./op_fields.ts";
import type { AnyOp, OpRow, TargetSpec } from "./row.ts";

/** An element of a list of a document, and the operations on it. */
export interface ElementSpec<Item> {
  /** The first half of the operations' names. */
  readonly op: string;
  /** The noun of the element; default: `op`. */
  readonly noun?: string;
  /** The name of its shape. */
  readonly shape: string;
  /** The list. */
  readonly list: string;
  /** The field that names the element that owns the list. */
  readonly owner?: FieldShape;
  /** The field that names the element; without one its index does. */
  readonly name?: FieldShape;
  /** True when an update may delete its note. */
  readonly hasNotes?: boolean;
  /** The effects of the operations, in sentences; one without a sentence does not exist. */
  readonly docs: Partial<Readonly<Record<"add" | "update" | "remove" | "rename" | "move", string>>>;
  /** A new element in words, with its owner. */
  readonly text: (item: Item, op: AnyOp) => string;
  /** An index in words; default: `#0` for the first. */
  readonly at?: (index: unknown) => string;
}

/** The rows of the operations that add, update, remove, rename and move an element. */
export function elementRows<Item>(spec: ElementSpec<Item>): OpRow[] {
  const { op, noun = op, shape, list, owner, name, docs, at = indexText } = spec;
  const owners = owner ? [owner] : [];
  const which = name ? [name] : [...owners, itemIndex(noun)];
  const target: TargetSpec = name
    ? { by: "name", of: noun, field: name.name }
    : { by: "index", list, ...(owner && { owner: owner.name }) };
  const one = (given: AnyOp) =>
    name
      ? `${noun} ${named(given[name.name])}`
      : `${noun} ${at(given.index)}${owner ? ` of ${named(given[owner.name])}` : ""}`;
  const place = ({ index }: AnyOp) => index === undefined ? "" : ` at ${at(index)}`;
  const rows: Record<keyof typeof docs, Omit<OpRow, "op" | "doc" | "verb">> = {
    add: {
      fields: [...owners, required(noun, shape, `The new ${noun}.`), INSERTION_INDEX],
      place: { list, ...(owner && { owner: [owner.name] }), index: "index" },
      payload: { field: noun, as: noun },
      text: (given) => `${noun} ${spec.text(given[noun] as Item, given)}${place(given)}`,
    },
    update: {
      fields: [...which, ...changeFields(shape)],
      target,
      payload: { field: "patch", as: noun },
      text: (given) => changedText(one(given), given),
    },
    remove: { fields: which, target, text: one },
    rename: {
      fields: [...which, required("to", "string", "The name it gets.")],
      target,
      text: (given) => `${one(given)} is now ${named(given.to)}`,
    },
    move: name
      ? {
        fields: [...which, INSERTION_INDEX],
        target,
        place: { list, index: "index" },
        text: (given) => `${one(given)}${place(given)}`,
      }
      : movedByIndex(spec, which, target, one),
  };
  return (["add", "update", "remove", "rename", "move"] as const).flatMap((verb) => {
    const doc = docs[verb];
    if (doc === undefined) return [];
    const notes = verb === "update" && spec.hasNotes ? '; `notes: ""` deletes the note' : "";
    return [{ op: `${op}.${verb}`, doc: `${doc}${notes}.`, verb, ...rows[verb] }];
  });
}

/** The move of an element that only its index names: within its owner, or to another one. */
function movedByIndex<Item>(
  { list, owner, at = indexText }: ElementSpec<Item>,
  which: readonly FieldShape[],
  target: TargetSpec,
  one: (op: AnyOp) => string,
): Omit<OpRow, "op" | "doc" | "verb"> {
  if (!owner) {
    return {
      fields: [...which, INDEX_AFTERWARDS],
      target,
      place: { list, index: "to" },
      text: (given) => `${one(given)} to ${at(given.to)}`,
    };
  }
  const next = `to${owner.name.charAt(0).toUpperCase()}${owner.name.slice(1)}`;
  const doc = `The ${owner.name} it goes to; default: the one it is in.`;
  return {
    fields: [...which, INDEX_AFTERWARDS, { name: next, type: "string", doc }],
    target,
    place: { list, owner: [next, owner.name], index: "to" },
    text: (given) => `${one(given)} to ${named(given[next] ?? given[owner.name])} ${at(given.to)}`,
  };
}

function indexText(index: unknown): string {
  return `#${index}`;
}

/** The row that changes the settings. */
export function settingsRow(shape: string): OpRow {
  return {
    op: "settings.update",
    doc: 'Merges keys into the settings; `notes: ""` deletes the note.',
    fields: changeFields(shape),
    verb: "update",
    target: { by: "part", of: "settings" },
    text: (op) => changedText("settings", op),
  };
}

/** The rows that change the definition itself. */
export const DOCUMENT_ROWS: readonly OpRow[] = [
  {
    op: "document.update",
    doc: "Merges keys into the definition itself.",
    fields: DOCUMENT_CHANGE_FIELDS,
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("document", op),
  },
  {
    op: "document.set",
    doc: "Replaces the whole definition.",
    fields: [required("document", "unknown", "The new value.")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "document: replaced as a whole",
  },
];
