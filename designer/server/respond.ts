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

/** Answers with a text or bytes of another media type than JSON. */
export function text(content: string | Uint8Array, media: string): Response {
  // A copy of its own: what draws may give bytes of shared memory.
  const body = typeof content === "string" ? content : new Uint8Array(content);
  return new Response(body, { headers: { ...HEADERS, "cache-control": "no-store", "content-type": media } });
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
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(" ")}`,
    "img-src 'self' data: blob:",
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

/** Options of {@linkcode asset}. */
export interface AssetOptions {
  readonly media: string;
  readonly etag: string;
  /** The etag of the browser's copy. */
  readonly known: string | null;
  /** True for bytes that are packed by gzip. */
  readonly isPacked: boolean;
}

/** Answers with a file of the pages, or with 304 when the browser's copy is current. */
export function asset(
  bytes: Uint8Array<ArrayBuffer>,
  { media, etag, known, isPacked }: AssetOptions,
): Response {
  const headers = { ...HEADERS, etag, "cache-control": "no-cache", vary: "accept-encoding" };
  if (known === etag) return new Response(null, { status: 304, headers });
  const packing = isPacked ? { "content-encoding": "gzip" } : {};
  return new Response(bytes, { headers: { ...headers, ...packing, "content-type": media } });
}

/** Answers with server-sent events. */
export function eventStream(stream: ReadableStream<Uint8Array>): Response {
  const headers = { "cache-control": "no-cache, no-transform", "content-type": "text/event-stream" };
  return new Response(stream, { headers: { ...HEADERS, ...headers } });
}
