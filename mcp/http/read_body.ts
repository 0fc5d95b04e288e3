import { parseJsonText } from "@loom/protocol";

/** What a body may be. */
export interface BodyBounds {
  /** In bytes. */
  readonly maxBytes: number;
  /** How long it may take to arrive, in milliseconds. */
  readonly timeout: number;
}

/** What a body holds, or the status that refuses it with its sentence. */
export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: 400 | 408 | 413; readonly message: string };

/** Up to this many bytes a body that nobody wants is let in all the same, so that its connection can go on. */
const LET_IN = 1024 * 1024;

/**
 * Leaves a body unread. One that nobody holds the runtime reads to its end, which is right for a short one: its client may not look for
 * the answer before it has sent all. Of one that is held nothing more is read, and its connection ends with the answer.
 */
export function leaveBody(request: Request): void {
  const length = Number(request.headers.get("content-length") ?? Infinity);
  if (length > LET_IN && !request.bodyUsed && request.body?.locked === false) request.body.getReader();
}

/** Reads a body of JSON; one that is too long is refused while it arrives, or before when it says its length. */
export async function readBody(request: Request, { maxBytes, timeout }: BodyBounds): Promise<Body> {
  const tooLarge = refusal(413, `The body is longer than ${maxBytes} bytes: send less at once.`);
  if (Number(request.headers.get("content-length")) > maxBytes) {
    leaveBody(request);
    return tooLarge;
  }
  const bytes = await readBytes(request.body, maxBytes, timeout);
  if (bytes === "too large") return tooLarge;
  if (bytes === "too slow") {
    return refusal(408, `The body did not arrive within ${timeout} ms: send it again.`);
  }
  if (bytes === "broken") return refusal(400, "The body broke off: send it again.");
  return parse(bytes);
}

function parse(bytes: Uint8Array): Body {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { ok: true, value: parseJsonText(text) };
  } catch (error) {
    return refusal(400, `The body is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  timeout: number,
): Promise<Uint8Array | "too large" | "too slow" | "broken"> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const late = lateness(timeout);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (true) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === "too slow") return read;
      if (read.done) return joined(chunks, length);
      length += read.value.byteLength;
      if (length > maxBytes) return "too large";
      chunks.push(read.value);
    }
  } catch {
    return "broken";
  } finally {
    late.cancel();
  }
}

function lateness(timeout: number): { promise: Promise<"too slow">; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<"too slow">((resolve) => {
    timer = setTimeout(() => resolve("too slow"), timeout);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function refusal(status: 400 | 408 | 413, message: string): Body {
  return { ok: false, status, message };
}
