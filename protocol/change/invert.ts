import { equalJson } from "../json/equal.ts";
import { isObject } from "../json/value.ts";
import type { AnyOp } from "./row.ts";
import { type Algebra, apply } from "./apply.ts";
import { diff } from "./diff.ts";
import { Draft, type Place } from "./draft.ts";
import { Refusal, refuse } from "./error.ts";
import { insertionIndex } from "./lists.ts";
import { memberChange } from "./members.ts";
import { DOCUMENT, itemsOf, type ListInfo, type Members, valueAt } from "./model.ts";
import { type ListChoice, listNamed, type OpRow, rowOf } from "./row.ts";
import { Work } from "./work.ts";

/** Longer lists of operations are inverted as one difference, which costs two looks at the document instead of many. */
const MAX_ONE_BY_ONE = 64;

/**
 * The operations that undo operations, in the order to apply them. They say what was done backwards (`state.add` for
 * `state.remove`, a move for a move), so that they still fit when others have changed other parts of the document.
 *
 * @param before The document before the first of them.
 * @throws {PatchError} When `ops` do not apply to `before`.
 */
export function invert(algebra: Algebra, ops: readonly AnyOp[], before: Members): AnyOp[] {
  const end = apply(algebra, before, ops);
  if (ops.length > MAX_ONE_BY_ONE) return diff(algebra, end, before);
  const undo: AnyOp[][] = [];
  let now = before;
  for (const op of ops) {
    const after = apply(algebra, now, [op]);
    undo.push(directInverse(algebra, op, now, after) ?? diff(algebra, after, now));
    now = after;
  }
  return undo.reverse().flat();
}

