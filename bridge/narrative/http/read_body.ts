import { go, refuse, type Step } from "./refusals.ts";

/** What a body may be. */
export interface BodyBounds {
  /** In bytes. */
  readonly maxBody: number;
  /** How long it may take to arrive, in milliseconds. */
  readonly bodyTimeout: number;
}

/** Up to this many bytes a body that nobody wants is let in all the same, so that its connection can go on. */
const LET_IN = 1024 * 1024;

/** How many microtasks a body that is there may take to be read; the runtime takes four. */
const MOST_TURNS = 8;

/**
 * Leaves a body unread. One that nobody holds the runtime reads to its end, which is right for a short one: its client may not look for
 * the answer before it has sent all. Of one that is held nothing more is read.
 */
export function leaveBody(request: Request): void {
  if (request.bodyUsed) return;
  const length = Number(request.headers.get("content-length") ?? Infinity);
  if (length > LET_IN && request.body?.locked === false) request.body.getReader();
}

/** Refuses a body that says itself to be too long. */
export function checkDeclaredLength(request: Request, maxBody: number): Step<void> {
  const length = request.headers.get("content-length");
  return length !== null && Number(length) > maxBody ? tooLarge(maxBody) : go(undefined);
}

/** Refuses forms with parts: they carry files. Whatever else the type says, the body is taken for what is expected. */
function checkMediaType(request: Request): Step<void> {
  const type = request.headers.get("content-type");
  if (type === null || !/^\s*multipart\//i.test(type)) return go(undefined);
  return refuse("unsupported_media_type", "expected application/json");
}

/** Reads a body as it was sent. One with parts is refused, and one that is too long while it arrives. */
export async function readBody(
  request: Request,
  { maxBody, bodyTimeout }: BodyBounds,
): Promise<Step<Uint8Array<ArrayBuffer>>> {
  const type = checkMediaType(request);
  if (!type.ok) return type;
  try {
    // HTTP itself sees to it that a body is no longer than it says; asked for whole, it does not become a stream first.
    const bytes = request.headers.get("content-length") !== null
      ? await inTime(request.bytes(), bodyTimeout)
      : await readCounted(request.body, maxBody, bodyTimeout);
    if (bytes === "too slow") return refuse("request_timeout", "request body timed out");
    return bytes === "too large" || bytes.byteLength > maxBody ? tooLarge(maxBody) : go(bytes);
  } catch {
    return refuse("invalid_json", "request body broke off");
  }
}

/** Waits for a body that comes whole. One that came together with its head is there at once, and needs no clock. */
async function inTime<Body>(body: Promise<Body>, timeout: number): Promise<Body | "too slow"> {
  let isThere = false;
  const settle = () => {
    isThere = true;
  };
  body.then(settle, settle);
  for (let turn = 0; turn < MOST_TURNS && !isThere; turn++) await undefined;
  if (isThere) return await body;
  const late = lateness(timeout);
  try {
    return await Promise.race([body, late.promise]);
  } finally {
    late.cancel();
  }
}

async function readCounted(
  body: ReadableStream<Uint8Array> | null,
  maxBody: number,
  timeout: number,
): Promise<Uint8Array<ArrayBuffer> | "too slow" | "too large"> {
  if (body === null) return new Uint8Array();
  const late = lateness(timeout);
  try {
    return await readChunks(body, maxBody, late.promise);
  } finally {
    late.cancel();
  }
}

async function readChunks(
  body: ReadableStream<Uint8Array>,
  maxBody: number,
  late: Promise<"too slow">,
): Promise<Uint8Array<ArrayBuffer> | "too slow" | "too large"> {
  // Not released: the runtime would read on to the end of what nobody wants.
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (true) {
    const read = await Promise.race([reader.read(), late]);
    if (read === "too slow") return read;
    if (read.done) return joined(chunks, length);
    length += read.value.byteLength;
    if (length > maxBody) return "too large";
    chunks.push(read.value);
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

function lateness(timeout: number): { promise: Promise<"too slow">; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<"too slow">((resolve) => {
    timer = setTimeout(() => resolve("too slow"), timeout);
  });
  return { promise, cancel: () => clearTimeout(timer) };
}

function tooLarge(limit: number): ReturnType<typeof refuse> {
  return refuse("payload_too_large", `request body exceeds ${limit} bytes`, { also: { limit } });
}
