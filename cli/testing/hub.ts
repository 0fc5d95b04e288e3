import { type Bridge, startBridge } from "@loom/hub";
import {
  EV,
  type JoinAccepted,
  type LivePresence,
  type PatchEnvelope,
  type Role,
  type ViewEnvelope,
} from "@loom/protocol";
import { io, type Socket } from "socket.io-client";
import { documentSource } from "@loom/bridge/document";
import { until } from "./patience.ts";

/** A hub for a test; stopped at the end of the scope. */
export class TestHub implements AsyncDisposable {
  readonly #bridge: Bridge;

  private constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Starts one on a free port, or on one that was free before. */
  static async start(options: { readonly token?: string; readonly port?: number } = {}): Promise<TestHub> {
    return new TestHub(await startBridge({ documents: documentSource(), ...options }));
  }

  /** Its address. */
  get url(): string {
    return this.#bridge.url;
  }

  /** Its port. */
  get port(): number {
    return this.#bridge.port;
  }

  /** Stops it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bridge.close();
  }
}

/** Someone else at a hub, with a plain socket; gone at the end of the scope. */
export class Peer implements AsyncDisposable {
  /** The changes that came. */
  readonly patches: PatchEnvelope[] = [];
  /** What was to be shown. */
  readonly views: ViewEnvelope[] = [];
  /** Everyone who has come. */
  readonly arrivals: LivePresence[] = [];
  /** What was said when it joined. */
  readonly joined: JoinAccepted;
  readonly #socket: Socket;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: Socket, joined: JoinAccepted) {
    this.#socket = socket;
    this.joined = joined;
  }

  /** Joins a document. */
  static async join(
    { url }: TestHub,
    docId: string,
    { role = "web", name, token }: { readonly role?: Role; readonly name?: string; readonly token?: string } =
      {},
  ): Promise<Peer> {
    const socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      auth: { token },
    });
    const joined: JoinAccepted = await socket.emitWithAck(EV.JOIN, { role, name, docId });
    const peer = new Peer(socket, joined);
    const keep = <Item>(list: Item[]) => (item: Item) => {
      list.push(item);
      for (const look of peer.#waiting) look();
    };
    socket.on(EV.PATCH_OUT, keep(peer.patches));
    socket.on(EV.VIEW_OUT, keep(peer.views));
    socket.on(EV.PRESENCE_JOIN, keep(peer.arrivals));
    return peer;
  }

  /** Settles when something is so. */
  async until(isSo: (peer: Peer) => boolean): Promise<void> {
    await until(
      this.#waiting,
      () => isSo(this),
      () => `in ${JSON.stringify([this.patches, this.views, this.arrivals])}`,
    );
  }

  /** Sends something; gives the answer. */
  async send(event: string, payload: unknown): Promise<unknown> {
    return await this.#socket.emitWithAck(event, payload);
  }

  /** Leaves. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!this.#socket.connected) return;
    this.#socket.once("disconnect", () => resolve());
    this.#socket.disconnect();
    await promise;
  }
}

/** An address at which nothing answers. */
export function deadAddress(): string {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return `http://127.0.0.1:${port}`;
}
