import type { SendReason, SendResult } from "./send_result.ts";

/** The result of an event that nothing was tried for. */
export function refusal(event: string, state: string, reason: SendReason): SendResult {
  return {
    handled: false,
    changed: false,
    from: state,
    to: state,
    event,
    reason,
    error: sentence(event, state, reason, null),
  };
}

/** One sentence that says why an event was not handled. */
export function sentence(event: string, state: string, reason: SendReason, problem: string | null): string {
  switch (reason) {
    case "stopped":
      return `"${event}" was not handled: the machine was stopped in "${state}".`;
    case "machine is done":
      return `"${event}" was not handled: the machine has reached its final state "${state}".`;
    case "queued":
      return `"${event}" waits until the step that is running has ended.`;
    case "unknown event":
      return `There is no transition for "${event}" in "${state}": no event has this id, and nothing uses it.`;
    case "guard refused":
      return `There is no transition for "${event}" in "${state}" whose guard passes${
        problem ? `: ${problem}` : "."
      }`;
    case "no transition":
      return `There is no transition for "${event}" in "${state}".`;
  }
}
