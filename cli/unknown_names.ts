import { collectStateNames, didYouMean, type StateMachineDefinition } from "@loom/protocol";
import type { Context } from "./context.ts";
import { eventIds } from "./lookup.ts";

/**
 * Remarks on names that a transition uses and the document does not have. They are no error: the state or the
 * event may be added later.
 */
export function warnOfUnknownNames(
  context: Context,
  definition: StateMachineDefinition,
  transition: { readonly event?: unknown; readonly nextState?: unknown },
): void {
  const { event, nextState } = transition;
  if (typeof nextState === "string" && nextState !== "") {
    remarkOn(context, "state", nextState, collectStateNames(definition.state));
  }
  if (typeof event === "string" && event !== "" && !event.startsWith("done.state.")) {
    remarkOn(context, "event", event, eventIds(definition));
  }
}

function remarkOn(context: Context, what: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const label = context.remarkPaint.warn("note:");
  context.remark(`${label} there is no ${what} "${name}" yet.${didYouMean(name, names)}`);
}
