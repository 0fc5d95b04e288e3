import { isObject } from "../json/value.ts";
import type { FieldShape, ObjectShape } from "../shape/shape.ts";
import type { Members, Structure } from "./model.ts";

/** An operation on a document of some kind: its name, and fields that depend on it. */
export type AnyOp = { readonly op: string; readonly [field: string]: unknown };

/** The effect of an operation. `report` says something about a running document and changes nothing. */
export type Verb = "add" | "update" | "set" | "remove" | "move" | "rename" | "report";

/** The part that an operation is about, and the fields that say which one. */
export type TargetSpec =
  /** A named part, or by a space whichever part has the name. */
  | { readonly by: "name"; readonly of: string; readonly field: string }
  /** An item of a list, by the field `index`; `list` may be several lists that a field tells apart. */
  | { readonly by: "index"; readonly list: string | ListChoice; readonly owner?: string }
  /** An inner part, of a named part where a field names one. */
  | { readonly by: "part"; readonly of: string; readonly field?: string };

/** Lists that a field of the operation tells apart. */
export interface ListChoice {
  /** The field. */
  readonly field: string;
  /** The list by the text of the field's value, as JSON; `undefined` stands for a missing field. */
  readonly lists: Readonly<Record<string, string>>;
}

/** The place where an operation inserts, and the fields that say which one. */
export interface PlaceSpec {
  /** The list. */
  readonly list: string | ListChoice;
  /** The fields that may name its owner, the first that is there counts. */
  readonly owner?: readonly string[];
  /** The field with the index; without one it is always the end. */
  readonly index?: string;
}

/** One operation of a kind of document: everything that is known about it. */
export interface OpRow {
  /** Its name, such as `state.add`. */
  readonly op: string;
  /** One sentence for pages and types. */
  readonly doc: string;
  /** Its fields besides `op`. */
  readonly fields: readonly FieldShape[];
  /** Its effect. */
  readonly verb: Verb;
  /** The part that must be there. */
  readonly target?: TargetSpec;
  /** The place of its insertion. */
  readonly place?: PlaceSpec;
  /** The field with a part of a document. */
  readonly payload?: { readonly field: string; readonly as: string };
  /** For `set`: the member of the target that the payload becomes; without it the payload replaces the target. */
  readonly member?: string;
  /** The operation in words, without what {@linkcode OpLine.sign} says. */
  readonly text: (op: AnyOp) => string;
  /** For `set`: whether this operation takes something away. */
  readonly removes?: (op: AnyOp) => boolean;
  /** For `report`: the parts that its fields name. */
  readonly reports?: Readonly<Record<string, string>>;
}

/** The operations of a kind by name. */
export type OpRows = ReadonlyMap<string, OpRow>;

/** The shapes of operations, for types and for the check of what comes from elsewhere. */
export function opShapes(rows: readonly OpRow[]): ObjectShape[] {
  return rows.map(({ op, doc, fields }) => ({
    name: `${op.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Op`,
    doc,
    fields: [{ name: "op", type: `"${op}"`, required: true, doc: "The operation." }, ...fields],
  }));
}

/** Finds the row of an operation; `undefined` for one that is not known. */
export function rowOf(rows: OpRows, op: unknown): OpRow | undefined {
  return isObject(op) && typeof op.op === "string" ? rows.get(op.op) : undefined;
}

/** The list that a row names, with the operation's field where it has a choice; `undefined` for an unknown choice. */
export function listNamed(list: string | ListChoice, op: Members): string | undefined {
  if (typeof list === "string") return list;
  const choice = String(op[list.field] || undefined);
  return Object.hasOwn(list.lists, choice) ? list.lists[choice] : undefined;
}

/** Writes operations: finds the row that does something to a part, and fills in its fields. */
export class Writer {
  readonly #structure: Structure;
  readonly #rows: readonly OpRow[];

  /** Makes a writer for the operations of a kind. */
  constructor(structure: Structure, rows: readonly OpRow[]) {
    this.#structure = structure;
    this.#rows = rows;
  }

  /** The operation that adds a part to a list; without an index at the end. */
  add(
    list: string,
    owner: string | number | null,
    item: unknown,
    index: number | undefined,
  ): AnyOp | undefined {
    const row = this.#inserting("add", list);
    if (!row) return undefined;
    return this.#fill(row, { ...placeFields(row, list, owner, index), [row.payload?.field ?? ""]: item });
  }

  /** The operation that removes a named part. */
  removeNamed(part: string, name: string): AnyOp | undefined {
    return this.#byName("remove", part, name, {});
  }

  /** The operation that removes an item of a list. */
  removeItem(list: string, owner: string | number | null, index: number): AnyOp | undefined {
    return this.#byIndex("remove", list, owner, index, {});
  }

  /** True when parts of a list can be moved. */
  moves(list: string): boolean {
    return this.#inserting("move", list) !== undefined;
  }

