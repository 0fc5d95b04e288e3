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
