/** Reasons for refusing a request, one row each. */
export const REFUSALS = {
  unknown_action: { status: 400, when: "`action` is none of the three" },
  action_conflict: { status: 400, when: "the path and `?action=` name different operations" },
  invalid_query: { status: 400, when: "a parameter of the query is not understood; `field` names it" },
  invalid_json: {
    status: 400,
    when: "the body is empty or no JSON, nests too deep, or has a member `__proto__`",
  },
  invalid_body: { status: 400, when: "the body is JSON and no object" },
  invalid_field: { status: 400, when: "a member is missing or of the wrong type; `field` names it" },
  missing_event: { status: 400, when: "a webhook has no header `X-GitHub-Event`" },
  unauthorized: { status: 401, when: "the token is missing or another one" },
  bad_signature: { status: 401, when: "the signature is missing or does not fit the bytes" },
  host_not_allowed: { status: 403, when: "the name in `Host` is not one of the bridge's" },
  origin_not_allowed: { status: 403, when: "the page in `Origin` is neither the bridge's own nor listed" },
  not_found: { status: 404, when: "there is no such operation, beat or event" },
  method_not_allowed: { status: 405, when: "the operation takes another method; `Allow` names it" },
  request_timeout: { status: 408, when: "the body did not arrive in time" },
  payload_too_large: {
    status: 413,
    when: "the body is longer than `limit`, said at once or found on arrival",
  },
  unsupported_media_type: { status: 415, when: "the body is `multipart/*`" },
  rate_limited: {
    status: 429,
    when: "there were too many requests, or wrong tokens; `Retry-After` says when to come back",
  },
  internal: { status: 500, when: "the bridge has a defect; its log has more under `request_id`" },
  store_unavailable: {
    status: 503,
    when: "the store cannot be reached in time; analyze still answers",
  },
  webhook_secret_missing: {
    status: 503,
    when: "a webhook comes, and the bridge has no secret to check it by",
  },
  stopping: { status: 503, when: "the bridge is being stopped" },
  too_many_streams: { status: 503, when: "as many streams as may be are open" },
} as const;

/** The stable word of a refusal. */
export type RefusalCode = keyof typeof REFUSALS;

/** A refusal as the answer shows it. */
export interface Refusal {
  /** The stable word. */
  readonly code: RefusalCode;
  /** The sentence. */
  readonly error: string;
  /** Further members of the body, such as the name of a wrong one. */
  readonly also?: Readonly<Record<string, string | number>>;
  /** Headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Outcome of a step: the value for the next one, or the reason why there is none. */
export type Step<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** A step with a value. */
export function go<Value>(value: Value): Step<Value> {
  return { ok: true, value };
}

/** A step that refuses the request. */
export function refuse(
  code: RefusalCode,
  error: string,
  more: Pick<Refusal, "also" | "headers"> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, error, ...more } };
}
