/**
 * A network between a client and a hub that can be made bad: it loses, delays and reorders messages and breaks connections.
 *
 * @module
 */

/** How bad a link is. */
export interface Weather {
  /** Of a hundred messages, how many are lost. */
  readonly lost: number;
  /** Of a hundred messages, how many come late and therefore after others. */
  readonly late: number;
  /** How late that is at most, in milliseconds. */
  readonly lateMs: number;
}

/** A good network. */
export const CALM: Weather = { lost: 0, late: 0, lateMs: 0 };

/** A link that listens on a port of its own. */
export interface FlakyLink {
  /** Where the client connects to. */
  readonly url: string;
  /** How the messages fare from now on. */
  weather: Weather;
  /** Breaks the connections that there are; new ones are let through. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Opens a link.
 *
 * It understands as much of WebSockets as it needs to lose whole messages: frames of text in which socket.io sends events and
 * answers. Everything else passes.
 *
 * @param target the port of the hub, asked at every connection
 * @param below gives numbers from 0 to below another one
 * @param tell is told of every message, and how it fared
 */
export function openLink(
  target: () => number,
  below: (most: number) => number,
  tell: (what: string, message: string) => void,
): FlakyLink {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const busy = new Set<Promise<void>>();
  const link = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    weather: CALM,
    cut: () => {
      for (const connection of open) shut(connection);
      open.clear();
    },
    close: async () => {
      listener.close();
      link.cut();
      await accepting;
      await Promise.all(busy);
    },
  };
  const serve = async (client: Deno.TcpConn): Promise<void> => {
    const hub = await Deno.connect({ hostname: "127.0.0.1", port: target() }).catch(() => undefined);
    if (!hub) return shut(client);
    open.add(client).add(hub);
    const carried = (way: string) => (fate: string, frame: Uint8Array) => {
      const message = textOfSocketIo(frame);
      if (message !== undefined) tell(`${way}${fate}`, message);
    };
    tell("connected", "");
    await Promise.all([
      carry(client, hub, () => link.weather, below, carried(">")),
      carry(hub, client, () => link.weather, below, carried("<")),
    ]);
    tell("disconnected", "");
    for (const connection of [client, hub]) {
      open.delete(connection);
      shut(connection);
    }
  };
  const accepting = (async () => {
    for await (const client of listener) {
      const work = serve(client).finally(() => busy.delete(work));
      busy.add(work);
    }
  })().catch(() => {});
  return link;
}

function shut(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}

/** Carries what one side sends to the other until either of them is gone; then both are closed. */
async function carry(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  weather: () => Weather,
  below: (most: number) => number,
  tell: (fate: string, frame: Uint8Array) => void,
): Promise<void> {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let writing = Promise.resolve();
  const write = (bytes: Uint8Array): void => {
    writing = writing.then(async () => {
      for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
    }).catch(() => shut(from));
  };
  const post = (frame: Uint8Array): void => {
    const { lost, late, lateMs } = weather();
    const isMessage = lost + late > 0 && isOfSocketIo(frame);
    if (isMessage && below(100) < lost) return tell(" lost", frame);
    const pass = (fate: string) => {
      tell(fate, frame);
      write(frame);
    };
    if (!isMessage || below(100) >= late) return pass("");
    const timer = setTimeout(() => {
      timers.delete(timer);
      pass(" late");
    }, below(lateMs));
    timers.add(timer);
  };
  const frames = new Frames();
  const buffer = new Uint8Array(64 * 1024);
  try {
    for (;;) {
      const read = await from.read(buffer);
      if (read === null) break;
      for (const piece of frames.take(buffer.slice(0, read))) post(piece);
    }
  } catch {
    // The connection was cut.
  }
  for (const timer of timers) clearTimeout(timer);
  await writing;
  shut(to);
  shut(from);
}

/** Cuts a stream of bytes into the head of the HTTP request or answer and WebSocket frames (RFC 6455). */
class Frames {
  #rest = new Uint8Array();
  #isPastHead = false;

  take(bytes: Uint8Array): Uint8Array[] {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (;;) {
      const length = this.#isPastHead ? frameLength(all.subarray(at)) : headLength(all.subarray(at));
      if (length === undefined || at + length > all.length) break;
      pieces.push(all.slice(at, at + length));
      this.#isPastHead = true;
      at += length;
    }
    this.#rest = all.slice(at);
    return pieces;
  }
}

function headLength(bytes: Uint8Array): number | undefined {
  const text = new TextDecoder("latin1").decode(bytes);
  const end = text.indexOf("\r\n\r\n");
  return end === -1 ? undefined : end + 4;
}

function frameLength(bytes: Uint8Array): number | undefined {
  const body = bodyStart(bytes);
  return body && body.start + body.length;
}

/** Where the body of a frame begins, and how long it is. */
function bodyStart(bytes: Uint8Array): { start: number; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const short = view.getUint8(1) & 0x7f;
  const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 2 + wide) return undefined;
  const length = wide === 0 ? short : wide === 2 ? view.getUint16(2) : Number(view.getBigUint64(2));
  const mask = view.getUint8(1) & 0x80 ? 4 : 0;
  return { start: 2 + wide + mask, length };
}

/** Whether a frame is an event (42...) or an answer (43...) of socket.io, and not a part of the way there. */
function isOfSocketIo(frame: Uint8Array): boolean {
  return /^4[23]/.test(textOf(frame, 2));
}

/** The event or the answer of socket.io in a frame. */
function textOfSocketIo(frame: Uint8Array): string | undefined {
  return isOfSocketIo(frame) ? textOf(frame) : undefined;
}

/** The text in a frame, up to so many bytes; empty for other frames. */
function textOf(frame: Uint8Array, most = Infinity): string {
  const body = bodyStart(frame);
  if (frame[0] !== 0x81 || !body) return "";
  const bytes = frame.slice(body.start, body.start + Math.min(body.length, most));
  if (((frame[1] ?? 0) & 0x80) !== 0) {
    const mask = frame.subarray(body.start - 4, body.start);
    for (const [at, byte] of bytes.entries()) bytes[at] = byte ^ (mask[at % 4] ?? 0);
  }
  return new TextDecoder().decode(bytes);
}
