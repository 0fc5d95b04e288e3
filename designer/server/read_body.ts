import { isObject, type JsonObject, LoomError, parseJsonText } from "@loom/protocol";
import { Refusal } from "./route.ts";

/** The longest body of a request, in bytes. */
const MAX_BODY = 64 * 1024;

/** How long a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT = 10_000;

/**
 * Reads a body of JSON: an object; nothing at all is an empty one.
 *
 * @throws {Refusal} 400, 408 or 413 with what is wrong.
 */
export async function readJsonBody(request: Request): Promise<JsonObject> {
  const text = await readTextBody(request);
  if (text.trim() === "") return {};
  const value = parsed(text);
  if (isObject(value)) return value as JsonObject;
  throw new Refusal(400, "bad_body", "The body is no JSON object: send one, or nothing.");
}

/** Reads a body as text, as far as it is not too long. */
export async function readTextBody({ body, headers }: Request): Promise<string> {
  if (body === null) return "";
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY) throw tooLarge();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Refusal(408, "request_timeout", "The body did not arrive in time: send it again.")),
    BODY_TIMEOUT,
  );
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(brokenOff), late.promise]);
      if (done) return text + decoder.decode();
      length += value.byteLength;
      if (length > MAX_BODY) throw tooLarge();
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new Refusal(400, "json_syntax", error.message);
  }
}

/** Whoever sends a body may go away in the midst of it, which is no defect here. */
function brokenOff(): never {
  throw new Refusal(400, "body_broken_off", "The body broke off: send it again.");
}

function tooLarge(): Refusal {
  return new Refusal(413, "payload_too_large", `The body is longer than ${MAX_BODY} bytes: send less.`);
}
