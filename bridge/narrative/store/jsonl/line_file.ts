import { NarrativeError } from "../../narrative_error.ts";
import { isJournalLine, type JournalLine } from "../journal_line.ts";

const LINE_END = 10;

/** Where a file ended when it was last read, and which file it was. */
interface Place {
  readonly offset: number;
  readonly lines: number;
  readonly ino: number | null;
}

const START: Place = { offset: 0, lines: 0, ino: null };

/** A line, its text, and which one it is, from 1 on. */
interface ReadLine {
  readonly line: JournalLine;
  readonly text: string;
  readonly number: number;
}

/** A file of JSON lines that grows at its end. */
export class LineFile {
  readonly #path: string;
  #place = START;

  /** Makes the file of that path; nothing is read yet. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Whether the file is another one than was read, or shorter: then all is to be read anew. */
  async isReplaced(): Promise<boolean> {
    const { offset, ino } = this.#place;
    if (offset === 0) return false;
    const info = await this.#stat();
    return info === undefined || info.size < offset || info.ino !== ino;
  }

  /** Forgets what was read. */
  rewind(): void {
    this.#place = START;
  }

  /** Reads the whole lines that came since the last time. A line that is not ended may still be being written. */
  async news(): Promise<ReadLine[]> {
    const info = await this.#stat();
    if (info === undefined || info.size <= this.#place.offset) return [];
    using file = await Deno.open(this.#path, { read: true });
    await file.seek(this.#place.offset, Deno.SeekMode.Start);
    const bytes = await new Response(file.readable).bytes();
    const end = bytes.lastIndexOf(LINE_END) + 1;
    const texts = new TextDecoder().decode(bytes.subarray(0, end)).split("\n").slice(0, -1);
    const lines = texts.map((text, at) => {
      const number = this.#place.lines + at + 1;
      return { line: this.#parsed(text, number), text, number };
    });
    this.#place = {
      offset: this.#place.offset + end,
      lines: this.#place.lines + texts.length,
      ino: info.ino,
    };
    return lines;
  }

  /** Adds a line. One that was left half written, by a program that was ended, is taken away before. */
  async append(text: string): Promise<void> {
    using file = await Deno.open(this.#path, { read: true, write: true, create: true });
    const { size, ino } = await file.stat();
    if (size > this.#place.offset) await file.truncate(this.#place.offset);
    await file.seek(this.#place.offset, Deno.SeekMode.Start);
    const bytes = encoded([text]);
    await writeAll(file, bytes);
    this.#place = { offset: this.#place.offset + bytes.length, lines: this.#place.lines + 1, ino };
  }

  /** Puts these lines in the place of all: who reads finds the old file or the new one. */
  async replace(texts: readonly string[]): Promise<void> {
    const temporary = `${this.#path}.new`;
    const bytes = encoded(texts);
    using file = await Deno.open(temporary, { write: true, create: true, truncate: true });
    await writeAll(file, bytes);
    await file.sync();
    const { ino } = await file.stat();
    await Deno.rename(temporary, this.#path);
    this.#place = { offset: bytes.length, lines: texts.length, ino };
  }

  async #stat(): Promise<Deno.FileInfo | undefined> {
    try {
      return await Deno.stat(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** The error for a line that cannot be understood. */
  unreadable(number: number, cause: unknown): NarrativeError {
    return new NarrativeError(
      "unreadable_store",
      `Line ${number} of "${this.#path}" is none of a beat store: put it right, or take it away.`,
      undefined,
      { cause },
    );
  }

  #parsed(text: string, number: number): JournalLine {
    try {
      const line: unknown = JSON.parse(text);
      if (isJournalLine(line)) return line;
    } catch (cause) {
      throw this.unreadable(number, cause);
    }
    throw this.unreadable(number, undefined);
  }
}

function encoded(texts: readonly string[]): Uint8Array {
  return new TextEncoder().encode(texts.map((text) => `${text}\n`).join(""));
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
