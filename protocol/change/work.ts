import { cloneJson } from "../json/clone.ts";
import type { AnyOp } from "./row.ts";
import { type Algebra, applyOp, draftOf } from "./apply.ts";
import type { Draft, Place } from "./draft.ts";
import { Refusal } from "./error.ts";
import { memberChange } from "./members.ts";
import { DOCUMENT, type InnerInfo, itemsOf, type ListInfo, type Members, valueAt } from "./model.ts";
import { Writer } from "./row.ts";

/**
 * A list of operations in the making, and the document as it is after them. Whoever adds to the list sees the
 * very document that the next operation will meet, so that every index is right by construction.
 */
export class Work {
  /** The operations so far. */
  readonly ops: AnyOp[] = [];
  /** The document after them. */
  readonly draft: Draft;
  /** Writes operations. */
  readonly write: Writer;
  readonly #algebra: Algebra;

  /** Begins with a document and no operations. */
  constructor(algebra: Algebra, document: Members) {
    this.#algebra = algebra;
    this.draft = draftOf(algebra, document);
    this.write = new Writer(algebra.structure, [...algebra.rows.values()]);
  }

  /**
   * Adds an operation, as a copy that shares nothing with the documents it was made from.
   *
   * @throws {Refusal} When there is no such operation, or the document does not take it.
   */
  emit(op: AnyOp | undefined): void {
    if (op === undefined) throw new Refusal("unknown_op", null, "no operation says that.");
    const own = cloneJson(op);
    applyOp(this.#algebra, this.draft, own);
    this.ops.push(own);
  }

  /** The address of the owner of a list in operations: its name, else its index; `null` for the document. */
  address(owner: Place): string | number | null {
    const { structure } = this.draft;
    if (owner.part === DOCUMENT) return null;
    const name = structure.nameOf(owner.part, owner.value);
    if (name !== undefined) return name;
    return owner.owner && owner.list
      ? itemsOf(this.draft.current(owner.owner.value), owner.list).indexOf(this.draft.current(owner.value))
      : null;
  }

  /**
   * Makes a part read exactly like another version of it, where the named parts below it are right already: the
   * members of its inner parts, an emptied list, the order of keys.
   *
   * @param place The part as it is now.
   * @param next Its other version.
   * @param isWhole Whether lists of named parts are compared too.
   */
  settle(place: Place, next: Members, isWhole = false): void {
    const { structure } = this.draft;
    const settled = new Set<string>();
    for (const list of isWhole ? [] : structure.bearingListsOf(place.part)) {
      if (itemsOf(place.value, list).length === 0 || itemsOf(next, list).length === 0) continue;
      const inner = this.#innerAround(list);
      if (inner) this.#settleInner(place, inner, list, next);
      settled.add(list.path[0] ?? "");
    }
    const change = memberChange(place.value, next, (key) => settled.has(key));
    if (change) this.emit(this.#update(place, change, next));
  }

  /** The operation that changes members of a part. */
  #update(place: Place, change: object, whole: unknown): AnyOp | undefined {
    const { part, owner, list, value } = place;
    const name = this.draft.structure.nameOf(part, value);
    if (name !== undefined) return this.write.updateNamed(part, name, change);
    if (part === DOCUMENT) return this.write.updatePart(DOCUMENT, null, change);
    if (!owner || !list) return undefined;
    const index = itemsOf(this.draft.current(owner.value), list).indexOf(this.draft.current(value));
    return this.write.updateItem(list.name, { owner: this.address(owner), index }, change, whole);
  }

  #innerAround({ owner, path }: ListInfo): InnerInfo | undefined {
    return this.draft.structure.innersOf(owner).find((inner) =>
      inner.path.length < path.length && inner.path.every((key, at) => path[at] === key)
    );
  }

  #settleInner(place: Place, inner: InnerInfo, list: ListInfo, next: Members): void {
    const [now, then] = [valueAt(place.value, inner.path), valueAt(next, inner.path)] as [Members, Members];
    const held = list.path[inner.path.length];
    const change = memberChange(now, then, (key) => key === held);
    const name = this.draft.structure.nameOf(place.part, place.value) ?? null;
    if (change) this.emit(this.write.updatePart(inner.name, name, change));
  }
}
