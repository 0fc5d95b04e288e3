import type { IncomingMessage } from "node:http";

/** Methods that `Request` does not represent; they become OPTIONS, so handlers refuse them like other methods they do not take. */
const UNREPRESENTED = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Parts of a request that its head does not have. */
export interface IncomingParts {
  readonly body?: ReadableStream<Uint8Array> | undefined;
  readonly signal?: AbortSignal;
}

/** A request of `node:http` as a web-standard one; `undefined` when its address does not parse, of which `Host` is a part. */
export function incomingRequest(incoming: IncomingMessage, parts: IncomingParts = {}): Request | undefined {
  const { url: target = "/", method = "GET", headers: { host = "host.invalid" } } = incoming;
  const { body, ...rest } = parts;
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  try {
    return new Request(`http://${host}${target.startsWith("/") ? "" : "/"}${target}`, {
      ...rest,
      method: UNREPRESENTED.has(method) ? "OPTIONS" : method,
      headers: headersOf(incoming),
      ...(hasBody ? { body, duplex: "half" } : {}),
    });
  } catch {
    return undefined;
  }
}

/** The headers as sent: `node:http` would drop the second of some that must not repeat. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return headers;
}
