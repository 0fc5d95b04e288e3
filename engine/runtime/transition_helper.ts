import { type State, StateKind } from "./chart/state.ts";
import type { Context } from "./context.ts";

/**
 * Transitions of machines written by hand: the caller runs the transition's actions and sets `stateCurrent` between
 * begin and end.
 *
 * @example
 * ```ts
 * import { Context, State, StateKind, TransitionHelper } from "@loom/engine/runtime";
 * import { assertEquals } from "@std/assert";
 * const root = new State("Root", StateKind.ROOT);
 * const idle = new State("Idle", StateKind.LEAF, root);
 * const active = new State("Active", StateKind.LEAF, root);
 * const context = new Context("Manual");
 * context.stateCurrent = idle;
 * TransitionHelper.processTransitionBegin(context, idle, active, "go");
 * context.stateCurrent = active;
 * TransitionHelper.processTransitionEnd(context, idle, active);
 * assertEquals(context.serialize(), { state: "Active" });
 * ```
 */
export class TransitionHelper {
  /** The lowest common ancestor; a state counts as its own. Null when there is none. */
  static findCommonAncestor(a: State, b: State): State | null {
    for (let state: State | null = a; state; state = state.parent) {
      for (let other: State | null = b; other; other = other.parent) {
        if (other.name === state.name) return state;
      }
    }
    return null;
  }

  /** Exits the states below the common ancestor, innermost first, and notifies the observer of the begin. */
  static processTransitionBegin(context: Context, prev: State, next: State, name: string): void {
    context.transitionName = name;
    const common = TransitionHelper.findCommonAncestor(prev, next);
    for (let state: State | null = prev; state && state.name !== common?.name; state = state.parent) {
      context.observer.onExit(context.name, state.name);
      state.onExit(context);
    }
    context.observer.onTransitionBegin(context.name, prev.name, next.name, name);
  }

  /** Enters the states below the common ancestor, outermost first, and notifies the observer of the end. */
  static processTransitionEnd(context: Context, prev: State, next: State): void {
    const common = TransitionHelper.findCommonAncestor(prev, next);
    const path: State[] = [];
    for (let state: State | null = next; state && state.name !== common?.name; state = state.parent) {
      path.push(state);
    }
    for (const state of path.reverse()) {
      context.observer.onEntry(context.name, state.name);
      state.onEntry(context);
    }
    context.observer.onTransitionEnd(context.name, prev.name, next.name, context.transitionName);
    context.transitionName = "";
    if (next.kind === StateKind.FINAL) context.onEnd();
  }
}
