import type { RefusalSentences, ServerRefusal } from "@loom/bridge/server";
import { LoomError } from "@loom/protocol";

/** A request that is refused. */
export class HttpError extends LoomError {
  /** The status of the answer. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /** Makes the error from its status, its stable code and its sentence. */
  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
  }

  /** The error for a request that the server kit refuses. */
  static of(refusal: ServerRefusal): HttpError {
    const { status, code, headers } = refusal;
    return new HttpError(status, code, SENTENCES[code](refusal), headers);
  }
}

const SENTENCES: RefusalSentences = {
  bad_host: () => "The Host of the request is no name of a server: call it by its address.",
  host_not_allowed: () => "The server does not go by this name: call it by its address.",
  origin_not_allowed: () => "Pages of this origin may not ask: open the page of the server itself.",
  not_found: () => "There is nothing at this address.",
  method_not_allowed: ({ headers }) => `This address takes ${headers.allow}.`,
  unauthorized: () => "The token is missing or wrong: send it as Authorization: Bearer.",
  too_many_guesses: ({ headers }) =>
    `Too many wrong tokens wait for their answers, and this one is wrong too: try again in ${
      headers["retry-after"]
    } s.`,
  payload_too_large: ({ limit }) => `The body is longer than ${limit} bytes: send less.`,
  request_timeout: () => "The body did not arrive in time: send it again.",
  body_broken_off: () => "The body broke off: send it again.",
};
