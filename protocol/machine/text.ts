import { named } from "../change/line.ts";
import { oneLine } from "../text/terminal_text.ts";
import type { Action } from "./types.ts";

/** A transition as an arrow: `Closed ─[open]→ Open`. */
export function transitionText(
  state: string,
  transition: { readonly event?: string; readonly nextState?: string; readonly condition?: string },
): string {
  const target = transition.nextState ? named(transition.nextState) : "(internal)";
  const condition: unknown = transition.condition;
  const guard = condition === undefined || condition === null ? "" : named(condition);
  return `${named(state)} ─[${named(transition.event ?? "")}]→ ${target}${guard === "" ? "" : ` [${guard}]`}`;
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
