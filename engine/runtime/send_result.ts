/** The data that comes with an event. */
export type Payload = Readonly<Record<string, unknown>>;

/** Why an event was not handled. */
export type SendReason =
  | "stopped"
  | "machine is done"
  | "queued"
  | "unknown event"
  | "guard refused"
  | "no transition";

/** The result of an event. */
export interface SendResult {
  /** True when the event selected a transition. */
  handled: boolean;
  /** True when the configuration differs between the call and its return. */
  changed: boolean;
  /** The state at the call. */
  from: string;
  /** The state at the return. */
  to: string;
  /** The event's id. */
  event: string;
  /** True when it waits for the running step to end. */
  queued?: true;
  /** Why it was not handled. */
  reason?: SendReason;
  /** One sentence: why it was not handled, or the first thing that went wrong on the way. */
  error?: string;
}

/** An event that waits for the running step to end. */
export interface WaitingEvent {
  /** The event's id. */
  event: string;
  /** Its payload. */
  payload?: Payload;
}

/** The result of an event that selected nothing. */
export function refusal(
  event: string,
  from: string,
  reason: SendReason,
  to = from,
  changed = false,
  problem: string | null = null,
): SendResult {
  return { handled: false, changed, from, to, event, reason, error: sentence(event, from, reason, problem) };
}

/** One sentence that says why an event was not handled. */
function sentence(event: string, state: string, reason: SendReason, problem: string | null): string {
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
