import { quoted, type Remark } from "./rule.ts";
import type { TransitionSite } from "./sites.ts";
import type { Survey } from "./survey.ts";

/** What the earlier transitions of one state on one event leave for the later ones. */
interface Earlier {
  unguarded: boolean;
  guards: Set<string> | undefined;
}

/** W102: a transition can never be taken because an earlier one of its state always is. */
export function* checkShadowed(survey: Survey): Iterable<Remark> {
  for (const [transition, earlier] of withEarlier(survey)) {
    const { condition, source } = transition;
    if (condition === undefined) continue;
    const reason = earlier.unguarded
      ? "an earlier one on the same event has no guard"
      : earlier.guards?.has(condition.trim())
      ? "an earlier one on the same event has the same guard"
      : undefined;
    if (!reason) continue;
    yield {
      message: `${subject(transition)} can never be taken, because ${reason}: reorder or remove it.`,
      element: source.name,
      path: transition.path,
    };
  }
}

/** W103: two transitions of one state on one event have no guard. */
export function* checkNondeterminism(survey: Survey): Iterable<Remark> {
  for (const [transition, earlier] of withEarlier(survey)) {
    if (transition.condition !== undefined || !earlier.unguarded) continue;
    yield {
      message: `${subject(transition)} is the second one without a guard and the first is always taken: ` +
        `give one a guard, or remove it.`,
      element: transition.source.name,
      path: transition.path,
    };
  }
}

function* withEarlier({ states }: Survey): Iterable<[TransitionSite, Earlier]> {
  for (const { transitions } of states) {
    if (transitions.length < 2) continue;
    const byEvent = new Map<string | undefined, Earlier>();
    for (const transition of transitions) {
      let earlier = byEvent.get(transition.event);
      if (!earlier) byEvent.set(transition.event, earlier = { unguarded: false, guards: undefined });
      yield [transition, earlier];
      if (transition.condition === undefined) earlier.unguarded = true;
      else (earlier.guards ??= new Set()).add(transition.condition.trim());
    }
  }
}

function subject({ source, event, target, condition }: TransitionSite): string {
  const on = event === undefined ? "event-less transition" : `transition on ${quoted(event)}`;
  const guard = condition === undefined
    ? ""
    : ` [${condition.length > 60 ? condition.slice(0, 59) + "…" : condition}]`;
  const to = target === undefined ? "" : ` to ${quoted(target)}`;
  return `The ${on}${guard}${to} of ${quoted(source.name)}`;
}
