import { type BodyLimits, readBody } from "@loom/bridge/server";
import { isObject, type JsonObject, LoomError, parseJsonText } from "@loom/protocol";
import { HttpError } from "./http_error.ts";

const LIMITS: BodyLimits = { maxBytes: 64 * 1024, timeoutMs: 10_000 };

/** The limits of a body that holds a document: twice the longest document, whose characters JSON may escape. */
export const DOCUMENT_LIMITS: BodyLimits = { maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 };

/**
 * Reads a body of JSON: an object; an empty body is an empty one.
 *
 * @throws {HttpError} 400, 408 or 413
 */
export async function readJsonBody(request: Request, limits = LIMITS): Promise<JsonObject> {
  const text = await readTextBody(request, limits);
  if (text.trim() === "") return {};
  const value = parse(text);
  if (isObject(value)) return value as JsonObject;
  throw new HttpError(400, "bad_body", "The body is no JSON object: send one, or nothing.");
}

/**
 * Reads a body as text.
 *
 * @throws {HttpError} 400, 408 or 413
 */
export async function readTextBody(request: Request, limits = LIMITS): Promise<string> {
  const body = await readBody(request, limits);
  if (!body.ok) throw HttpError.of(body.refusal);
  return new TextDecoder().decode(body.value);
}

function parse(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof LoomError)) throw error;
    throw new HttpError(400, "json_syntax", error.message);
  }
}
