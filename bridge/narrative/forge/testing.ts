/** What a stub of a forge holds. */
export interface StubForgeData {
  readonly issues?: readonly unknown[];
  readonly issueEvents?: readonly unknown[];
  readonly pulls?: readonly unknown[];
  readonly branches?: readonly string[];
  /** The commits by the branch. */
  readonly commits?: Readonly<Record<string, readonly unknown[]>>;
  readonly hooks?: readonly unknown[];
  readonly deliveries?: readonly unknown[];
  /** The payloads of deliveries by their numbers. */
  readonly payloads?: Readonly<Record<number, unknown>>;
  /** Deliveries that are too old to be sent again. */
  readonly tooOld?: readonly number[];
  /** Answers in place of all else. */
  readonly answer?: (url: URL) => Response | undefined;
}

/** A server that speaks as much of GitHub's REST as is asked of it here; stopped at the end of the scope. */
export class StubForge implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #data: StubForgeData;
  /** How many things a page has. */
  readonly #page: number;
  /** The requests, as `GET /path?query`. */
  readonly asked: string[] = [];
  /** The deliveries that were to be sent again. */
  readonly attempts: number[] = [];
  /** The tokens that were shown. */
  readonly tokens: (string | null)[] = [];

  /** Starts one on a free port. */
  constructor(data: StubForgeData, page = 2) {
    this.#data = data;
    this.#page = page;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  /** Its address. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Stops it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(request: Request): Response {
    const url = new URL(request.url);
    this.asked.push(`${request.method} ${url.pathname}${url.search}`);
    this.tokens.push(request.headers.get("authorization"));
    const special = this.#data.answer?.(url);
    if (special !== undefined) return special;
    const attempt = /\/hooks\/\d+\/deliveries\/(\d+)\/attempts$/.exec(url.pathname);
    if (request.method === "POST" && attempt !== null) return this.#attempt(Number(attempt[1]));
    const payload = this.#data.payloads?.[Number(/\/deliveries\/(\d+)$/.exec(url.pathname)?.[1])];
    if (payload !== undefined) return Response.json({ request: { payload } });
    const list = this.#list(url);
    if (list === undefined) return Response.json({ message: "Not Found" }, { status: 404 });
    return this.#pageOf(list, url);
  }

  #attempt(id: number): Response {
    if (this.#data.tooOld?.includes(id)) {
      return Response.json({ message: "Delivery is too old" }, { status: 422 });
    }
    this.attempts.push(id);
    return Response.json({}, { status: 202 });
  }

  #list({ pathname, searchParams }: URL): readonly unknown[] | undefined {
    const { issues, issueEvents, pulls, branches, commits, hooks, deliveries } = this.#data;
    const rest = /^\/repos\/octo\/door\/(.*)$/.exec(pathname)?.[1] ?? "";
    if (/^hooks\/\d+\/deliveries$/.test(rest)) return deliveries ?? [];
    switch (rest) {
      case "issues":
        return issues ?? [];
      case "issues/events":
        return issueEvents ?? [];
      case "pulls":
        return pulls ?? [];
      case "branches":
        return (branches ?? []).map((name) => ({ name }));
      case "commits":
        return commits?.[searchParams.get("sha") ?? ""] ?? [];
      case "hooks":
        return hooks ?? [];
    }
    return undefined;
  }

  #pageOf(list: readonly unknown[], url: URL): Response {
    const begin = Number(url.searchParams.get("cursor") ?? 0);
    const end = begin + this.#page;
    const next = new URL(url);
    next.searchParams.set("cursor", String(end));
    const headers = end < list.length
      ? { link: `<${url.origin}/>; rel="first", <${next.href}>; rel="next"` }
      : {};
    return Response.json(list.slice(begin, end), { headers });
  }
}
