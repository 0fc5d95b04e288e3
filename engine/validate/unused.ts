import { quoted } from "../naming/case.ts";
import { isWildcard, matchesEvent } from "../runtime/chart/wildcard.ts";
import type { Report } from "./rule.ts";
import type { Survey } from "./survey.ts";
import type { Visitor } from "./sites.ts";

/** W105: nothing in the machine uses an event or a timer. */
export function checkUnused({ root, events, timers }: Survey, report: Report): Visitor | void {
  if (!root) return;
  const awaited = new Set<string>();
  const started = new Set<string>();
  return {
    transition: ({ events }) => {
      for (const event of events) awaited.add(event);
    },
    action: ({ effect }) => {
      if (effect.kind === "timerStart") started.add(effect.timer);
    },
    end: () => {
      const wildcards = [...awaited].filter(isWildcard);
      const isAwaited = (id: string) =>
        awaited.has(id) || wildcards.some((wildcard) => matchesEvent(wildcard, id));
      for (const { value: { id }, path } of events) {
        if (typeof id !== "string" || isAwaited(id)) continue;
        const message = `No transition waits for the event ${quoted(id)}: add one, or remove the event.`;
        report({ message, element: id, path });
      }
      for (const { value: { id, name }, path } of timers) {
        if (typeof id !== "string" || typeof name !== "string") continue;
        const message = !started.has(name)
          ? `No action starts the timer ${quoted(name)}: add a "timerStart", or remove the timer.`
          : !isAwaited(id)
          ? `No transition waits for ${quoted(id)}, the event of the timer ${
            quoted(name)
          }: add one, or remove the timer.`
          : undefined;
        if (message) report({ message, element: id, path });
      }
    },
  };
}