  /** The operation that moves a named part into a list; without an index to its end. */
  moveNamed(
    part: string,
    name: string,
    to: { list: string; owner: string | number | null; index: number | undefined; isElsewhere: boolean },
  ): AnyOp | undefined {
    // An operation that always moves to the end says more briefly that something came from elsewhere.
    const row =
      (to.isElsewhere && to.index === undefined
        ? this.#inserting("move", to.list, (row) => row.place?.index === undefined)
        : undefined) ?? this.#inserting("move", to.list, (row) => row.place?.index !== undefined);
    if (row?.target?.by !== "name" || !this.#names(row.target.of, part)) return undefined;
    return this.#fill(row, { [row.target.field]: name, ...placeFields(row, to.list, to.owner, to.index) });
  }

  /** The operation that moves an item of a list, within it or to the list of another owner. */
  moveItem(
    list: string,
    from: { owner: string | number | null; index: number },
    to: { owner: string | number | null; index: number },
  ): AnyOp | undefined {
    const row = this.#inserting("move", list);
    if (row?.target?.by !== "index") return undefined;
    const { owner } = row.target;
    const [toOwner] = row.place?.owner ?? [];
    return this.#fill(row, {
      ...(owner === undefined ? {} : { [owner]: from.owner }),
      index: from.index,
      ...(toOwner === undefined || toOwner === owner || to.owner === from.owner
        ? {}
        : { [toOwner]: to.owner }),
      [row.place?.index ?? ""]: to.index,
    });
  }

  /** The operation that renames a part and every reference to it. */
  rename(part: string, name: string, to: string): AnyOp | undefined {
    return this.#byName("rename", part, name, { to });
  }

  /** The operation that changes the members of a named part. */
  updateNamed(part: string, name: string, change: object): AnyOp | undefined {
    return this.#byName("update", part, name, change);
  }

  /** The operation that changes the members of an item, or replaces it with `whole` where it has no members. */
  updateItem(
    list: string,
    at: { owner: string | number | null; index: number },
    change: object | undefined,
    whole: unknown,
  ): AnyOp | undefined {
    const update = change && this.#byIndex("update", list, at.owner, at.index, change);
    if (update) return update;
    const row = this.#rows.find((row) => row.verb === "set" && aimsAt(row, list) && row.member === undefined);
    return row && this.#byIndex("set", list, at.owner, at.index, { [row.payload?.field ?? ""]: whole });
  }

  /** True when items of a list are replaced instead of being changed. */
  replaces(list: string): boolean {
    return !this.#rows.some((row) => row.verb === "update" && aimsAt(row, list));
  }

  /** The operation that changes the members of an inner part. */
  updatePart(inner: string, owner: string | null, change: object): AnyOp | undefined {
    const row = this.#rows.find(({ verb, target }) =>
      verb === "update" && target?.by === "part" && target.of === inner
    );
    if (row?.target?.by !== "part") return undefined;
    return this.#fill(row, {
      ...(row.target.field === undefined ? {} : { [row.target.field]: owner }),
      ...change,
    });
  }

  /** The operation that replaces the whole document. */
  setDocument(document: unknown): AnyOp {
    const row = this.#rows.find(({ verb, target }) =>
      verb === "set" && target?.by === "part" && target.of === "document"
    );
    if (!row) throw new Error("No operation replaces the document.");
    return this.#fill(row, { [row.payload?.field ?? "document"]: document });
  }

  #byName(verb: Verb, part: string, name: string, rest: object): AnyOp | undefined {
    for (const row of this.#rows) {
      if (row.verb !== verb || row.target?.by !== "name" || !this.#names(row.target.of, part)) continue;
      return this.#fill(row, { [row.target.field]: name, ...rest });
    }
    return undefined;
  }

  #byIndex(
    verb: Verb,
    list: string,
    owner: string | number | null,
    index: number,
    rest: object,
  ): AnyOp | undefined {
    const row = this.#rows.find((row) => row.verb === verb && aimsAt(row, list));
    if (row?.target?.by !== "index") return undefined;
    const field = row.target.owner;
    return this.#fill(row, {
      ...(field === undefined ? {} : { [field]: owner }),
      ...choiceField(row.target.list, list),
      index,
      ...rest,
    });
  }

  #inserting(verb: Verb, list: string, fits: (row: OpRow) => boolean = () => true): OpRow | undefined {
    return this.#rows.find((row) =>
      row.verb === verb && row.place && offers(row.place.list, list) && fits(row)
    );
  }

  #names(of: string, part: string): boolean {
    return of === part ||
      (this.#structure.spaceOf(part) === of && this.#structure.model.parts[of] === undefined);
  }

  /** An operation with its fields in the order of the row; those that are `undefined` are left out. */
  #fill(row: OpRow, values: Members): AnyOp {
    const op: Members = { op: row.op };
    for (const { name } of row.fields) {
      const value = values[name];
      if (value !== undefined) op[name] = value;
    }
    return op as AnyOp;
  }
}

function aimsAt({ target }: OpRow, list: string): boolean {
  return target?.by === "index" && offers(target.list, list);
}

function offers(spec: string | ListChoice, list: string): boolean {
  return typeof spec === "string" ? spec === list : Object.values(spec.lists).includes(list);
}

function placeFields(
  row: OpRow,
  list: string,
  owner: string | number | null,
  index: number | undefined,
): Members {
  const { place } = row;
  if (!place) return {};
  return {
    ...(place.owner?.[0] === undefined ? {} : { [place.owner[0]]: owner }),
    ...choiceField(place.list, list),
    ...(place.index === undefined ? {} : { [place.index]: index }),
  };
}

/** The field that chooses a list, with its value. */
function choiceField(spec: string | ListChoice, list: string): Members {
  if (typeof spec === "string") return {};
  const value = Object.keys(spec.lists).find((key) => spec.lists[key] === list);
  if (value === undefined || value === "undefined") return {};
  return { [spec.field]: value === "true" ? true : value };
}
