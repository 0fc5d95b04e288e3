import { type CheckResult, type SlowCheck, TokenBucket } from "@loom/bridge/server";
import {
  DocumentReadError,
  EV,
  type LivePresence,
  type Parsed,
  parseDefRequest,
  parseFullIn,
  parseJoinRequest,
  parsePatchIn,
  parsePresenceUpdate,
  parseViewRequest,
  WIRE_LIMITS,
  type WireErrorCode,
} from "@loom/protocol";
import { lengthOf } from "../socket/bound_unread.ts";
import { StoreUnavailableError } from "../../store/room_store.ts";
import { full, patch } from "./edit.ts";
import { type Hub, type HubSocket, wireErrorOf } from "../hub.ts";
import { presence, request, show } from "./requests.ts";
import type { ClientSession, Message } from "./message.ts";
import { RefusedError } from "../refused_error.ts";
import { SerialQueue } from "../rooms/serial_queue.ts";
import { join, leave, leaveRoom } from "./join.ts";

type Handler = (message: Message<unknown>) => Promise<void>;

/** The events that clients send, one row each. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  row(EV.JOIN, parseJoinRequest, join),
  // The payload is ignored: the joined document is left.
  row(EV.LEAVE, () => ({ ok: true as const, value: {} }), leave),
  row(EV.PATCH_IN, parsePatchIn, patch),
  row(EV.FULL_IN, parseFullIn, full),
  row(EV.REQUEST, (payload) => parseDefRequest(payload ?? {}), request),
  row(EV.PRESENCE_IN, parsePresenceUpdate, presence),
  row(EV.VIEW_IN, parseViewRequest, show),
]);

/** Bytes of a message that count as one message. */
const BYTES_PER_MESSAGE = 16 * 1024;
/** A connection that ignores the rate limit is closed after this many bursts. */
const MAX_BURSTS = 5;

function row<Payload>(
  event: string,
  parse: (value: unknown) => Parsed<Payload>,
  handle: (message: Message<Payload>) => Promise<void>,
): readonly [string, Handler] {
  return [event, async (message) => {
    const parsed = parse(message.payload);
    if (!parsed.ok) {
      const { code, message: sentence, ...details } = parsed.error;
      throw new RefusedError(code, sentence, details);
    }
    await handle({ ...message, payload: parsed.value });
  }];
}

/** The connection of one client: handles its messages one after the other and answers each. */
export class Connection implements ClientSession {
  readonly id: string;
  readonly socket: HubSocket;
  docId: string | undefined;
  presence: LivePresence | undefined;
  readonly #hub: Hub;
  readonly #queue = new SerialQueue();
  readonly #bucket: TokenBucket;
  /** Empty when the client goes on sending messages that are refused. */
  readonly #tolerance: TokenBucket;
  readonly #trust: CheckResult;
  #bytes = 0;

