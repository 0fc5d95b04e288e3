/** What every answer says. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** An answer for programs. */
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

/** What an answer for people has besides. */
export interface HtmlOptions {
  /** The addresses that the page may call, besides the server's own. */
  readonly connect?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer for people; what the page may load is said by the policy. */
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

/** A script; the browser asks each time whether its own copy still holds. */
export function script(text: string, etag: string, known: string | null): Response {
  const headers = { ...HEADERS, etag, "cache-control": "no-cache" };
  if (known === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "text/javascript; charset=utf-8" } });
}
