import type { EventStore, JSONRPCMessage } from "../sdk.ts";

/** Bounds of an {@linkcode EventLog}. */
export interface EventLogBounds {
  readonly maxEvents: number;
  /** In UTF-16 units of JSON. The newest event stays however long it is. */
  readonly maxLength: number;
}

/** The default bounds. */
const BOUNDS: EventLogBounds = { maxEvents: 512, maxLength: 4 * 1024 * 1024 };

/** An event of a stream. */
export interface LoggedEvent {
  readonly id: string;
  readonly streamId: string;
  /** `undefined` for a mark, which says only how far the stream is. */
  readonly message: JSONRPCMessage | undefined;
}

interface Entry extends LoggedEvent {
  readonly order: number;
  readonly length: number;
}

/**
 * Recent events of a session, so that a client whose stream broke off gets the rest. The oldest is dropped first. An event's
 * id tells its stream and its place in it, so a client that was away for long still gets what is left.
 */
export class EventLog implements EventStore {
  readonly #bounds: EventLogBounds;
  readonly #entries: Entry[] = [];
  #length = 0;
  #count = 0;

  /** Makes an empty log. */
  constructor(bounds: EventLogBounds = BOUNDS) {
    this.#bounds = bounds;
  }

  /** Keeps an event; gives its id. What is no message is a mark. */
  storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    return Promise.resolve(this.#add(streamId, "jsonrpc" in message ? message : undefined));
  }

  /** Keeps a place in a stream; gives its id. */
  mark(streamId: string): string {
    return this.#add(streamId, undefined);
  }

  /** Sends what came in a stream after an event; gives the stream. */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    for (const { id, message } of this.after(lastEventId)) {
      if (message !== undefined) await send(id, message);
    }
    return placeOf(lastEventId)?.streamId ?? "";
  }

  /** The kept events of a stream after one of them. */
  after(lastEventId: string): readonly LoggedEvent[] {
    const place = placeOf(lastEventId);
    if (place === undefined) return [];
    return this.#entries.filter(({ streamId, order }) => streamId === place.streamId && order > place.order);
  }

  /**
   * The stream of an event that this log gave the id of.
   *
   * @returns `undefined` when it is none of its events, or nothing of the stream is kept
   */
  streamOf(eventId: string): string | undefined {
    const place = placeOf(eventId);
    if (place === undefined || place.order >= this.#count) return undefined;
    return this.#entries.some(({ streamId }) => streamId === place.streamId) ? place.streamId : undefined;
  }

  /** True when a stream of a call has its answer, after which nothing follows. */
  isAnswered(streamId: string): boolean {
    return this.#entries.some((entry) =>
      entry.streamId === streamId && entry.message !== undefined && !("method" in entry.message)
    );
  }

  #add(streamId: string, message: JSONRPCMessage | undefined): string {
    const order = this.#count++;
    const id = `${streamId}_${order.toString(36)}`;
    const length = message === undefined ? 0 : JSON.stringify(message).length;
    this.#entries.push({ id, streamId, message, order, length });
    this.#length += length;
    this.#forget();
    return id;
  }

  #forget(): void {
    const { maxEvents, maxLength } = this.#bounds;
    let gone = 0;
    while (this.#entries.length - gone > 1) {
      if (this.#entries.length - gone <= maxEvents && this.#length <= maxLength) break;
      this.#length -= this.#entries[gone++]?.length ?? 0;
    }
    if (gone > 0) this.#entries.splice(0, gone);
  }
}

function placeOf(eventId: string): { streamId: string; order: number } | undefined {
  const cut = eventId.lastIndexOf("_");
  const order = eventId.slice(cut + 1);
  if (cut < 1 || !/^[0-9a-z]{1,10}$/.test(order)) return undefined;
  return { streamId: eventId.slice(0, cut), order: parseInt(order, 36) };
}
