/** The names of what the hub keeps in Redis. */
export interface RoomKeys {
  /** The room's hash and its lists `log`, `named` and `unsaved`, in the order that the scripts expect. */
  readonly room: readonly [hash: string, log: string, named: string, unsaved: string];
  readonly members: string;
}

/** The stream of all changes. */
export const STREAM_KEY = "loom:changes";
/** The processes that are alive, each until when. */
export const PROCESSES_KEY = "loom:processes";
/** The stream and the channels of socket.io. */
export const SOCKETS_KEY = "loom:sockets";

/** The keys of a room. A path can be long and hold anything, so that its hash stands for it. */
export async function roomKeys(docId: string): Promise<RoomKeys> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(docId));
  const name = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hash = `loom:room:${name}`;
  return { room: [hash, `${hash}:log`, `${hash}:named`, `${hash}:unsaved`], members: `loom:members:${name}` };
}
