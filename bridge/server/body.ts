import { refusal, type ServerRefusal } from "./refusal.ts";

/** Limits of a body. */
export interface BodyLimits {
  /** The longest body, in bytes. */
  readonly maxBytes: number;
  /** The time in which it must arrive, in milliseconds. */
  readonly timeoutMs: number;
}

/** A body, or the reason why it was not read. */
export type BodyResult =
  | { readonly ok: true; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly refusal: ServerRefusal };

/** The declared length of a body that is longer than allowed, as a refusal. */
export function declaredTooLarge({ headers }: Request, maxBytes: number): ServerRefusal | undefined {
  return Number(headers.get("content-length") ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** Reads a body; refuses one that is too long as soon as that shows. */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<BodyResult> {
  const declared = declaredTooLarge(request, maxBytes);
  if (declared !== undefined) return { ok: false, refusal: declared };
  try {
    const bytes = await readCounted(request.body, maxBytes, timeoutMs);
    if (bytes === "too slow") return { ok: false, refusal: refusal("request_timeout", { limit: timeoutMs }) };
    if (bytes === "too large") return { ok: false, refusal: tooLarge(maxBytes) };
    return { ok: true, value: bytes };
  } catch {
    return { ok: false, refusal: refusal("body_broken_off") };
  }
}

async function readCounted(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  timeoutMs: number,
): Promise<Uint8Array<ArrayBuffer> | "too slow" | "too large"> {
  if (body === null) return new Uint8Array();
  const late = timeout(timeoutMs);
  const reader = body.getReader();
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
  } finally {
    late.cancel();
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function timeout(ms: number): { readonly promise: Promise<"too slow">; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<"too slow">((resolve) => {
    timer = setTimeout(() => resolve("too slow"), ms);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function tooLarge(limit: number): ServerRefusal {
  return refusal("payload_too_large", { limit });
}
