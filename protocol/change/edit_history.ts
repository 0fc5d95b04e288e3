import { equalJson } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { Changes } from "./changes.ts";
import { refused, type Result } from "../refusal.ts";
import type { ChangeStep, Overwritten } from "./rebase/rebase.ts";
import type { AnyOp } from "./row.ts";
import { type AdaptedOps, adaptOps, type Fork, forkAfter } from "./fork.ts";

/** An edit as a list of edits names it. */
export interface EditRecord {
  /** The time of the write, in milliseconds since 1970. */
  readonly time: number;
  /** The effect of the edit. */
  readonly sentence: string;
  /** The revision before. */
  readonly before: string | undefined;
  /** The revision after. */
  readonly after: string;
  /** The paths of all documents of an edit of several. */
  readonly together?: readonly string[] | undefined;
}

/** Operations that can be applied later, such as those that undo an edit. */
export interface UndoEntry {
  /** The operations. */
  readonly ops: readonly AnyOp[];
  /** The document that the operations were made for, with the operations applied. */
  readonly to: JsonObject;
  /** The document that the operations were made for, and what happened since. */
  readonly fork: Fork;
  /** The edit that they undo or redo. */
  readonly note?: EditRecord | undefined;
}

/**
 * Edits to apply one after the other, the last added first; each begins where the one before it ends. Changes of others are
 * kept beside them, and each is adapted to these when it is taken.
 */
export type UndoStack = readonly UndoEntry[];

/** The edit on top of a stack. */
export interface PoppedEdit {
  /** The operations to apply now; `undefined` when the changes of others conflict with them. */
  readonly edit: AdaptedOps | undefined;
  /** Why they cannot be applied. */
  readonly reason: string | undefined;
  /** The stack without it. */
  readonly rest: UndoStack;
  /** The edit that was undone or redone. */
  readonly note: EditRecord | undefined;
}

/** The most entries that are kept; then the oldest goes. */
const MAX_ENTRIES = 200;
/** The most steps that are kept beside an entry; then only the document that they lead to. */
const MAX_STEPS = 64;

/** Adds operations that lead from the present document to another. */
export function pushEdit(
  stack: UndoStack,
  ops: readonly AnyOp[],
  from: JsonObject,
  to: JsonObject,
  note?: EditRecord,
): UndoStack {
  return [...stack, { ops, to, fork: { under: from, now: from, across: [] }, note }].slice(-MAX_ENTRIES);
}

/** The stack after a change of the document that is not in it; `null` as steps means that only the result is known. */
export function followChange(
  stack: UndoStack,
  now: JsonObject | null,
  steps: readonly ChangeStep[] | null,
): UndoStack {
  const top = stack.at(-1);
  if (top === undefined || now === null) return [];
  if (now === top.fork.now) return stack;
  return [...stack.slice(0, -1), followed(top, now, steps)];
}

/** Takes the edit on top; `undefined` for an empty stack. */
export function popEdit(changes: Changes, stack: UndoStack): PoppedEdit | undefined {
  const top = stack.at(-1);
  if (top === undefined) return undefined;
  const { ops, to, fork, note } = top;
  const adapted = adaptedEdit(changes, top);
  // After a conflict the next entry has to adapt to the document as it is.
  const next: Fork = adapted.ok
    ? forkAfter(changes, ops, to, fork, adapted.value.after)
    : { under: to, now: fork.now, across: null };
  const below = stack.at(-2);
  const rest = below ? [...stack.slice(0, -2), followed(below, next.now, next.across)] : [];
  return adapted.ok
    ? { edit: adapted.value, reason: undefined, rest, note }
    : { edit: undefined, reason: adapted.refusal.message, rest, note };
}

/** The operations of an entry for the document as it is; refused when they would overwrite what others set meanwhile. */
function adaptedEdit(changes: Changes, { ops, to, fork }: UndoEntry): Result<AdaptedOps> {
  const theirs: Overwritten[] = [];
  const adapted = adaptOps(changes, ops, to, fork, (overwritten) => void theirs.push(overwritten));
  const [first] = theirs;
  if (!adapted.ok || first === undefined) return adapted;
  return refused({ code: "conflict", message: `"${first.member}" was set to another value meanwhile` });
}

function followed(entry: UndoEntry, now: JsonObject, steps: readonly ChangeStep[] | null): UndoEntry {
  const { under, across } = entry.fork;
  if (steps?.length === 0) return { ...entry, fork: { under, now, across } };
  const isShort = across !== null && steps !== null && across.length + steps.length <= MAX_STEPS;
  return { ...entry, fork: { under, now, across: isShort ? [...across, ...steps] : null } };
}

