/**
 * Wildcards among the events that transitions wait for. Only charts that have some load this.
 *
 * @module
 */
/** Prefix of the events of delays, which no wildcard takes. */
const DELAYS = "after.";

/** True for an event that stands for others: `*`, or a prefix such as `order.*`. */
export function isWildcard(event: string): boolean {
  return event === "*" || event.endsWith(".*");
}

/**
 * True when a wildcard takes an event: `*` takes every one, `order.*` takes `order` and all that begins with `order.`.
 * The events of delays are taken by none.
 */
export function matchesEvent(wildcard: string, event: string): boolean {
  if (event.startsWith(DELAYS)) return false;
  if (wildcard === "*") return true;
  const prefix = wildcard.slice(0, -2);
  return event === prefix || event.startsWith(`${prefix}.`);
}

/** Finds the wildcard that takes an event. */
export interface WildcardFinder {
  /** The most specific wildcard that takes an event. */
  find(event: string): string | undefined;
  /**
   * The numbers of events with those of the wildcards among some numbers that take them; numbers among them are taken
   * by none. Null without wildcards.
   */
  taken(named: ReadonlySet<number>, events: readonly string[]): ReadonlyMap<number, number> | null;
}

/**
 * The finder for the wildcards among some events; null without any. Charts with wildcards are given this function.
 *
 * @param events The ids of all events that transitions wait for.
 */
export function wildcards(events: readonly string[]): WildcardFinder | null {
  const all = events.filter(isWildcard);
  if (all.length === 0) return null;
  return {
    find: (event) => best(all, event),
    taken(named, events) {
      const own = all.filter((wildcard) => named.has(events.indexOf(wildcard)));
      if (own.length === 0) return null;
      const taken = new Map<number, number>();
      for (const [number, event] of events.entries()) {
        const wildcard = named.has(number) ? undefined : best(own, event);
        if (wildcard !== undefined) taken.set(number, events.indexOf(wildcard));
      }
      return taken;
    },
  };
}

function best(wildcards: readonly string[], event: string): string | undefined {
  let longest: string | undefined;
  for (const wildcard of wildcards) {
    if (matchesEvent(wildcard, event) && wildcard.length > (longest?.length ?? 0)) longest = wildcard;
  }
  return longest;
}
