import { quoted, type Remark } from "./rule.ts";
import type { Survey } from "./survey.ts";

/** W105: nothing in the machine uses an event or a timer. */
export function* checkUnused(survey: Survey): Iterable<Remark> {
  if (!survey.root) return;
  const awaited = new Set(survey.transitions.map((transition) => transition.event));
  const started = new Set<string>();
  for (const { effect } of survey.actions) if (effect.kind === "timerStart") started.add(effect.timer);
  for (const { value: { id }, path } of survey.events) {
    if (typeof id !== "string" || awaited.has(id)) continue;
    yield {
      message: `No transition waits for the event ${quoted(id)}: add one, or remove the event.`,
      element: id,
      path,
    };
  }
  for (const { value: { id, name }, path } of survey.timers) {
    if (typeof id !== "string" || typeof name !== "string") continue;
    const message = !started.has(name)
      ? `No action starts the timer ${quoted(name)}: add a "timerStart", or remove the timer.`
      : !awaited.has(id)
      ? `No transition waits for ${quoted(id)}, the event of the timer ${
        quoted(name)
      }: add one, or remove the timer.`
      : undefined;
    if (message) yield { message, element: id, path };
  }
}