/** The inverse by the operation's own row; `undefined` when that does not lead back exactly. */
function directInverse(algebra: Algebra, op: AnyOp, before: Members, after: Members): AnyOp[] | undefined {
  const row = rowOf(algebra.rows, op);
  if (!row) return undefined;
  const work = new Work(algebra, after);
  try {
    new Inversion(work, new Draft(algebra.structure, before), row, op).run();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return equalJson(work.draft.top, before) ? work.ops : undefined;
}

/** One operation being undone: `work` begins with the document after it, `before` is the one before it. */
class Inversion {
  readonly #work: Work;
  readonly #before: Draft;
  readonly #row: OpRow;
  readonly #op: Members;

  constructor(work: Work, before: Draft, row: OpRow, op: Members) {
    this.#work = work;
    this.#before = before;
    this.#row = row;
    this.#op = op;
  }

  run(): void {
    switch (this.#row.verb) {
      case "add":
        return this.#undoAdd();
      case "remove":
        return this.#undoRemove();
      case "move":
        return this.#undoMove();
      case "rename":
        return this.#undoRename();
      case "update":
      case "set":
        return this.#undoChange();
      case "report":
        return;
    }
  }

  #undoAdd(): void {
    const { list, owner } = this.#destination();
    const item = this.#op[this.#row.payload?.field ?? ""];
    const name = this.#work.draft.structure.nameOf(list.of, item);
    const index = this.#insertedAt(itemsOf(owner.value, list).length);
    this.#work.emit(
      name === undefined
        ? this.#work.write.removeItem(list.name, this.#work.address(owner), index)
        : this.#work.write.removeNamed(list.of, name),
    );
    this.#settle(owner);
  }

  #undoRemove(): void {
    const { place, owner, list, index } = this.#taken();
    this.#work.emit(this.#work.write.add(list.name, this.#work.address(owner), place, index));
    this.#settle(owner);
  }

  #undoMove(): void {
    const { write, draft } = this.#work;
    const { place, owner, list, index } = this.#taken();
    const to = this.#destination();
    const name = draft.structure.nameOf(list.of, place);
    const isSame = owner.value === to.owner.value;
    if (name !== undefined) {
      const back = { list: list.name, owner: this.#address(owner), index, isElsewhere: false };
      this.#work.emit(write.moveNamed(list.of, name, back));
    } else {
      const length = itemsOf(to.owner.value, to.list).length - (isSame ? 1 : 0);
      const from = { owner: this.#address(to.owner), index: this.#insertedAt(length) };
      this.#work.emit(write.moveItem(list.name, from, { owner: this.#address(owner), index }));
    }
    this.#settle(owner);
    if (!isSame) this.#settle(to.owner);
  }

  #undoRename(): void {
    const { target } = this.#row;
    if (target?.by !== "name") return;
    const [name, to] = [this.#op[target.field] as string, this.#op.to as string];
    const { part } = this.#before.place(target.of, name);
    this.#work.emit(this.#work.write.rename(part, to, name));
  }

  #undoChange(): void {
    const { target, member, payload } = this.#row;
    if (target?.by === "name") return this.#undoNamed(target.of, this.#op[target.field] as string, member);
    if (target?.by === "part") return this.#undoInner(target.of, target.field);
    if (target?.by !== "index") return;
    const { owner, list } = this.#itemOwner();
    const index = this.#op.index as number;
    const [now, then] = [itemsOf(this.#now(owner).value, list)[index], itemsOf(owner.value, list)[index]];
    const at = { owner: this.#address(owner), index };
    if (payload && this.#row.verb === "set") {
      this.#work.emit(this.#work.write.updateItem(list.name, at, undefined, then));
      return;
    }
    const change = memberChange(now as Members, then as Members);
    if (change) this.#work.emit(this.#work.write.updateItem(list.name, at, change, then));
  }

  #undoNamed(of: string, name: string, member: string | undefined): void {
    const then = this.#before.place(of, name);
    if (member !== undefined) {
      const value = then.value[member] ?? null;
      const field = this.#row.payload?.field ?? "";
      this.#work.emit({ ...this.#op, op: this.#row.op, [field]: value });
      return this.#settle(then);
    }
    const { key } = this.#work.draft.structure.part(then.part);
    const patch = this.#op.patch as Members;
    const now = this.#work.draft.place(then.part, (patch[key?.member ?? ""] as string | undefined) ?? name);
    this.#work.settle(now, then.value, true);
  }

  #undoInner(inner: string, field: string | undefined): void {
    const info = this.#work.draft.structure.inners.get(inner);
    if (!info) return refuse("unknown_op", null, "the whole document changed.");
    const name = field === undefined ? null : this.#op[field] as string;
    const owner = name === null ? this.#before.topPlace : this.#before.place(info.owner, name);
    const [now, then] = [valueAt(this.#now(owner).value, info.path), valueAt(owner.value, info.path)];
    if (!isObject(now) || !isObject(then)) return this.#settle(owner);
    const change = memberChange(now, then);
    if (change) this.#work.emit(this.#work.write.updatePart(inner, name, change));
  }

  /** The part that was taken out, and its old position. */
  #taken(): { place: Members; owner: Place; list: ListInfo; index: number } {
    const { target } = this.#row;
    if (target?.by === "name") {
      const { value, owner, list } = this.#before.place(target.of, this.#op[target.field] as string);
      if (!owner || !list) return refuse("root", null, "a root has no list to go back to.");
      return { place: value, owner, list, index: itemsOf(owner.value, list).indexOf(value) };
    }
    const { owner, list } = this.#itemOwner();
    const index = this.#op.index as number;
    return { place: itemsOf(owner.value, list)[index] as Members, owner, list, index };
  }

  #itemOwner(): { owner: Place; list: ListInfo } {
    const { target } = this.#row;
    if (target?.by !== "index") return refuse("bad_op", null, "the operation names no item.");
    const list = this.#list(target.list);
    const of = target.owner === undefined ? null : this.#op[target.owner] as string | number;
    return { owner: this.#before.owner(list, of), list };
  }

  /** The list that something was put into, and its owner before that. */
  #destination(): { owner: Place; list: ListInfo } {
    const { place } = this.#row;
    const list = this.#list(place?.list);
    const field = place?.owner?.find((name) => this.#op[name] !== undefined);
    const of = field === undefined ? null : this.#op[field] as string | number | null;
    return { owner: this.#before.owner(list, of), list };
  }

  #list(list: string | ListChoice | undefined): ListInfo {
    const name = list === undefined ? undefined : listNamed(list, this.#op);
    return name === undefined
      ? refuse("bad_op", null, "the operation names no list.")
      : this.#before.structure.list(name);
  }

  #insertedAt(length: number): number {
    const field = this.#row.place?.index;
    return insertionIndex(length, field === undefined ? undefined : this.#op[field]);
  }

  /** The same part in the document after the operation. */
  #now(then: Place): Place {
    const { draft } = this.#work;
    if (then.part === DOCUMENT) return draft.topPlace;
    const of = this.#address(then);
    if (typeof of === "string") return draft.place(then.part, of);
    return then.list ? draft.item(then.list, null, of ?? 0) : draft.root(then.part);
  }

  #address(place: Place): string | number | null {
    return this.#work.address(place);
  }

  /** Restores what a part has besides the lists of named parts below it. */
  #settle(then: Place): void {
    this.#work.settle(this.#now(then), then.value);
  }
}
