import { isObject } from "@loom/protocol";
import { bodyIdentity } from "../event/body_identity.ts";
import { eventTime } from "../event/event_time.ts";
import { type SpooledEvent, spooledEvent } from "./spooled_event.ts";
import { payloadIn } from "./stdin_payload.ts";

const LINE_END = 10;
/** How the first line ends, behind which the payload stands as it came. */
const HEAD_END = '"payload":';
/** What stands behind the payload. */
const TAIL = "\n}\n";

/**
 * An event that the script kept where there was no program: it can neither check a payload nor take the hash of one, so that both is
 * done here.
 *
 * @param bytes the file
 * @param keptAt when it was kept: the time of an event whose own time is none
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
