import { equalJson } from "../json/equal.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { done, refused, type Result } from "../refusal.ts";
import type { ShapeTable } from "../shape/shape.ts";
import { type Algebra, apply } from "./apply.ts";
import { diff } from "./diff.ts";
import { Draft } from "./draft.ts";
import { PatchError } from "./error.ts";
import { invert } from "./invert.ts";
import { lineOf, type OpLine } from "./line.ts";
import { itemsOf, type Members, type Model, Structure } from "./model.ts";
import { checkTable, parseOps } from "./parse.ts";
import { type Gone, goneNames } from "./rebase/context.ts";
import { broughtNames } from "./rebase/effect.ts";
import { type ChangeStep, type Overwritten, rebase, type RebaseResult } from "./rebase/rebase.ts";
import { type AnyOp, listNamed, type OpRow, rowOf } from "./row.ts";

/** The operations of a kind of document and their laws. All functions are pure. */
export interface Changes<Doc extends object = JsonObject, Op extends AnyOp = AnyOp> {
  /** The parts of documents. */
  readonly model: Model;
  /** The operations, one row each. */
  readonly rows: readonly OpRow[];
  /** The names of the operations. */
  readonly names: readonly string[];
  /** Checks that a value is a list of operations, each with its fields. */
  parse(value: unknown): Result<Op[]>;
  /** Applies operations one after the other: all of them or none. */
  apply(document: Doc, ops: readonly Op[]): Result<Doc>;
  /** The operations that turn one document into another; `null` is the empty document. */
  diff(from: Doc | null, to: Doc): Op[];
  /** The operations that undo operations that apply to `before`. */
  invert(ops: readonly Op[], before: Doc): Op[];
  /** The names that disappear with a change: what {@linkcode Changes.rebase} needs beside its operations. */
  gone(before: Doc, after: Doc, ops: readonly Op[]): Gone;
  /** Adapts operations to what happened since the document they were made from. */
  rebase(
    ops: readonly Op[],
    over: readonly ChangeStep<Op>[],
    gone?: Gone,
    onOverwritten?: (overwritten: Overwritten) => void,
  ): RebaseResult<Op>;
  /** An operation as a line for a person. */
  line(op: Op): OpLine;
  /** The part that an operation adds; `undefined` when it adds nothing. */
  added(op: Op): unknown;
  /** True when what an operation adds can be in a document only once, because of its name. */
  isUnique(op: Op): boolean;
  /** Number of copies that a document has of the part that an operation adds. */
  count(op: Op, document: Doc): number;
  /** The part of an operation that only adds, for where the rest of it cannot be applied. */
  additions(op: Op, document: Doc): Op[];
}

/** The source of the operations of a kind of document. */
export interface ChangesSource {
  /** The parts of documents. */
  readonly model: Model;
  /** The operations, one row each. */
  readonly rows: readonly OpRow[];
  /** The shapes of the parts that operations carry. */
  readonly shapes: ShapeTable;
  /** The document that {@linkcode Changes.diff} starts from without one. */
  empty(next: Members): Members;
}

/** The model and the rows of a kind, ready for use. */
export function algebraOf({ model, rows }: Pick<ChangesSource, "model" | "rows">): Algebra {
  return { structure: new Structure(model), rows: new Map(rows.map((row) => [row.op, row])) };
}

/** Makes the operations of a kind of document from its model and its rows. */
export function changesOf<Doc extends Members = JsonObject, Op extends AnyOp = AnyOp>(
  source: ChangesSource,
): Changes<Doc, Op> {
  return changesWith(source, algebraOf(source));
}

/** The same for a model that is read already. */
export function changesWith<Doc extends Members, Op extends AnyOp>(
  source: ChangesSource,
  algebra: Algebra,
): Changes<Doc, Op> {
  const { rows, shapes } = source;
  const table = checkTable(algebra.structure, rows, shapes);
  return {
    model: source.model,
    rows,
    names: rows.map(({ op }) => op),
    parse: (value) => attempt(() => parseOps(algebra.rows, table, value, "parseOps") as Op[]),
    apply: (document, ops) => attempt(() => apply(algebra, document, ops) as Doc),
    diff: (from, to) => diff(algebra, from ?? source.empty(to), to) as Op[],
    invert: (ops, before) => invert(algebra, ops, before) as Op[],
    gone: (before, after, ops) => goneNames(algebra, before, after, ops),
    rebase: (ops, over, gone, onOverwritten) =>
      rebase(algebra, ops, over, gone, onOverwritten) as RebaseResult<Op>,
    line: (op) => lineOf(algebra.rows, op),
    added: (op) => added(algebra, op),
    isUnique: (op) => isUnique(algebra, op),
    count: (op, document) => count(algebra, op, document),
    additions: (op, document) => additions(algebra, op, document) as Op[],
  };
}

function attempt<Value>(run: () => Value): Result<Value> {
  try {
    return done(run());
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return refused(error);
  }
}

function added({ rows }: Algebra, op: AnyOp): unknown {
  const row = rowOf(rows, op);
  return row?.verb === "add" ? op[row.payload?.field ?? ""] : undefined;
}

function isUnique({ structure, rows }: Algebra, op: AnyOp): boolean {
  const row = rowOf(rows, op);
  return row?.verb === "add" && row.payload !== undefined && structure.isNamed(row.payload.as);
}

/** Number of copies of an added part: found by its name, else by its whole value in its list. */
function count({ structure, rows }: Algebra, op: AnyOp, document: Members): number {
  const row = rowOf(rows, op);
  if (row?.verb !== "add" || !row.payload || !row.place || !isObject(document)) return 0;
  const draft = new Draft(structure, document);
  const item = op[row.payload.field];
  const name = structure.nameOf(row.payload.as, item);
  if (name !== undefined) return draft.find(row.payload.as, name) ? 1 : 0;
  const list = structure.list(listNamed(row.place.list, op) ?? "");
  const field = row.place.owner?.[0];
  const of = field === undefined ? null : op[field];
  const owner = typeof of === "string" ? draft.find(list.owner, of) : draft.topPlace;
  return itemsOf(owner?.value, list).filter((one) => equalJson(one, item)).length;
}

/** Of an operation that sets a list of named parts: additions of those whose names are free. */
function additions({ structure, rows }: Algebra, op: AnyOp, document: Members): AnyOp[] {
  const row = rowOf(rows, op);
  if (row?.verb !== "set" || row.target?.by !== "name" || row.member === undefined || !isObject(document)) {
    return [];
  }
  const name = op[row.target.field];
  const held = op[row.payload?.field ?? ""];
  if (typeof name !== "string" || !isObject(held)) return [];
  const draft = new Draft(structure, document);
  const list = structure.listsOf(row.target.of).find(({ path, of }) =>
    path[0] === row.member && structure.isNamed(of)
  );
  const adding = list && [...rows.values()].find((one) => one.verb === "add" && one.payload?.as === list.of);
  if (!list || !adding?.payload) return [];
  const { field } = adding.payload;
  return itemsOf({ [row.member]: held }, list).flatMap((item) => {
    const fields = { op: adding.op, [field]: item };
    const names = broughtNames(structure, fields, adding);
    if (structure.nameOf(list.of, item) === undefined) return [];
    if (names.some((one) => structure.partsIn(one.space).some((part) => draft.find(part, one.name)))) {
      return [];
    }
    const [owner = ""] = adding.place?.owner ?? [];
    const choice = typeof adding.place?.list === "object" ? { [adding.place.list.field]: true } : {};
    return [{ ...fields, [owner]: name, ...choice }];
  });
}
