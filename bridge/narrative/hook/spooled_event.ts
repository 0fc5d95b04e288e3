/** An event as the bridge takes it: what `analyze` is sent. */
export interface SpooledEvent {
  /** The type, such as `issues`. */
  readonly event_type: string;
  /** The identity of the delivery. */
  readonly event_id: string;
  /** As `owner/name`; empty when unknown. */
  readonly repository: string;
  /** Such as `opened`; empty for none. */
  readonly action: string;
  /** When it happened: ISO 8601. */
  readonly timestamp: string;
  /** Who caused it; empty when unknown. */
  readonly sender: string;
  /** The forge's own description; empty when it could not be read. */
  readonly payload: Record<string, unknown>;
}

/** An event with these members; what is no text is empty. */
export function spooledEvent(
  members: Readonly<Record<string, unknown>>,
  payload: Record<string, unknown>,
): SpooledEvent {
  const text = (name: string) => typeof members[name] === "string" ? members[name] : "";
  return {
    event_type: text("event_type"),
    event_id: text("event_id"),
    repository: text("repository"),
    action: text("action"),
    timestamp: text("timestamp"),
    sender: text("sender"),
    payload,
  };
}
