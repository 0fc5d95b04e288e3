/** The stable code of a refusal. */
export type WireErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden_origin"
  | "not_joined"
  | "no_base"
  | "stale_base"
  | "apply_failed"
  | "too_large"
  | "rate_limited"
  | "forbidden_path"
  | "read_failed"
  | "shutting_down"
  | "unavailable"
  | "internal";

/** The codes and what each means, in words for the person who writes a client. */
export const WIRE_ERROR_CODES: ReadonlyMap<WireErrorCode, string> = new Map<WireErrorCode, string>([
  ["bad_request", "The payload has the wrong shape. Sending it again does not help."],
  ["unauthorized", "The hub has a token and the client did not give it."],
  ["forbidden_origin", "The page that opened the connection is not on the hub's list of origins."],
  ["not_joined", "The connection has joined no document: send `bridge:join` first."],
  ["no_base", "The room has no document that operations could change: send `def:full` first."],
  [
    "stale_base",
    "The change conflicts with a change since `baseSeq`; `missed` has the changes since.",
  ],
  ["apply_failed", "The operations are well formed and do not apply to the document."],
  ["too_large", "The payload exceeds a limit: bytes, depth or number of operations."],
  ["rate_limited", "Too many messages in a short time; `retryAfterMs` is the time to wait."],
  ["forbidden_path", "The document is outside the hub's root, or is no document."],
  ["read_failed", "The document's file cannot be read, or is no JSON."],
  ["shutting_down", "The hub is stopping: connect again a little later."],
  ["unavailable", "Something that the hub needs does not answer: try again a little later."],
  ["internal", "A defect of the hub; nothing was changed."],
]);
