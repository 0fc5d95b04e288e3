import { named } from "../change/line.ts";
import { oneLine } from "../text/terminal_text.ts";
import type { Action, Transition } from "./types.ts";

/** A transition as an arrow: `Closed ─[open]→ Open`. */
export function transitionText(
  state: string,
  transition: Partial<Transition>,
): string {
  const { event, events, after, nextState, nextStates } = transition;
  const targets = textsIn(nextState, nextStates).map(named).join(" & ");
  const target = targets === "" ? "(internal)" : targets;
  const ids = textsIn(event, events).map(named).join(" / ");
  const trigger = ids === "" && after !== undefined ? `after ${oneLine(String(after))}` : ids;
  const condition: unknown = transition.condition;
  const guard = condition === undefined || condition === null ? "" : named(condition);
  return `${named(state)} ─[${trigger}]→ ${target}${guard === "" ? "" : ` [${guard}]`}`;
}

/** The texts of a member and of the list of further ones. */
function textsIn(first: unknown, others: unknown): string[] {
  const all: readonly unknown[] = [first, ...Array.isArray(others) ? others : []];
  return all.filter((text) => typeof text === "string").filter((text) => text !== "");
}

/** An action as a few words. */
export function actionText(action: Action): string {
  if (action.code !== undefined) return oneLine(action.code);
  if (action.timerStart) {
    return `start ${named(action.timerStart.timer)} ${oneLine(String(action.timerStart.duration))}`;
  }
  if (action.timerStop !== undefined) return `stop ${named(action.timerStop)}`;
  return action.raise === undefined ? JSON.stringify(action) : `raise ${named(action.raise)}`;
}
