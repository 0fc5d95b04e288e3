import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type CheckResult,
  type Measure,
  metricsText,
  type SourcePolicy,
  type ThrottledCheck,
} from "@loom/bridge/server";

/** What the pages of the hub tell. */
export interface Pages {
  readonly source: SourcePolicy;
  /** Looks at the token that `/metrics` asks for; `undefined` where it asks for none. */
  readonly checkToken: ThrottledCheck | undefined;
  /** The answer of `/health`, and whether all is well. */
  readonly health: () => { readonly isWell: boolean; readonly body: object };
  readonly measures: () => readonly Measure[];
}

/** A page as it is sent. */
interface Page {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Answers plain HTTP requests: `/health`, `/metrics`, and a sentence for all others. */
export function pagesOf(pages: Pages): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { status, type = "text/plain; charset=utf-8", body } = pageFor(request, pages);
    response.writeHead(status, {
      "content-type": type,
      "cache-control": "no-store",
      // A connection that waits for another request would hold up a hub that stops.
      "connection": "close",
      "x-content-type-options": "nosniff",
      ...(status === 405 ? { allow: "GET, HEAD" } : {}),
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

function pageFor({ method, url, headers, socket }: IncomingMessage, pages: Pages): Page {
  if (!pages.source.allowsHost(headers.host)) return { status: 403, body: `${foreignHost()}\n` };
  if (!pages.source.allowsOrigin(headers.origin)) return { status: 403, body: `${foreignOrigin()}\n` };
  const path = (url ?? "/").split("?")[0];
  if (path !== "/health" && path !== "/metrics") {
    return {
      status: 404,
      body: "This is a hub of the loom: connect with socket.io, or see /health and /metrics.\n",
    };
  }
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, body: `${path} can only be read: send a GET.\n` };
  }
  if (path === "/health") return healthPage(pages);
  const look = lookAt(headers.authorization, socket.remoteAddress ?? "", pages);
  if (look.kind === "later") return tooManyGuesses(look.waitMs);
  if (look.kind === "wrong") {
    return {
      status: 401,
      body: "/metrics needs the hub's token: send it as Authorization: Bearer <token>.\n",
    };
  }
  return { status: 200, type: METRICS_TYPE, body: metricsText(pages.measures()) };
}

/** Why a request is refused that calls the hub by another name. */
export function foreignHost(): string {
  return "The hub does not go by the name in Host: call it by its address, or start it with that name among its hosts.";
}

/** Why a page may not connect. */
export function foreignOrigin(): string {
  return "Pages of this origin may not connect to the hub: start it with that origin among its origins.";
}

function healthPage({ health }: Pages): Page {
  const { isWell, body } = health();
  return { status: isWell ? 200 : 503, type: JSON_TYPE, body: `${JSON.stringify(body)}\n` };
}

function lookAt(authorization: string | undefined, from: string, { checkToken }: Pages): CheckResult {
  if (checkToken === undefined) return { kind: "right" };
  const given = /^Bearer +(.+)$/i.exec(authorization ?? "")?.[1];
  return given === undefined ? { kind: "wrong" } : checkToken(given, from);
}

function tooManyGuesses(waitMs: number): Page {
  const seconds = Math.ceil(waitMs / 1_000);
  return {
    status: 429,
    body: `Too many wrong tokens have come, so that none is looked at now: try again in ${seconds} s.\n`,
  };
}
