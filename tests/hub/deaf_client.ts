/**
 * A client that joins a document and then reads nothing any more, at the level of bytes: every library goes on reading.
 *
 * @module
 */
const TEXT_FRAME = 0x81;
const MASKED = 0x80;
const NO_MASK = [0, 0, 0, 0];

/** Joins a document, and leaves everything unread that comes after the answer. */
export async function deafClient(port: number, docId: string): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  await send(
    connection,
    new TextEncoder().encode(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\n` +
        `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    ),
  );
  await readUntil(connection, "pingInterval");
  await send(connection, frame("40"));
  await readUntil(connection, "40{");
  await send(connection, frame(`420${JSON.stringify(["bridge:join", { docId, role: "web" }])}`));
  await readUntil(connection, "430[");
  return connection;
}

function frame(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const { length } = bytes;
  const size = length < 126 ? [MASKED | length] : [MASKED | 126, length >> 8, length & 255];
  return new Uint8Array([TEXT_FRAME, ...size, ...NO_MASK, ...bytes]);
}

async function send(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

async function readUntil(connection: Deno.TcpConn, wanted: string): Promise<void> {
  const buffer = new Uint8Array(4096);
  let text = "";
  while (!text.includes(wanted)) {
    const length = await connection.read(buffer);
    if (length === null) throw new Error(`The hub ended the connection before it sent ${wanted}.`);
    text += new TextDecoder("latin1").decode(buffer.subarray(0, length));
  }
}
