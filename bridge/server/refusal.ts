/** A stable word for the reason of a {@linkcode ServerRefusal}. */
export type RefusalCode =
  | "bad_host"
  | "body_broken_off"
  | "unauthorized"
  | "host_not_allowed"
  | "origin_not_allowed"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "payload_too_large"
  | "too_many_guesses";

const STATUSES: Readonly<Record<RefusalCode, number>> = {
  bad_host: 400,
  body_broken_off: 400,
  unauthorized: 401,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  too_many_guesses: 429,
};

/** The rest of a body that was not read would be taken for the next request, so these end the connection. */
const CLOSING: ReadonlySet<RefusalCode> = new Set(["payload_too_large", "request_timeout"]);

/** A request that the kit does not hand on. The server that uses the kit writes its sentence and its body. */
export interface ServerRefusal {
  /** The reason. */
  readonly code: RefusalCode;
  /** The HTTP status that belongs to the code. */
  readonly status: number;
  /** Headers that belong to the status: `allow` with `method_not_allowed`, `retry-after` in seconds with `too_many_guesses`, and `connection` where it must close. */
  readonly headers: Readonly<Record<string, string>>;
  /** The limit that was exceeded: bytes with `payload_too_large`, milliseconds with `request_timeout`. */
  readonly limit?: number;
}

/** Renders refusals in the words and the shape of one server. */
export type RefusalAnswer<Context> = (refusal: ServerRefusal, context: Context) => Response;

/** Sentences of one server, a row for each code. */
export type RefusalSentences = Readonly<Record<RefusalCode, (refusal: ServerRefusal) => string>>;

/** Adds status and headers to a code. */
export function refusal(
  code: RefusalCode,
  { headers = {}, ...more }: Partial<Pick<ServerRefusal, "headers" | "limit">> = {},
): ServerRefusal {
  const close = CLOSING.has(code) ? { connection: "close" } : {};
  return { code, status: STATUSES[code], headers: { ...close, ...headers }, ...more };
}
