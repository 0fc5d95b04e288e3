import { isObject } from "@loom/protocol";
import { bodyIdentity } from "../body_identity.ts";

/** The largest payload that is taken, in bytes: what the bridge takes. */
export const MOST_PAYLOAD = 27_262_976;

/** What standard input held. */
export interface ReadPayload {
  /** The payload; `{}` when there is none. */
  readonly payload: Record<string, unknown>;
  /** The identity of the bytes, for an event that names none. */
  readonly identity: string;
  /** Why the payload is empty, where that is no matter of course. */
  readonly trouble?: string;
}

/** Reads the payload of a delivery. What cannot be read is no payload; nothing is thrown. */
export async function readPayload(
  stdin: ReadableStream<Uint8Array>,
  stop: AbortSignal,
): Promise<ReadPayload> {
  const { bytes, trouble } = await readBytes(stdin, stop);
  const identity = bodyIdentity(bytes);
  if (trouble !== undefined) return { payload: {}, identity, trouble };
  if (bytes.length === 0) return { payload: {}, identity, trouble: "standard input is empty" };
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isObject(value)) return { payload: value, identity };
    return { payload: {}, identity, trouble: "the payload is no JSON object" };
  } catch {
    return { payload: {}, identity, trouble: "the payload is not JSON" };
  }
}

async function readBytes(
  stdin: ReadableStream<Uint8Array>,
  stop: AbortSignal,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; trouble?: string }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let trouble: string | undefined;
  const reader = stdin.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  stop.addEventListener("abort", cancel, { once: true });
  try {
    if (stop.aborted) cancel();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MOST_PAYLOAD) {
        trouble = `the payload exceeds ${MOST_PAYLOAD} bytes`;
        cancel();
        break;
      }
      chunks.push(part.value);
    }
  } catch {
    trouble = "standard input cannot be read";
  } finally {
    stop.removeEventListener("abort", cancel);
  }
  if (stop.aborted) trouble = "stopped";
  const bytes = new Uint8Array(trouble === undefined ? size : 0);
  let at = 0;
  if (trouble === undefined) {
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return trouble === undefined ? { bytes } : { bytes, trouble };
}
