import {
  type Action,
  type ActionBlock,
  type Assign,
  type ForEachAction,
  type IfAction,
  isObject,
  type SendAction,
  type TimerStart,
} from "@loom/protocol";

/** The effect of one action: exactly one. */
export type ActionEffect =
  | { readonly kind: "code"; readonly code: string }
  | {
    readonly kind: "timerStart";
    readonly timer: string;
    readonly duration: string | number;
    readonly repeat?: string | number;
  }
  | { readonly kind: "timerStop"; readonly timer: string }
  | { readonly kind: "raise"; readonly event: string; readonly data?: string }
  | {
    readonly kind: "send";
    readonly event: string;
    readonly data?: string;
    /** Milliseconds. */
    readonly delay?: string | number;
    /** The name by which it is cancelled. */
    readonly id?: string;
    /** The machine that gets it: the id of an invoked one, or `parent`. */
    readonly to?: string;
  }
  | {
    readonly kind: "if";
    readonly condition: string;
    readonly then: readonly Action[];
    readonly otherwise: readonly Action[];
  }
  | {
    readonly kind: "forEach";
    readonly list: string;
    readonly item: string;
    readonly index: string;
    readonly actions: readonly Action[];
  }
  | { readonly kind: "log"; readonly value: string }
  | { readonly kind: "none" };

const NO_ACTIONS: readonly Action[] = [];
const NOTHING: Action = {};
const NO_EFFECT: ActionEffect = { kind: "none" };

/**
 * The actions of an entry or exit block, or of a transition's list, one for one and in order: a plain string
 * becomes `{ code }`, a block given as a list is that list, and an entry that is no action becomes one that does
 * nothing, so that an index means the same here and in the document.
 *
 * @example
 * ```ts
 * import { actionsOf } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(actionsOf({ actions: [{ code: "open()" }] }), [{ code: "open()" }]);
 * assertEquals(actionsOf(["open()"]), [{ code: "open()" }]);
 * ```
 */
export function actionsOf(block: ActionBlock | readonly unknown[] | null | undefined): readonly Action[] {
  const list: unknown = isObject(block) ? block.actions : block;
  if (!Array.isArray(list) || list.length === 0) return NO_ACTIONS;
  return list.every(isObject) ? list as Action[] : list.map(toAction);
}

function toAction(entry: unknown): Action {
  if (typeof entry === "string") return { code: entry };
  return isObject(entry) ? entry : NOTHING;
}

/**
 * The effect of an action. Of several members the first of `code`, `timerStart`, `timerStop`, `raise`, `assign`, `if`,
 * `forEach`, `send`, `cancel` and `log` counts; blank text and members of the wrong type count as absent. An assignment
 * is code.
 *
 * @example
 * ```ts
 * import { effectOf } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(effectOf({ raise: "done" }), { kind: "raise", event: "done" });
 * assertEquals(effectOf({}), { kind: "none" });
 * ```
 */
export function effectOf(action: Action): ActionEffect {
  if (isText(action.code)) return { kind: "code", code: action.code };
  if (isObject(action.timerStart)) return timerStartEffect(action.timerStart);
  if (isText(action.timerStop)) return { kind: "timerStop", timer: action.timerStop };
  if (isText(action.raise)) {
    return { kind: "raise", event: action.raise, ...(isText(action.data) ? { data: action.data } : {}) };
  }
  if (isObject(action.assign)) return assignEffect(action.assign);
  if (isObject(action.if)) return ifEffect(action.if);
  if (isObject(action.forEach)) return forEachEffect(action.forEach);
  if (isObject(action.send)) return sendEffect(action.send);
  if (isText(action.cancel)) return { kind: "timerStop", timer: action.cancel };
  return isText(action.log) ? { kind: "log", value: action.log } : NO_EFFECT;
}

function assignEffect({ target, value }: Partial<Assign>): ActionEffect {
  return isText(target) && isText(value) ? { kind: "code", code: `${target} = ${value}` } : NO_EFFECT;
}

function ifEffect({ condition, then, else: otherwise }: Partial<IfAction>): ActionEffect {
  if (!isText(condition)) return NO_EFFECT;
  return { kind: "if", condition, then: actionsOf(then), otherwise: actionsOf(otherwise) };
}

function forEachEffect({ list, item, index, actions }: Partial<ForEachAction>): ActionEffect {
  if (!isText(list) || !isText(item)) return NO_EFFECT;
  return { kind: "forEach", list, item, index: isText(index) ? index : "", actions: actionsOf(actions) };
}

function sendEffect({ event, delay, id, to, data }: Partial<SendAction>): ActionEffect {
  if (!isText(event)) return NO_EFFECT;
  return {
    kind: "send",
    event,
    ...(isText(data) ? { data } : {}),
    ...(isDuration(delay) && delay !== "" ? { delay } : {}),
    ...(isText(id) ? { id } : {}),
    ...(isText(to) ? { to } : {}),
  };
}

function timerStartEffect({ timer, duration, repeat }: Partial<TimerStart>): ActionEffect {
  if (!isText(timer)) return NO_EFFECT;
  const effect = { kind: "timerStart", timer, duration: isDuration(duration) ? duration : "" } as const;
  return isDuration(repeat) && repeat !== "" ? { ...effect, repeat } : effect;
}

function isText(member: unknown): member is string {
  return typeof member === "string" && member.trim() !== "";
}

function isDuration(member: unknown): member is string | number {
  return typeof member === "string" || typeof member === "number";
}
