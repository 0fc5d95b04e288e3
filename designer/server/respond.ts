/** Headers of every answer. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Answers with JSON. */
export function json(
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { ...HEADERS, "cache-control": "no-store", ...headers, "content-type": "application/json" },
  });
}

/** Options of {@linkcode html}. */
export interface HtmlOptions {
  /** Addresses that the page may call in addition to the server's own. */
  readonly connect?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with a page, and a policy for what it may load. */
export function html(
  status: number,
  text: string,
  { connect = [], headers = {} }: HtmlOptions = {},
): Response {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(text, {
    status,
    headers: {
      ...HEADERS,
      ...headers,
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      "content-type": "text/html; charset=utf-8",
    },
  });
}

/** Answers with a script, or with 304 when the browser's copy is current. */
export function script(text: string, etag: string, known: string | null): Response {
  const headers = { ...HEADERS, etag, "cache-control": "no-cache" };
  if (known === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "text/javascript; charset=utf-8" } });
}

/** Answers with server-sent events. */
export function eventStream(stream: ReadableStream<Uint8Array>): Response {
  const headers = { "cache-control": "no-cache, no-transform", "content-type": "text/event-stream" };
  return new Response(stream, { headers: { ...HEADERS, ...headers } });
}
