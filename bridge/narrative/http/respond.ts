import { type Refusal, REFUSALS } from "./refusals.ts";

/** What an operation answers with, before it is a response. */
export interface Answer {
  /** 200 without. */
  readonly status?: number;
  /** The body: a value as JSON, a text or a stream as it stands. */
  readonly body:
    | { readonly json: unknown }
    | { readonly text: string; readonly type: string }
    | { readonly stream: ReadableStream<Uint8Array>; readonly type: string };
  /** Headers of this answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of JSON. */
export function json(value: unknown, more: Pick<Answer, "status" | "headers"> = {}): Answer {
  return { body: { json: value }, ...more };
}

/** The answer that tells of a refusal. */
export function refusalAnswer({ code, error, also, headers }: Refusal): Answer {
  const { status } = REFUSALS[code];
  // What is left of a body that was not read would be taken for the next request.
  const end = status === 408 || status === 413 ? { connection: "close" } : {};
  return json({ error, code, ...also }, { status, headers: { ...headers, ...end } });
}

/** Makes an answer a response. */
export function respond(
  { status = 200, body, headers }: Answer,
  common: Readonly<Record<string, string>>,
): Response {
  const type = "json" in body ? "application/json; charset=utf-8" : body.type;
  const init = {
    status,
    headers: { "content-type": type, "cache-control": "no-store", ...common, ...headers },
  };
  if (status === 204) return new Response(null, { status, headers: { ...common, ...headers } });
  if ("stream" in body) return new Response(body.stream, init);
  return new Response("json" in body ? JSON.stringify(body.json) : body.text, init);
}
