import { quoted } from "../naming/case.ts";
import type { Report } from "./rule.ts";
import type { StateSite, TransitionSite, Visitor } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** The guards of the earlier transitions of one state on one event. Few have more than one. */
interface EarlierGuards {
  readonly source: StateSite;
  readonly first: string;
  others: Set<string> | undefined;
}

/** W102: a transition can never be taken because an earlier one of its state always is. */
export function checkShadowed(_survey: Survey, report: Report): Visitor {
  // For each event what the last state with a transition on it has.
  const unguarded = new Map<string | undefined, StateSite>();
  const guarded = new Map<string | undefined, EarlierGuards>();
  return {
    transition: (transition) => {
      const { source, event, condition } = transition;
      if (condition === undefined) return void unguarded.set(event, source);
      const reason = unguarded.get(event) === source
        ? "an earlier one on the same event has no guard"
        : isRepeated(guarded, source, event, condition.trim())
        ? "an earlier one on the same event has the same guard"
        : undefined;
      if (!reason) return;
      report({
        message: `${subject(transition)} can never be taken, because ${reason}: reorder or remove it.`,
        element: source.name,
        path: transition.path,
      });
    },
  };
}

/** True when an earlier transition of the state on the event has the guard; from now on one has. */
function isRepeated(
  guarded: Map<string | undefined, EarlierGuards>,
  source: StateSite,
  event: string | undefined,
  guard: string,
): boolean {
  const earlier = guarded.get(event);
  if (earlier?.source !== source) {
    guarded.set(event, { source, first: guard, others: undefined });
    return false;
  }
  if (earlier.first === guard || earlier.others?.has(guard)) return true;
  (earlier.others ??= new Set()).add(guard);
  return false;
}

/** W103: two transitions of one state on one event have no guard. */
export function checkNondeterminism(_survey: Survey, report: Report): Visitor {
  const unguarded = new Map<string | undefined, StateSite>();
  return {
    transition: (transition) => {
      const { source, event, condition } = transition;
      if (condition !== undefined) return;
      if (unguarded.get(event) !== source) return void unguarded.set(event, source);
      report({
        message: `${subject(transition)} is the second one without a guard and the first is always taken: ` +
          `give one a guard, or remove it.`,
        element: source.name,
        path: transition.path,
      });
    },
  };
}

function subject({ source, event, target, condition }: TransitionSite): string {
  const on = event === undefined ? "event-less transition" : `transition on ${quoted(event)}`;
  const guard = condition === undefined
    ? ""
    : ` [${condition.length > 60 ? condition.slice(0, 59) + "…" : condition}]`;
  const to = target === undefined ? "" : ` to ${quoted(target)}`;
  return `The ${on}${guard}${to} of ${quoted(source.name)}`;
}