/** A direction in a history. */
export type Direction = "undo" | "redo";

/** The edits of one party that it can undo, and redo. */
export interface EditHistory {
  /** The operations that undo edits. */
  readonly undos: UndoStack;
  /** The operations that redo what was undone. */
  readonly redos: UndoStack;
}

/** The history of a party that has edited nothing. */
export const NO_EDITS: EditHistory = { undos: [], redos: [] };

/** A step of undo or redo that can be taken, or the reason why it cannot. */
export type HistoryStep =
  | AdaptedOps & { readonly rest: EditHistory; readonly note: EditRecord | undefined }
  | { readonly reason: string; readonly rest: EditHistory };

/** The history after a change by others. */
export function followHistory(
  { undos, redos }: EditHistory,
  now: JsonObject | null,
  steps: readonly ChangeStep[] | null,
): EditHistory {
  return { undos: followChange(undos, now, steps), redos: followChange(redos, now, steps) };
}

/** The history after an edit of its own, which ends what can be redone. */
export function recordEdit(
  changes: Changes,
  { undos }: EditHistory,
  ops: readonly AnyOp[],
  before: JsonObject,
  after: JsonObject,
  note?: EditRecord,
): EditHistory {
  return { undos: pushEdit(undos, changes.invert(ops, before), after, before, note), redos: [] };
}

/**
 * The next step in a direction from the present document. Steps that change nothing any more are skipped.
 *
 * @returns `undefined` when there is none.
 */
export function nextStep(
  changes: Changes,
  history: EditHistory,
  direction: Direction,
  now: JsonObject,
): HistoryStep | undefined {
  const stack = direction === "undo" ? "undos" : "redos";
  for (let rest = history;;) {
    const popped = popEdit(changes, rest[stack]);
    if (popped === undefined) return undefined;
    rest = { ...rest, [stack]: popped.rest };
    const { edit, reason = "", note } = popped;
    if (edit === undefined) return { reason, rest };
    if (!equalJson(now, edit.after)) return { ...edit, rest, note };
  }
}

/**
 * The history after a step was taken.
 *
 * @param rest The history that came with the step.
 */
export function recordStep(
  changes: Changes,
  rest: EditHistory,
  direction: Direction,
  { ops, after, note }: AdaptedOps & { readonly note?: EditRecord | undefined },
  before: JsonObject,
): EditHistory {
  const stack = direction === "undo" ? "redos" : "undos";
  return { ...rest, [stack]: pushEdit(rest[stack], changes.invert(ops, before), after, before, note) };
}

/** Several steps that can be taken, with the history after them, or why not and the history without what is blocked. */
export type HistorySteps =
  | AdaptedOps & { readonly history: EditHistory }
  | { readonly taken: number; readonly reason: string | undefined; readonly rest: EditHistory };

/** The next steps in a direction from the present document, all or none; the reason is `undefined` at the end. */
export function nextSteps(
  changes: Changes,
  history: EditHistory,
  direction: Direction,
  now: JsonObject,
  count: number,
): HistorySteps {
  const ops: AnyOp[] = [];
  let [after, stepped] = [now, history];
  for (let taken = 0; taken < count; taken++) {
    const step = nextStep(changes, stepped, direction, after);
    if (step === undefined) return { taken, reason: undefined, rest: history };
    if ("reason" in step) return { taken, reason: step.reason, rest: taken === 0 ? step.rest : history };
    stepped = recordStep(changes, step.rest, direction, step, after);
    after = step.after;
    ops.push(...step.ops);
  }
  return { ops, after, history: stepped };
}

/** An edit in a history. */
export interface ListedEdit extends Partial<EditRecord> {
  /** The operations that make it again, with every place spelled out. */
  readonly ops: readonly AnyOp[];
  /** The operations that undo it. */
  readonly inverse: readonly AnyOp[];
  /** True when it is undone. */
  readonly undone: boolean;
}

/** The edits of a history, the newest first. */
export function listEdits(changes: Changes, { undos, redos }: EditHistory): readonly ListedEdit[] {
  const other = ({ ops, fork }: UndoEntry) => changes.invert(ops, fork.under);
  return [
    ...redos.map((entry) => ({ ...entry.note, ops: entry.ops, inverse: other(entry), undone: true })),
    ...undos.toReversed().map((entry) => ({
      ...entry.note,
      ops: other(entry),
      inverse: entry.ops,
      undone: false,
    })),
  ];
}
