import type { Deed } from "./deed.ts";
import { disappears, followName } from "./follow.ts";
import type { Vanished } from "./gone.ts";
import { type NamedKind, sameList } from "./thing.ts";

/** The names that an operation takes away with it, after an earlier one renamed, removed or moved away some of them. */
export function coverAfter({ gone }: Deed, earlier: Deed): Vanished | undefined {
  if (!gone) return undefined;
  const states = followAll("state", gone.states, earlier);
  return {
    states: withoutMoved(states, earlier),
    events: withoutMovedEvent(followAll("event", gone.events, earlier), earlier),
    timers: followAll("timer", gone.timers, earlier),
  };
}

function followAll(kind: NamedKind, names: readonly string[], earlier: Deed): readonly string[] {
  if (names.length === 0 || (earlier.renames.length === 0 && !takesNames(earlier))) return names;
  const now = names.filter((name) => !disappears(kind, name, earlier)).map((name) =>
    followName(kind, name, earlier)
  );
  return now.filter((name) => typeof name === "string");
}

function takesNames({ verb, gone, wholes }: Deed): boolean {
  return verb === "remove" || gone !== undefined || wholes.length > 0;
}

/** What was moved elsewhere stays when what it was in goes. */
function withoutMoved(names: readonly string[], { target, place, descent }: Deed): readonly string[] {
  if (target?.kind !== "state" || !place || !descent || !names.includes(target.name)) return names;
  const into = place.list.of;
  if (typeof into === "string" && names.includes(into)) return names;
  return names.filter((name) => !descent.moved.includes(name));
}

function withoutMovedEvent(ids: readonly string[], { target, from, place }: Deed): readonly string[] {
  if (target?.kind !== "event" || !place || (from && sameList(from.list, place.list, undefined))) return ids;
  return ids.includes(target.name) ? ids.filter((id) => id !== target.name) : ids;
}
