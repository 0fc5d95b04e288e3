import type { RedisConnection } from "@loom/bridge/server/redis";
import { STREAM_KEY } from "./keys.ts";

/** A note in the stream: a room has changed. */
export interface ChangeNote {
  readonly docId: string;
  readonly epoch: string;
  readonly seq: number;
  /** The commit as JSON; empty where it was too large for the stream. */
  readonly text: string;
}

/** The reader of the stream. */
export interface StreamReader {
  /** A room has changed; the next note waits for the end of it. */
  noted(note: ChangeNote): Promise<void> | void;
  /** The stream could not be read for a while: notes may be missing. */
  resumed(): Promise<void> | void;
}

const WAIT_MS = 2_000;
const PAUSE_MS = 100;
const AT_ONCE = "256";
/** The longest time that an acknowledgement waits for the note of its change. */
const LONGEST_WAIT_MS = 1_000;

/** Reads the stream of all changes, in order, for as long as the process lives. */
export class ChangeStream {
  readonly #connection: RedisConnection;
  readonly #reader: StreamReader;
  readonly #waiting = new Set<{ readonly id: StreamId; readonly go: () => void }>();
  #last: StreamId;
  #isClosed = false;
  #end: Promise<void> = Promise.resolve();

  private constructor(connection: RedisConnection, reader: StreamReader, last: StreamId) {
    this.#connection = connection;
    this.#reader = reader;
    this.#last = last;
  }

  /** Starts reading with what comes from now on. */
  static async start(connection: RedisConnection, reader: StreamReader): Promise<ChangeStream> {
    const latest = await connection.command(["XREVRANGE", STREAM_KEY, "+", "-", "COUNT", "1"]);
    const stream = new ChangeStream(connection, reader, idOf(notesIn(latest)[0]?.id ?? "0-0"));
    stream.#end = stream.#read();
    return stream;
  }

  /** Waits until a note has come by, but not for long. */
  async passed(noteId: string): Promise<void> {
    const id = idOf(noteId);
    if (this.#isClosed || !isBefore(this.#last, id)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(entry);
        resolve();
      };
      const entry = { id, go };
      const timer = setTimeout(go, LONGEST_WAIT_MS);
      this.#waiting.add(entry);
    });
  }

  /** Ends reading. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = this.#connection.close();
    for (const { go } of [...this.#waiting]) go();
    await Promise.all([this.#end, closed]);
  }

  async #read(): Promise<void> {
    let isLost = false;
    while (!this.#isClosed) {
      try {
        if (isLost) await this.#rewind();
        const reply = await this.#connection.command(
          ["XREAD", "COUNT", AT_ONCE, "BLOCK", String(WAIT_MS), "STREAMS", STREAM_KEY, this.#last.join("-")],
          WAIT_MS,
        );
        if (isLost) await this.#reader.resumed();
        isLost = false;
        for (const entry of notesIn(streamIn(reply))) await this.#take(entry);
      } catch {
        if (this.#isClosed) return;
        isLost = true;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** A Redis that lost its data, or whose clock was put back, counts from less than was read. */
  async #rewind(): Promise<void> {
    const latest =
      notesIn(await this.#connection.command(["XREVRANGE", STREAM_KEY, "+", "-", "COUNT", "1"]))[0];
    const end = idOf(latest?.id ?? "0-0");
    if (isBefore(end, this.#last)) this.#last = end;
  }

  async #take({ id, note }: Entry): Promise<void> {
    if (note !== undefined) await this.#reader.noted(note);
    this.#last = idOf(id);
    for (const waiting of [...this.#waiting]) {
      if (!isBefore(this.#last, waiting.id)) waiting.go();
    }
  }
}

type StreamId = readonly [ms: number, count: number];

interface Entry {
  readonly id: string;
  readonly note: ChangeNote | undefined;
}

function idOf(text: string): StreamId {
  const [ms, count] = text.split("-");
  return [Number(ms), Number(count)];
}

function isBefore([ms, count]: StreamId, [otherMs, otherCount]: StreamId): boolean {
  return ms < otherMs || ms === otherMs && count < otherCount;
}

/** The entries of the one stream that was read; none when nothing came in time. */
function streamIn(reply: unknown): unknown {
  return Array.isArray(reply) && Array.isArray(reply[0]) ? reply[0][1] : [];
}

function notesIn(entries: unknown): Entry[] {
  if (!Array.isArray(entries)) return [];
  return entries.map(([id, fields]: [string, string[]]) => ({ id, note: noteIn(fields) }));
}

/** A note; `undefined` for one that another program left there. */
function noteIn(fields: readonly string[]): ChangeNote | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) values.set(fields[at] ?? "", fields[at + 1] ?? "");
  const [docId, epoch, seq, text] = ["doc", "epoch", "seq", "note"].map((name) => values.get(name));
  if (docId === undefined || epoch === undefined || text === undefined) return undefined;
  return { docId, epoch, seq: Number(seq), text };
}
