/**
 * A WebSocket that costs next to nothing, so that two hundred of them in one process are not what is measured: it takes frames apart
 * and hands on their bytes.
 *
 * @module
 */

/** Who gets what arrives. */
export interface FrameListener {
  /** A text or binary message; the bytes are only lent. */
  onMessage(bytes: Uint8Array): void;
  /** The connection is over. */
  onEnd(): void;
}

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const READ_BYTES = 64 * 1024;

/** One connection. */
export class LeanSocket {
  readonly #conn: Deno.TcpConn;
  readonly #listener: FrameListener;
  #writing: Promise<void> = Promise.resolve();
  #buffer: Uint8Array<ArrayBuffer> = new Uint8Array(READ_BYTES);
  #filled = 0;

  private constructor(conn: Deno.TcpConn, listener: FrameListener) {
    this.#conn = conn;
    this.#listener = listener;
  }

  /** Connects, to `path` at a port of this machine. */
  static async connect(port: number, path: string, listener: FrameListener): Promise<LeanSocket> {
    const conn = await Deno.connect({ hostname: "127.0.0.1", port });
    conn.setNoDelay(true);
    const socket = new LeanSocket(conn, listener);
    await writeAll(conn, new TextEncoder().encode(requestOf(port, path)));
    await socket.#readHead();
    socket.#readOn();
    return socket;
  }

  /** Sends a text message. */
  sendText(text: string): void {
    this.#send(TEXT, new TextEncoder().encode(text));
  }

  /** Sends a binary message. */
  sendBytes(bytes: Uint8Array): void {
    this.#send(BINARY, bytes);
  }

  /** Ends the connection. */
  close(): void {
    try {
      this.#conn.close();
    } catch {
      // The other side was faster.
    }
  }

  #send(opcode: number, payload: Uint8Array): void {
    const frame = maskedFrame(opcode, payload);
    this.#writing = this.#writing.then(() => writeAll(this.#conn, frame)).catch(() => {});
  }

  async #readHead(): Promise<void> {
    for (;;) {
      if (!await this.#readMore()) throw new Error("The server has closed the connection.");
      const text = new TextDecoder("latin1").decode(this.#buffer.subarray(0, this.#filled));
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) continue;
      if (!text.startsWith("HTTP/1.1 101")) throw new Error(`No WebSocket: ${text.slice(0, 200)}`);
      this.#drop(end + 4);
      return;
    }
  }

  async #readOn(): Promise<void> {
    try {
      do this.#drop(this.#takeFrames()); while (await this.#readMore());
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted)) {
        console.error(error);
      }
    }
    this.#listener.onEnd();
  }

  async #readMore(): Promise<boolean> {
    if (this.#filled === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    const count = await this.#conn.read(this.#buffer.subarray(this.#filled));
    this.#filled += count ?? 0;
    return count !== null;
  }

  #drop(count: number): void {
    this.#buffer.copyWithin(0, count, this.#filled);
    this.#filled -= count;
  }

  /** Hands on the frames that are whole; gives how many bytes those were. */
  #takeFrames(): number {
    const bytes = this.#buffer;
    let at = 0;
    for (;;) {
      const left = this.#filled - at;
      const short = (bytes[at + 1] ?? 0) & 127;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (left < head) return at;
      const length = short < 126 ? short : numberAt(bytes, at + 2, at + head);
      if (left < head + length) return at;
      this.#take((bytes[at] ?? 0) & 15, bytes.subarray(at + head, at + head + length));
      at += head + length;
    }
  }

  #take(opcode: number, payload: Uint8Array): void {
    if (opcode === TEXT || opcode === BINARY) this.#listener.onMessage(payload);
    else if (opcode === PING) this.#send(PONG, payload.slice());
    else if (opcode === CLOSE) this.close();
  }
}

function requestOf(port: number, path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${btoa("0123456789abcdef")}`,
    "\r\n",
  ].join("\r\n");
}

/** A frame as clients have to send it: masked, here with a mask that changes nothing. */
function maskedFrame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const sizeBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = 2 + sizeBytes + 4;
  const frame = new Uint8Array(head + length);
  frame[0] = 128 | opcode;
  frame[1] = 128 | (sizeBytes === 0 ? length : sizeBytes === 2 ? 126 : 127);
  for (let byte = 0, rest = length; byte < sizeBytes; byte++, rest = Math.floor(rest / 256)) {
    frame[1 + sizeBytes - byte] = rest % 256;
  }
  frame.set(payload, head);
  return frame;
}

function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 256 + (bytes[at] ?? 0);
  return number;
}

async function writeAll(conn: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}
