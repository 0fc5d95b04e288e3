import {
  applyPatchOps,
  EV,
  type FullEnvelope,
  type JoinAccepted,
  type JoinRefused,
  type JsonObject,
  type LivePresence,
  type MachineOp,
  type PatchEnvelope,
  type PatchIn,
  type PresenceChange,
  type StateMachineDefinition,
  type ViewEnvelope,
} from "@loom/protocol";
import { io, type Socket } from "socket.io-client";

type EditAnswer = { ok: true; seq: number } | { ok: false; error: { code: string; message: string } };

/** How long an answer may take before the client goes to another hub, in ms. */
const PATIENCE = 10_000;

/**
 * A client that knows several hubs: when its connection ends it goes to the next one, catches up and sends again what was not
 * acknowledged. It applies changes only in order, and only once, and believes nothing else.
 */
export class RoamingClient {
  readonly docId: string;
  /** How often it has joined. */
  joins = 0;
  /** What the hub complained of by itself. */
  readonly complaints: string[] = [];
  /** What canvases were asked to show. */
  readonly views: ViewEnvelope[] = [];
  /** Who takes part, as last told. */
  present: readonly LivePresence[] = [];
  def: JsonObject | null = null;
  seq = 0;
  #epoch: string | undefined;
  readonly #urls: readonly string[];
  #at: number;
  #socket: Socket | undefined;
  #joined = Promise.withResolvers<void>();
  readonly #early = new Map<number, PatchEnvelope>();
  #isClosed = false;

  /** @param start which of the hubs is the first */
  constructor(urls: readonly string[], docId: string, start: number) {
    this.#urls = urls;
    this.#at = start;
    this.docId = docId;
  }

  /** The id of the present connection. */
  get id(): string | undefined {
    return this.#socket?.id;
  }

  /** Connects and joins. */
  async connect(): Promise<void> {
    this.#goTo();
    await this.#joined.promise;
  }

  /**
   * Makes a change, through as many hubs as it takes.
   *
   * @param edit what is changed; asked again with the newest number when the hub refuses an old one
   * @returns the number that the change has got
   */
  async send(edit: (baseSeq: number) => Omit<PatchIn, "docId" | "opId">): Promise<number> {
    const opId = crypto.randomUUID();
    for (;;) {
      if (this.#isClosed) throw new Error("The client is closed.");
      await this.#joined.promise;
      const socket = this.#socket;
      const payload: PatchIn = { ...edit(this.seq), docId: this.docId, opId };
      const answer = await this.#ask<EditAnswer>(socket, EV.PATCH_IN, payload);
      if (answer?.ok) return answer.seq;
      const code = answer?.error.code;
      const isPassing = code === undefined ||
        ["stale_base", "unavailable", "not_joined", "shutting_down"].includes(code);
      if (!isPassing) throw new Error(`The hub refused: ${answer?.ok === false ? answer.error.message : ""}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends something that nobody answers. */
  tell(event: string, payload: unknown): void {
    this.#socket?.emit(event, payload);
  }

  /** Asks for the whole document, once. */
  async refresh(): Promise<void> {
    await this.#joined.promise;
    this.#socket?.emit(EV.REQUEST, { docId: this.docId });
  }

  /** Leaves for good. */
  close(): void {
    this.#isClosed = true;
    this.#socket?.disconnect();
  }

  async #ask<Answer>(
    socket: Socket | undefined,
    event: string,
    payload: unknown,
  ): Promise<Answer | undefined> {
    try {
      return await socket?.timeout(PATIENCE).emitWithAck(event, payload);
    } catch {
      return undefined;
    }
  }

  #goTo(): void {
    const socket = io(this.#urls[this.#at % this.#urls.length] ?? "", {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
    });
    this.#socket = socket;
    socket.on("connect", () => void this.#join(socket));
    socket.on("connect_error", () => this.#goOn(socket));
    socket.on("disconnect", () => this.#goOn(socket));
    socket.on(EV.PATCH_OUT, (patch: PatchEnvelope) => this.#take(patch));
    socket.on(EV.FULL_OUT, (full: FullEnvelope) => this.#takeWhole(full));
    socket.on(EV.ERROR, ({ code, message }: { code: string; message: string }) => {
      this.complaints.push(`${code}: ${message}`);
    });
    socket.on(EV.VIEW_OUT, (view: ViewEnvelope) => this.views.push(view));
    socket.on(EV.PRESENCE_UPDATE, (change: PresenceChange) => {
      this.present = this.present.map((one) =>
        one.clientId === change.clientId ? { ...one, ...change } : one
      );
    });
    socket.on(EV.PRESENCE_LIST, (list: LivePresence[]) => this.present = list);
    socket.on(EV.PRESENCE_JOIN, (one: LivePresence) => {
      this.present = [...this.present.filter(({ clientId }) => clientId !== one.clientId), one];
    });
    socket.on(EV.PRESENCE_LEAVE, ({ clientId }: { clientId: string }) => {
      this.present = this.present.filter((one) => one.clientId !== clientId);
    });
  }

  #goOn(socket: Socket): void {
    if (socket !== this.#socket || this.#isClosed) return;
    socket.removeAllListeners();
    socket.disconnect();
    this.#joined = Promise.withResolvers();
    this.#at++;
    setTimeout(() => this.#isClosed ? this.#joined.resolve() : this.#goTo(), 20);
  }

  async #join(socket: Socket): Promise<void> {
    const since = this.#epoch === undefined ? {} : { epoch: this.#epoch, sinceSeq: this.seq };
    const answer = await this.#ask<JoinAccepted | JoinRefused>(socket, EV.JOIN, {
      docId: this.docId,
      role: "web",
      ...since,
    });
    if (socket !== this.#socket) return;
    if (answer === undefined || "error" in answer) return this.#goOn(socket);
    const { snapshot, presence, resumed, patches } = answer;
    this.present = presence;
    if (resumed) { for (const patch of patches ?? []) this.#take(patch); }
    else this.#takeWhole(snapshot);
    this.joins++;
    this.#joined.resolve();
  }

  #take(patch: PatchEnvelope): void {
    if (patch.epoch !== this.#epoch) {
      if (this.#epoch !== undefined) void this.refresh();
      return;
    }
    if (patch.seq <= this.seq) return;
    this.#early.set(patch.seq, patch);
    for (let next = this.#early.get(this.seq + 1); next; next = this.#early.get(this.seq + 1)) {
      this.#early.delete(next.seq);
      this.def = applyPatchOps(
        this.def as unknown as StateMachineDefinition,
        next.ops as MachineOp[],
      ) as unknown as JsonObject;
      this.seq = next.seq;
    }
    if (this.#early.size > 0) setTimeout(() => this.#early.size > 0 ? this.#askMissing() : undefined, 300);
  }

  #askMissing(): void {
    this.#socket?.emit(EV.REQUEST, { docId: this.docId, epoch: this.#epoch, sinceSeq: this.seq });
  }

  #takeWhole({ def, seq, epoch }: Pick<FullEnvelope, "def" | "seq" | "epoch">): void {
    if (epoch === this.#epoch && seq < this.seq) return;
    this.#epoch = epoch;
    this.seq = seq;
    this.def = def as JsonObject | null;
    for (const early of this.#early.keys()) if (early <= seq) this.#early.delete(early);
  }
}
