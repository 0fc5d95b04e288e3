import type { RefusalAnswer, RefusalSentences, ServerRefusal } from "@loom/bridge/server";

/** Codes of JSON-RPC errors that the transport itself answers with. */
export const RPC = { parseError: -32700, invalid: -32600, refused: -32000, noSession: -32001 } as const;

const SENTENCES: RefusalSentences = {
  bad_host: () => SENTENCE_OF_HOST,
  host_not_allowed: () => SENTENCE_OF_HOST,
  origin_not_allowed: () => "Pages of this origin may not connect: add the origin to LOOM_MCP_HTTP_ORIGINS.",
  not_found: () => "There is nothing here: MCP is at /mcp, and /health tells whether it runs.",
  method_not_allowed: ({ headers }) => `/mcp takes ${headers.allow}.`,
  unauthorized: () => "unauthorized",
  too_many_guesses: ({ headers }) =>
    `Too many wrong tokens wait for their answers, and this one is wrong too: try again in ${
      headers["retry-after"]
    } s.`,
  payload_too_large: ({ limit }) => `The body is longer than ${limit} bytes: send less at once.`,
  request_timeout: ({ limit }) => `The body did not arrive within ${limit} ms: send it again.`,
  body_broken_off: () => "The body broke off: send it again.",
};

const SENTENCE_OF_HOST =
  "The server does not go by the name in Host: call it by its address, or add that name to LOOM_MCP_HTTP_HOSTS.";

/** Answers a request that does not reach the protocol. */
export const answerRefusal: RefusalAnswer<unknown> = (refusal) => {
  const { status, code, headers } = refusal;
  const scheme = code === "unauthorized" ? { "www-authenticate": 'Bearer realm="loom-mcp"' } : {};
  return respond(status, { error: SENTENCES[code](refusal) }, { ...headers, ...scheme });
};

/** Answers a request whose body cannot be read. What is left of the body would be taken for the next request, so the connection ends. */
export function answerBodyRefusal(refusal: ServerRefusal): Response {
  return badBody(refusal.status, SENTENCES[refusal.code](refusal));
}

/** Answers a request with a bad body. */
export function badBody(status: number, message: string): Response {
  const code = status === 400 ? RPC.parseError : RPC.refused;
  return respondRpcError(status, code, message, { connection: "close" });
}

/** Answers with plain JSON. */
export function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** Answers with an error of the protocol. */
export function respondRpcError(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return respond(status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers);
}
