import type { Middleware, ServerContext } from "./handler.ts";
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

/** Unwanted bodies up to this many bytes are received, so that their connection can be used again. */
const MAX_DRAINED = 1024 * 1024;

/**
 * Bounds of what is received and dropped after a refusal. Many clients look for the answer only when they have sent all, as Python's
 * `http.client` does; one that sends no more than this gets it.
 */
const LINGER = { maxBytes: 64 * 1024 * 1024, timeoutMs: 10_000 };

/** Microtasks in which a body that came together with its headers is read; the runtime takes four. */
const MAX_TURNS = 8;

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
  if (declared !== undefined) {
    holdBody(request);
    return { ok: false, refusal: declared };
  }
  try {
    // HTTP guarantees that a body is no longer than declared; read whole, it need not become a stream first.
    const bytes = request.headers.get("content-length") !== null
      ? await inTime(request.bytes(), timeoutMs)
      : await readCounted(request.body, maxBytes, timeoutMs);
    if (bytes === "too slow") return { ok: false, refusal: refusal("request_timeout", { limit: timeoutMs }) };
    if (bytes === "too large" || bytes.byteLength > maxBytes) {
      return { ok: false, refusal: tooLarge(maxBytes) };
    }
    return { ok: true, value: bytes };
  } catch {
    return { ok: false, refusal: refusal("body_broken_off") };
  }
}

/**
 * Bounds how much of a long body that nobody read is received after the answer. The runtime reads unwanted bodies to their end, which is
 * right for short ones: a client may not look for the answer before it has sent all. A long one is dropped up to a size and a time;
 * then its connection closes.
 */
export function holdUnreadBody<Context extends Pick<ServerContext, "request">>(): Middleware<Context> {
  return async ({ request }, next) => {
    const response = await next();
    holdBody(request);
    return response;
  };
}

function holdBody(request: Request): void {
  if (request.bodyUsed) return;
  const length = Number(request.headers.get("content-length") ?? Infinity);
  if (length > MAX_DRAINED && request.body?.locked === false) void linger(request.body.getReader());
}

/** Receives and drops the rest of a refused body, up to {@linkcode LINGER}. */
async function linger(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const late = timeout(LINGER.timeoutMs);
  let left = LINGER.maxBytes;
  try {
    while (left > 0) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === "too slow" || read.done) break;
      left -= read.value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The sender has gone.
  } finally {
    late.cancel();
  }
}

/** Waits for a body that is read whole. One that came together with the headers is there at once and needs no timer. */
async function inTime<Body>(body: Promise<Body>, timeoutMs: number): Promise<Body | "too slow"> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  body.then(settle, settle);
  for (let turn = 0; turn < MAX_TURNS && !isSettled; turn++) await undefined;
  if (isSettled) return await body;
  const late = timeout(timeoutMs);
  try {
    return await Promise.race([body, late.promise]);
  } finally {
    late.cancel();
  }
}

async function readCounted(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  timeoutMs: number,
): Promise<Uint8Array<ArrayBuffer> | "too slow" | "too large"> {
  if (body === null) return new Uint8Array();
  const late = timeout(timeoutMs);
  // Not released: the runtime would read an unwanted body to its end.
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (true) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === "too slow") return read;
      if (read.done) return joined(chunks, length);
      length += read.value.byteLength;
      if (length > maxBytes) {
        void linger(reader);
        return "too large";
      }
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
