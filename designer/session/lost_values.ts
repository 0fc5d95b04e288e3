import type { Overwrote } from "@loom/hub/client";
import {
  type AnyOp,
  type Changes,
  type ChangeStep,
  equalJson,
  followChange,
  type JsonObject,
  memberAt,
  popEdit,
  pushEdit,
  type Rollback,
  type UndoStack,
  withMemberAt,
} from "@loom/protocol";
import type { LostValue } from "./session_types.ts";

/** The most lost values that are offered; of more, the latest. */
const MAX_VALUES = 50;

/** A lost value, and the edit that puts it back. */
interface Kept {
  readonly value: LostValue;
  readonly edit: UndoStack;
}

/** The values that someone has overwritten without having seen them, for the person to put back. */
export class LostValues {
  #kept: readonly Kept[] = [];
  #count = 0;

  /** The values, the oldest first. */
  get list(): readonly LostValue[] {
    return this.#kept.map(({ value }) => value);
  }

  /** Offers the values that a change has overwritten. */
  add(changes: Changes, { overwrote, origin, after }: Overwrote, view: JsonObject | null): void {
    const kept = overwrote.flatMap(({ path, was, by }): Kept[] => {
      const back = withMemberAt(after, path, was);
      const now = memberAt(after, path);
      const value = { id: ++this.#count, path, of: nameAt(after, path), was, now, by, overwrittenBy: origin };
      const edit = followChange(pushEdit([], changes.diff(after, back), after, back), view, null);
      return equalJson(back, after) ? [] : [{ value, edit }];
    });
    this.#kept = [...this.#kept, ...kept].slice(-MAX_VALUES);
  }

  /** Offers the changes that an older content of the file took away. */
  addRollback(
    changes: Changes,
    { vanished, back }: Rollback,
    now: JsonObject,
    view: JsonObject | null,
  ): void {
    const rolledBack = vanished.map((op) => changes.line(op)).map(({ sign, text }) => `${sign} ${text}`);
    const facts = { path: "", was: undefined, now: undefined, by: "file", overwrittenBy: "file", rolledBack };
    const edit = back ? followChange(pushEdit([], back.ops, now, back.after), view, null) : [];
    this.#kept = [...this.#kept, { value: { id: ++this.#count, ...facts }, edit }].slice(-MAX_VALUES);
  }

  /** Takes in a change of the document. A value that is back is offered no more. */
  follow(changes: Changes, after: JsonObject | null, steps: readonly ChangeStep[] | null): void {
    this.#kept = this.#kept.flatMap((one): Kept[] => {
      const edit = followChange(one.edit, after, steps);
      const popped = popEdit(changes, edit);
      return popped?.edit && equalJson(popped.edit.after, after) ? [] : [{ ...one, edit }];
    });
  }

  /** The operations that put a value back, or why that cannot be; `undefined` for a value that is not offered. */
  take(
    changes: Changes,
    id: number,
  ): { readonly ops: readonly AnyOp[] } | { readonly reason: string } | undefined {
    const found = this.#kept.find(({ value }) => value.id === id);
    if (found === undefined) return undefined;
    this.drop(id);
    const popped = popEdit(changes, found.edit);
    return popped?.edit ? { ops: popped.edit.ops } : { reason: popped?.reason ?? "The document has gone." };
  }

  /** Offers a value no more. */
  drop(id: number): void {
    this.#kept = this.#kept.filter(({ value }) => value.id !== id);
  }
}

/** The name of the innermost element that has a value; `undefined` for a value of the document itself. */
function nameAt(document: JsonObject, path: string): string | undefined {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const { name, id = name } = (memberAt(document, path.slice(0, end)) ?? {}) as Readonly<
      Record<string, unknown>
    >;
    if (typeof id === "string") return id;
  }
  return undefined;
}
