import {
  type Arrangement,
  type ArrangementPatch,
  isObject,
  NO_ARRANGEMENT,
  patchArrangement,
  readArrangement,
} from "@loom/protocol";

/** The parts of a browser that a layout uses. */
export interface LayoutHost {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Opens a stream of the server's events; returns a function that closes it. */
  readonly openStream: (address: string, events: LayoutEvents) => () => void;
}

/** Events of the server that a layout hears. */
export interface LayoutEvents {
  readonly onLayout: (text: string) => void;
  /** The document has changed, or is there now. */
  readonly onDocument: () => void;
}

/**
 * The arrangement of a document, kept in the file beside it. A change shows at once; what cannot be saved is kept in the page and sent
 * with the next change.
 */
export class LayoutSession {
  readonly #address: string;
  readonly #host: LayoutHost;
  readonly #listeners = new Set<() => void>();
  readonly #queue: ArrangementPatch[] = [];
  #arrangement: Arrangement = NO_ARRANGEMENT;
  #isLoaded = false;
  #sending: Promise<void> | undefined;
  /** False until it is known that there is a document: beside nothing, no arrangement can be kept. */
  #hasDocument = false;

  constructor(docId: string, host: LayoutHost) {
    this.#address = `doc=${encodeURIComponent(docId)}`;
    this.#host = host;
  }

  /** The arrangement as it is now; a new object after every change. */
  readonly arrangement = (): Arrangement => this.#arrangement;

  /** True once it is known what the file has. */
  readonly isLoaded = (): boolean => this.#isLoaded;

  /** Calls a function after every change; returns a function that ends that. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Reads the arrangement and follows it; returns a function that ends that. */
  open(): () => void {
    void this.#load();
    return this.#host.openStream(`/api/watch?${this.#address}`, {
      onLayout: (text) => {
        if (this.#queue.length > 0) return;
        const known = parse(text);
        if (known !== undefined) this.#show(known.arrangement);
      },
      onDocument: () => {
        this.#hasDocument = true;
        this.#flush();
      },
    });
  }

  /** Changes the arrangement. */
  change(patch: ArrangementPatch): void {
    this.#queue.push(patch);
    this.#show(patchArrangement(this.#arrangement, patch));
    this.#flush();
  }

  /** Waits until the changes so far are sent, or cannot be sent now. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  async #load(): Promise<void> {
    try {
      const response = await this.#host.fetch(`/api/layout?${this.#address}`);
      const known = response.ok ? parse(await response.text()) : undefined;
      // The event that the document is there may have come before.
      this.#hasDocument ||= known?.hasDocument !== false;
      let now = known?.arrangement ?? NO_ARRANGEMENT;
      for (const patch of this.#queue) now = patchArrangement(now, patch);
      this.#isLoaded = true;
      this.#show(now);
    } catch {
      // The machine arranges itself; the file is asked for again with the next change.
      this.#hasDocument = true;
      this.#isLoaded = true;
      this.#show(this.#arrangement);
    }
    this.#flush();
  }

  #flush(): void {
    if (!this.#hasDocument) return;
    this.#sending ??= this.#send().finally(() => this.#sending = undefined);
  }

  async #send(): Promise<void> {
    try {
      for (let patch = this.#queue[0]; patch !== undefined; patch = this.#queue[0]) {
        const response = await this.#host.fetch(`/api/layout?${this.#address}`, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(patch),
        });
        await response.body?.cancel();
        // A refused patch would be refused again; a server in trouble gets it later.
        if (response.status >= 500) return;
        this.#queue.shift();
      }
    } catch {
      // Kept: it goes with the next change, of the document too.
    }
  }

  #show(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The answer of the server about an arrangement; `undefined` for any other text. */
function parse(
  text: string,
): { readonly arrangement: Arrangement; readonly hasDocument: boolean } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !("arrangement" in value)) return undefined;
    return { arrangement: readArrangement(value.arrangement), hasDocument: value.hasDocument !== false };
  } catch {
    return undefined;
  }
}
