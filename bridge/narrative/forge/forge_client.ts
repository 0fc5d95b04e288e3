import { isObject, LoomError, oneLine } from "@loom/protocol";
import { NarrativeError } from "../narrative_error.ts";

/** Address of GitHub's REST API. */
export const GITHUB_API = "https://api.github.com";

/** Time limit of an answer, in milliseconds. */
const ANSWER_MS = 30_000;

/** Options of a forge client. */
export interface ForgeOptions {
  /** The address of its REST interface. Default: that of github.com. */
  readonly url?: string;
  /** The token to ask with. */
  readonly token?: string | undefined;
  /** Default: that of the platform. */
  readonly fetch?: typeof globalThis.fetch;
  /** Aborted when the work is to end. */
  readonly stop?: AbortSignal;
}

/** Asks a forge that speaks GitHub's REST. */
export class ForgeClient {
  readonly #base: string;
  readonly #options: ForgeOptions;

  /** Makes one; nothing is asked yet. */
  constructor(options: ForgeOptions = {}) {
    this.#options = options;
    this.#base = (options.url ?? GITHUB_API).replace(/\/+$/, "");
  }

  /**
   * The objects of a list, page by page, as they are asked for.
   *
   * @param path with its query
   * @throws {ForgeError} when the forge does not answer, or refuses
   */
  async *list(path: string): AsyncGenerator<Record<string, unknown>, void, void> {
    let url: string | undefined = `${this.#base}${path}`;
    const seen = new Set<string>();
    while (url !== undefined) {
      if (seen.has(url)) throw this.#refused("tells of the same page again as the next one", path);
      seen.add(url);
      const response: Response = await this.#ask(url, "GET");
      const page: unknown = await response.json().catch(() => undefined);
      if (!Array.isArray(page)) throw this.#refused("gives no list", path);
      for (const item of page) if (isObject(item)) yield item;
      url = this.#next(response);
    }
  }

  /**
   * One object.
   *
   * @throws {ForgeError} when the forge does not answer, or refuses
   */
  async get(path: string): Promise<Record<string, unknown>> {
    const response = await this.#ask(`${this.#base}${path}`, "GET");
    const value: unknown = await response.json().catch(() => undefined);
    if (isObject(value)) return value;
    throw this.#refused("gives no object", path);
  }

  /**
   * Asks for something to be done.
   *
   * @throws {ForgeError} when the forge does not answer, or refuses
   */
  async post(path: string): Promise<void> {
    const response = await this.#ask(`${this.#base}${path}`, "POST");
    await response.body?.cancel();
  }

  async #ask(url: string, method: "GET" | "POST"): Promise<Response> {
    const { token, fetch = globalThis.fetch, stop } = this.#options;
    const end = AbortSignal.timeout(ANSWER_MS);
    let response: Response;
    try {
      response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          accept: "application/vnd.github+json",
          "user-agent": "loom",
          "x-github-api-version": "2022-11-28",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        signal: stop === undefined ? end : AbortSignal.any([end, stop]),
      });
    } catch (cause) {
      throw new ForgeError(
        "forge_unreachable",
        `The forge at ${this.#base} does not answer: check the address and the network.`,
        { cause },
      );
    }
    if (response.ok) return response;
    throw await this.#refusal(response, new URL(url).pathname);
  }

  /** The page behind this one; one of another host would get the token, and is not followed. */
  #next(response: Response): string | undefined {
    const [, link] = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(response.headers.get("link") ?? "") ?? [];
    if (link === undefined) return undefined;
    const url = new URL(link, this.#base);
    if (url.origin === new URL(this.#base).origin) return url.href;
    throw this.#refused("sends to another host", url.pathname);
  }

  async #refusal(response: Response, path: string): Promise<ForgeError> {
    const body: unknown = await response.json().catch(() => undefined);
    const said = isObject(body) && typeof body.message === "string" ? `, "${oneLine(body.message)}"` : "";
    const { status, headers } = response;
    const isLimited = status === 429 || (status === 403 && headers.get("x-ratelimit-remaining") === "0");
    if (isLimited) {
      const reset = Number(headers.get("x-ratelimit-reset"));
      const when = reset > 0 ? `at ${new Date(reset * 1000).toISOString()}` : "in a while";
      return new ForgeError("forge_limited", `The forge takes no more questions now: try again ${when}.`);
    }
    return this.#refused(`refuses with ${status}${said}${adviceOn(status)}`, path);
  }

  #refused(how: string, path: string): ForgeError {
    const what = path.replace(/\?.*$/s, "");
    return new ForgeError("forge_refused", `The forge at ${this.#base} ${how} (${what}).`);
  }
}

/** Remedy for a refused request. */
function adviceOn(status: number): string {
  if (status >= 300 && status < 400) return ": it has moved, so name it as it is called today";
  if (status >= 500) return ": try again in a while";
  return status === 401 || status === 403 || status === 404
    ? ": check the name, and that GITHUB_TOKEN may read it"
    : "";
}

/**
 * Checks the name of a repository for use in an address.
 *
 * @throws {NarrativeError} `invalid_field` when it is not `owner/name`
 */
export function checkRepository(text: string): string {
  const isName = /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(text) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text);
  if (isName) return text;
  throw new NarrativeError(
    "invalid_field",
    `${JSON.stringify(text)} is no repository: write it as owner/name.`,
    "repository",
  );
}

/** The stable words of a {@linkcode ForgeError}. */
export type ForgeErrorCode =
  /** Nothing answers at its address, or not in time. */
  | "forge_unreachable"
  /** It answers and refuses. */
  | "forge_refused"
  /** It takes no more questions for a while. */
  | "forge_limited"
  /** It has no such hook, or several. */
  | "no_hook";

/** The forge is of no use. */
export class ForgeError extends LoomError {
  /** Why it is of no use. */
  declare readonly code: ForgeErrorCode;

  /** Makes the error from its code and its sentence. */
  constructor(code: ForgeErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "ForgeError";
  }
}
