import { isObject } from "@loom/protocol";
import { bodyIdentity } from "../sha256.ts";
import { eventTime } from "../event/event_time.ts";
import { payloadIn } from "./stdin_payload.ts";

const LINE_END = 10;
/** End of the first line; the unchanged payload follows it. */
const HEAD_END = '"payload":';
/** Text after the payload. */
const TAIL = "\n}\n";

/**
 * An event that the script spooled without the program: it can neither check a payload nor hash it, so both are
 * done here.
 *
 * @param bytes the file
 * @param keptAt time of spooling, for an event without a valid time
 * @returns `undefined` for a file that a program wrote
 */
export function shellEvent(bytes: Uint8Array, keptAt: Date): SpooledEvent | undefined {
  const decoder = new TextDecoder();
  const end = bytes.indexOf(LINE_END);
  const head = decoder.decode(bytes.subarray(0, Math.max(0, end)));
  const tailAt = bytes.length - TAIL.length;
  if (!head.endsWith(HEAD_END) || tailAt <= end || decoder.decode(bytes.subarray(tailAt)) !== TAIL) {
    return undefined;
  }
  const members = headIn(head);
  if (members === undefined) return undefined;
  const body = bytes.subarray(end + 1, tailAt);
  const event = spooledEvent(members, payloadIn(body).payload);
  const time = eventTime(event.timestamp) ?? (Number.isNaN(keptAt.getTime()) ? "" : keptAt.toISOString());
  return {
    ...event,
    event_id: event.event_id || bodyIdentity(body),
    timestamp: time,
  };
}

function headIn(head: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(`${head}{}}`);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

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
  /** Time of the event: ISO 8601. */
  readonly timestamp: string;
  /** Login of the sender; empty when unknown. */
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
