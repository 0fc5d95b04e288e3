import {
  answerHead,
  bearerCheck,
  checkSource,
  compose,
  type Handler,
  type Measure,
  METRICS_TYPE,
  metricsText,
  type RefusalAnswer,
  type RefusalCode,
  type RequestHandler,
  requestHandler,
  requireToken,
  routes,
  type ServerContext,
  type SlowCheck,
  type SourcePolicy,
} from "@loom/bridge/server";

/** Content and checks of the hub's pages. */
export interface Pages {
  readonly source: SourcePolicy;
  /** Checks the token that `/metrics` requires; `undefined` where none is required. */
  readonly checkToken: SlowCheck | undefined;
  /** The answer of `/health`. */
  readonly health: () => { readonly isWell: boolean; readonly body: object };
  readonly measures: () => readonly Measure[];
}

const TEXT_TYPE = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

/** The refusal of a request that calls the hub by a foreign name. */
export const FOREIGN_HOST =
  "The hub does not go by the name in Host: call it by its address, or start it with that name among its hosts.";

/** The refusal of a page that may not connect. */
export const FOREIGN_ORIGIN =
  "Pages of this origin may not connect to the hub: start it with that origin among its origins.";

/** Answers plain HTTP requests: `/health`, `/metrics`, and a sentence for all others. */
export function hubPages({ source, checkToken, health, measures }: Pages): RequestHandler {
  const healthPage: Handler = () => {
    const { isWell, body } = health();
    return page(isWell ? 200 : 503, `${JSON.stringify(body)}\n`, JSON_TYPE);
  };
  const metricsPage = compose<ServerContext>(
    checkToken === undefined ? [] : [requireToken({ check: bearerCheck(checkToken), answer: answerRefusal })],
    () => page(200, metricsText(measures()), METRICS_TYPE),
  );
  const rows = [
    { method: "GET", path: "/health", handler: healthPage },
    { method: "GET", path: "/metrics", handler: metricsPage },
  ];
  const pipeline = compose<ServerContext>(
    [answerHead(), checkSource({ policy: source, answer: answerRefusal })],
    routes(rows, ({ handler }) => handler, answerRefusal),
  );
  return requestHandler(pipeline, ({ status }) => page(status, `${FOREIGN_HOST}\n`, TEXT_TYPE));
}

type Sentence = (path: string, headers: Readonly<Record<string, string>>) => string;

const NOTHING_HERE = "This is a hub of the loom: connect with socket.io, or see /health and /metrics.";

/** Sentences of refusals; codes without a row do not occur here. */
const SENTENCES: Partial<Record<RefusalCode, Sentence>> = {
  host_not_allowed: () => FOREIGN_HOST,
  origin_not_allowed: () => FOREIGN_ORIGIN,
  method_not_allowed: (path) => `${path} can only be read: send a GET.`,
  unauthorized: (path) => `${path} needs the hub's token: send it as Authorization: Bearer <token>.`,
  too_many_guesses: (_path, headers) =>
    `Too many wrong tokens wait for their answers, and this one is wrong too: try again in ${
      headers["retry-after"]
    } s.`,
};

const HEADERS: Partial<Record<RefusalCode, Readonly<Record<string, string>>>> = {
  method_not_allowed: { allow: "GET, HEAD" },
  unauthorized: { "www-authenticate": "Bearer" },
};

const answerRefusal: RefusalAnswer<ServerContext> = ({ status, code, headers }, { url: { pathname } }) => {
  const sentence = SENTENCES[code]?.(pathname, headers) ?? NOTHING_HERE;
  return page(status, `${sentence}\n`, TEXT_TYPE, HEADERS[code]);
};

function page(
  status: number,
  text: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": type,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...more,
    },
  });
}
