import { isObject } from "@loom/protocol";
import { bodyIdentity } from "../sha256.ts";

/** The largest payload that is taken, in bytes: what the bridge takes. */
export const MOST_PAYLOAD = 27_262_976;

/** Content of standard input. */
export interface ReadPayload {
  /** The payload; `{}` when there is none. */
  readonly payload: Record<string, unknown>;
  /** The identity of the bytes, for an event that names none. */
  readonly identity: string;
  /** `true` if the time limit passed before the end: the event is then unknown. */
  readonly isStopped: boolean;
  /** Why the payload is empty, where that is no matter of course. */
  readonly trouble?: string;
}

/**
 * Reads the payload of a delivery. What cannot be read is no payload; nothing is thrown.
 *
 * @param stop aborted when there is no more time to wait for it
 */
export async function readPayload(
  stdin: ReadableStream<Uint8Array>,
  stop: AbortSignal,
): Promise<ReadPayload> {
  const { bytes, trouble, isStopped } = await readBytes(stdin, stop);
  const parsed = trouble === undefined ? payloadIn(bytes) : { payload: {}, trouble };
  return { ...parsed, identity: bodyIdentity(bytes), isStopped };
}

/** The payload that bytes tell; an empty one, and why, where they tell none. */
export function payloadIn(bytes: Uint8Array): Pick<ReadPayload, "payload" | "trouble"> {
  const empty = (trouble: string) => ({ payload: {}, trouble });
  if (bytes.length === 0) return empty("standard input is empty");
  if (bytes.length > MOST_PAYLOAD) return empty(`the payload exceeds ${MOST_PAYLOAD} bytes`);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? { payload: value } : empty("the payload is no JSON object");
  } catch {
    return empty("the payload is not JSON");
  }
}

interface ReadBytes {
  /** All that came. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isStopped: boolean;
  readonly trouble?: string;
}

async function readBytes(stdin: ReadableStream<Uint8Array>, stop: AbortSignal): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isStopped = false;
  let trouble: string | undefined;
  const reader = stdin.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const end = () => {
    isStopped = true;
    cancel();
  };
  stop.addEventListener("abort", end, { once: true });
  try {
    if (stop.aborted) end();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      chunks.push(part.value);
      if (size <= MOST_PAYLOAD) continue;
      trouble = `the payload exceeds ${MOST_PAYLOAD} bytes`;
      cancel();
      break;
    }
  } catch {
    trouble = "standard input cannot be read";
  } finally {
    stop.removeEventListener("abort", end);
  }
  if (isStopped) trouble = "standard input did not end in time";
  return { bytes: joined(chunks, size), isStopped, ...(trouble === undefined ? {} : { trouble }) };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