  /** Listens to a client. */
  constructor(hub: Hub, socket: HubSocket) {
    this.#hub = hub;
    this.socket = socket;
    this.id = socket.id;
    this.#trust = checkedToken(hub.checkToken, socket.handshake);
    const { messagesPerSecond: perSecond, burst } = hub.limits;
    const now = hub.clock.now;
    this.#bucket = new TokenBucket({ perSecond, size: burst, now });
    this.#tolerance = new TokenBucket({ perSecond, size: burst * MAX_BURSTS, now });
    socket.conn.on("packet", ({ data }: { readonly data?: unknown }) => {
      this.#bytes += lengthOf(data);
    });
    socket.onAny((event: unknown, ...args: unknown[]) => this.#receive(String(event), args));
    // Without a listener, an event of that name would end the process.
    socket.on("error", () => {});
  }

  /** True when the client has the token, if the hub needs one. */
  get isTrusted(): boolean {
    return this.#trust.kind === "right";
  }

  /** Leaves the document, after the messages that came before. */
  async end(): Promise<void> {
    try {
      await this.#queue.run(() => leaveRoom(this.#hub, this));
    } catch (error) {
      this.#hub.log({ level: "error", event: "leave_failed", message: String(error) });
    }
  }

  /** Settles when the messages so far are handled. */
  async idle(): Promise<void> {
    await this.#queue.idle();
  }

  #receive(event: string, args: readonly unknown[]): void {
    const last = args.at(-1);
    const ack = typeof last === "function" ? last : undefined;
    const payload = ack !== undefined && args.length === 1 ? undefined : args[0];
    const answer = (value: object) => {
      ack?.(value);
    };
    const refuse = (error: unknown) => this.#refuse(event, payload, answer, error);
    const handler = HANDLERS.get(event);
    this.#hub.received.add({ event: handler === undefined ? "unknown" : event });
    try {
      this.#admit(event);
      if (handler === undefined) throw unknownEvent(event);
    } catch (error) {
      this.#whenDue(error, () => refuse(error));
      return;
    }
    const message = { hub: this.#hub, client: this, payload, answer, refuse, isAsked: ack !== undefined };
    this.#queue.run(() => handler(message)).catch(refuse);
  }

  /** Throws when no message of the client is accepted just now. */
  #admit(event: string): void {
    const cost = 1 + Math.floor(this.#bytes / BYTES_PER_MESSAGE);
    this.#bytes = 0;
    const wait = this.#bucket.take(cost);
    if (wait > 0) throw rateLimited(wait);
    if (this.#trust.kind === "later") throw tooManyGuesses(this.#trust.waitMs);
    if (this.#trust.kind === "wrong") throw untrusted(event);
    if (this.#hub.isStopping) {
      throw new RefusedError("shutting_down", "The hub is stopping: connect again a little later.");
    }
  }

  /** Delays the refusal of a wrong token; others are due at once. */
  #whenDue(error: unknown, refuse: () => void): void {
    const late = this.#trust.kind === "wrong" ? this.#trust.late : undefined;
    if (late === undefined || !(error instanceof RefusedError) || error.code !== "unauthorized") refuse();
    else void late.then(refuse);
  }

  #refuse(event: string, payload: unknown, answer: (value: object) => void, thrown: unknown): void {
    const refused = this.#refusalOf(event, thrown);
    this.#hub.refused.add({ code: refused.code });
    const error = { ...wireErrorOf(refused), event: event.slice(0, 100), ...nameOf(payload) };
    this.socket.emit(EV.ERROR, error);
    answer(event === EV.JOIN ? { error } : { ok: false, ...refused.rest, error });
    const isOver = this.#tolerance.take() > 0;
    if (isOver || (refused.code === "unauthorized" && event === EV.JOIN)) this.socket.disconnect(true);
  }

  #refusalOf(event: string, thrown: unknown): RefusedError {
    if (thrown instanceof RefusedError) return thrown;
    if (thrown instanceof StoreUnavailableError || thrown instanceof DocumentReadError) {
      return new RefusedError(thrown.code as WireErrorCode, thrown.message);
    }
    const message = thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown);
    this.#hub.log({ level: "error", event: "defect", on: event.slice(0, 100), message });
    return new RefusedError(
      "internal",
      "The hub has failed at this, and nothing was changed: this is a defect of the hub.",
    );
  }
}

function checkedToken(checkToken: SlowCheck | undefined, { auth }: Handshake): CheckResult {
  if (checkToken === undefined) return { kind: "right" };
  const given = typeof auth === "object" && auth !== null && "token" in auth ? auth.token : undefined;
  return typeof given === "string" ? checkToken.check(given) : { kind: "wrong" };
}

function untrusted(event: string): RefusedError {
  return new RefusedError(
    "unauthorized",
    `Missing or wrong auth token: ${event.slice(0, 100)} needs the token that the hub was started with.`,
  );
}

/** The handshake of a connection; a client may send anything as `auth`. */
interface Handshake {
  readonly auth: unknown;
}

function tooManyGuesses(wait: number): RefusedError {
  return new RefusedError(
    "rate_limited",
    `Too many wrong tokens wait for their answers, and this one is wrong too: connect again in ${wait} ms.`,
    { retryAfterMs: wait },
  );
}

function rateLimited(wait: number): RefusedError {
  return new RefusedError("rate_limited", `Too many messages: wait ${wait} ms.`, { retryAfterMs: wait });
}

function unknownEvent(event: string): RefusedError {
  return new RefusedError(
    "bad_request",
    `There is no event ${JSON.stringify(event.slice(0, 100))}: send one of ${
      [...HANDLERS.keys()].join(", ")
    }.`,
  );
}

/** The name of a change, if the payload has one. */
function nameOf(payload: unknown): { opId?: string } {
  if (typeof payload !== "object" || payload === null || !Object.hasOwn(payload, "opId")) return {};
  const { opId } = payload as { opId: unknown };
  return typeof opId === "string" && opId.length > 0 && opId.length <= WIRE_LIMITS.opId ? { opId } : {};
}
